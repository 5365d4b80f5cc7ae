import { expect, test } from 'vitest'
import { probe } from '../../../generator/src/index.js'
import { json, serve } from '../runtime/http/server.fixture.js'
import { saved } from './live.fixture.js'

/** A probe asks with the bytes that a generated client sends: styles and escapes of the runtime, in every place. */

interface Asked {
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly reasons: readonly (string | undefined)[]
}

async function asked(path: string, parameters: readonly object[]): Promise<Asked> {
  const { url, requests } = await serve((response) => json(response, 200, {}))
  const responses = { 200: { description: 'Ok.', content: { 'application/json': {} } } }
  const { cwd, spec } = saved({
    openapi: '3.2.0',
    info: { title: 'Styles', version: '1' },
    paths: { [path]: { get: { operationId: 'find', parameters, responses } } },
  })
  const { payloads } = await probe(spec, { cwd, url })
  const reasons = payloads.map(({ reason }) => reason)
  return { url: requests[0]?.url ?? '', headers: requests[0]?.headers ?? {}, reasons }
}

const LIST = { schema: { type: 'array' }, example: ['a b', "c!'()*"] }
const RECORD = { schema: { type: 'object' }, example: { R: 1, G: 'x y' } }

test.each<[style: string, parameter: object, url: string]>([
  ['form', LIST, '/find?q=a%20b&q=c%21%27%28%29%2A'],
  ['spaceDelimited', LIST, '/find?q=a%20b%20c%21%27%28%29%2A'],
  ['pipeDelimited', LIST, '/find?q=a%20b%7Cc%21%27%28%29%2A'],
  ['form', { ...LIST, explode: false }, '/find?q=a%20b,c%21%27%28%29%2A'],
  ['deepObject', RECORD, '/find?q%5BR%5D=1&q%5BG%5D=x%20y'],
  ['deepObject', LIST, '/find?q%5B0%5D=a%20b&q%5B1%5D=c%21%27%28%29%2A'],
  ['form', RECORD, '/find?R=1&G=x%20y'],
  ['form', { example: 'a/b:c', schema: {}, allowReserved: true }, '/find?q=a/b:c'],
])('a query in the style %s: %o', async (style, parameter, url) => {
  expect((await asked('/find', [{ name: 'q', in: 'query', style, ...parameter }])).url).toBe(url)
})

test.each<[style: string, parameter: object, url: string]>([
  ['simple', LIST, '/find/a%20b,c%21%27%28%29%2A'],
  ['label', LIST, '/find/.a%20b,c%21%27%28%29%2A'],
  ['label', { ...RECORD, explode: true }, '/find/.R=1.G=x%20y'],
  ['matrix', { ...LIST, explode: true }, '/find/;q=a%20b;q=c%21%27%28%29%2A'],
])('a path in the style %s: %o', async (style, parameter, url) => {
  const described = { name: 'q', in: 'path', required: true, style, ...parameter }
  expect((await asked('/find/{q}', [described])).url).toBe(url)
})

test('headers, cookies, JSON, a whole query and a path with a query of its own', async () => {
  const whole = await asked('/find?kind=x#list', [
    {
      name: 'q',
      in: 'querystring',
      content: { 'application/x-www-form-urlencoded': {} },
      example: { page: 2, q: 'a b' },
    },
    { name: 'X-Tags', in: 'header', ...LIST },
    { name: 'theme', in: 'cookie', style: 'cookie', schema: {}, example: 'a/b' },
  ])
  expect(whole.url).toBe('/find?kind=x&page=2&q=a%20b')
  expect(whole.headers).toMatchObject({ 'x-tags': "a b,c!'()*", cookie: 'theme=a/b' })
  const content = { 'application/json': { example: { a: 1 } } }
  expect((await asked('/find', [{ name: 'q', in: 'query', content }])).url).toBe(
    '/find?q=%7B%22a%22%3A1%7D',
  )
})

test('what a client would refuse to send is not asked', async () => {
  const at = { name: 'q', in: 'query', schema: { type: 'array' }, example: [{ a: 1 }] }
  expect(await asked('/find', [at])).toMatchObject({
    url: '',
    reasons: ['its arguments cannot be sent: q has no obvious text'],
  })
})
