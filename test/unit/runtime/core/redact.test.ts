import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../../../packages/runtime/src/core/index.js'
import { connectHttp } from '../../../../packages/runtime/src/http/index.js'
import { http, uri } from '../../../../packages/runtime/src/rpc/index.js'

const SECRET = 'sk live/äß+"9=?&~!'
const TOKEN = 'tok_0123456789abcdef'

/** Everything that can be printed of an error, at any depth. */
function printed(error: unknown): string {
  return [
    String(error),
    inspect(error, { depth: 20, showHidden: true }),
    JSON.stringify(error),
    error instanceof Error ? String(error.stack) : '',
    ...headersOf(error),
  ].join('\n')
}

function headersOf(error: unknown): string[] {
  const headers: unknown = Reflect.get(Object(error), 'headers')
  return headers instanceof Headers ? [...headers].flat() : []
}

/** A secret in every way in which a server could say it. */
function echoes(secret: string): string[] {
  const uriForm = encodeURIComponent(secret)
  return [
    secret,
    uriForm,
    uriForm.replace(/%../g, (hex) => hex.toLowerCase()),
    new URLSearchParams([['a', secret]]).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
  ]
}

async function failureOf(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error
  }
  throw new Error('it went well')
}

const operation = { name: 'a', method: 'GET', path: '/a', idempotent: false } as const
const service = { server: 'https://api.example', keyHeader: 'x-api-key' }

function call(fetch: (url: unknown) => Promise<Response>, validate?: object): Promise<unknown> {
  const apiKey = TOKEN
  const headers = { authorization: `Bearer ${TOKEN}2`, 'x-session': `${TOKEN}3` }
  const api = connectHttp({ apiKey, headers, fetch, retry: false }, service)
  return api.call(operation, undefined, validate ? { validate: { a: validate as never } } : {})
}

describe('errors of the HTTP client say no credential', () => {
  const all = [TOKEN, `${TOKEN}2`, `${TOKEN}3`].flatMap(echoes)
  const deep = {
    message: all[0],
    nested: { [TOKEN]: [{ list: all }] },
    details: [{ reason: TOKEN }],
  }

  test.each([
    ['JSON', () => new Response(JSON.stringify(deep), { status: 400 })],
    ['a page', () => new Response(`<title>${all.join(' ')}</title>`, { status: 502 })],
    ['a header', () => new Response('{}', { status: 403, headers: { 'x-echo': `${TOKEN}3` } })],
    ['a success that is no JSON', () => new Response(all.join(' '))],
    ['a redirect', () => new Response('', { status: 302, headers: { location: `/?k=${TOKEN}` } })],
  ])('when it comes in %s', async (_, answer) => {
    const error = await failureOf(() => call(async () => answer()))
    expect(printed(error)).not.toContain(TOKEN)
    expect(inspect(error)).toContain('a: GET /a')
  })

  test('when the platform quotes the request', async () => {
    const cause = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(`no way to https://api.example/?k=${TOKEN}`), { path: TOKEN }),
    })
    const error = await failureOf(() => call(() => Promise.reject(cause)))
    expect(printed(error)).not.toContain(TOKEN)
    expect(inspect(error)).toContain('no way to https://api.example/?k=***')
    // What others threw stays what it was for those who hold it.
    expect(cause.cause.path).toBe(TOKEN)
  })

  test('when a success does not hold', async () => {
    const problem = { path: '', message: 'no', expected: 'a', received: TOKEN }
    const validate = { check: () => [problem], drift: () => [] }
    const answer = async (): Promise<Response> => new Response(JSON.stringify({ token: TOKEN }))
    expect(printed(await failureOf(() => call(answer, validate)))).not.toContain(TOKEN)
  })

  test('and stay what they are where nothing is secret', async () => {
    const body = { message: 'no', details: [{ reason: 'a' }] }
    const answer = async (): Promise<Response> =>
      new Response(JSON.stringify(body), { status: 400 })
    expect(await failureOf(() => call(answer))).toMatchObject({ status: 400, body, reason: 'a' })
  })
})

describe.each([
  ['http', http],
  ['uri', uri],
])('errors of the JSON-RPC transport %s say no credential', (_, transport) => {
  const address = `https://node.example/${TOKEN}/?apikey=${TOKEN}2`
  const headers = { authorization: `Basic ${btoa(`user:${TOKEN}4`)}` }
  const method = { name: 'status', safe: true, params: [] }

  test.each([
    [
      'an error',
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: TOKEN, data: { key: `${TOKEN}4` } } },
    ],
    ['another message', { echo: [TOKEN, `${TOKEN}2`] }],
  ])('in %s', async (_name, body) => {
    const fetch = async (): Promise<Response> => new Response(JSON.stringify(body))
    const own = transport(address, { headers, fetch, retry: false })
    const error = await failureOf(async () => own.call({ method, params: {} }))
    expect(inspect(error)).toMatch(/^(?:RpcError|TransportError)/)
    expect(printed(error)).not.toContain(TOKEN)
  })

  test('in what the platform says', async () => {
    const fetch = (): Promise<Response> => Promise.reject(new TypeError(`no way to ${address}`))
    const own = transport(address, { headers, fetch, retry: false })
    const error = await failureOf(async () => own.call({ method, params: {} }))
    expect(printed(error)).not.toContain(TOKEN)
    expect(inspect(error)).toContain('no way to https://node.example/***')
  })
})

test('every form of a secret is found', () => {
  const { text, value } = createRedactor([SECRET])
  for (const form of echoes(SECRET)) expect(text(`<${form}>`)).toBe('<***>')
  const fine = { a: ['b'] }
  expect(value(fine)).toBe(fine)
  expect(value({ [SECRET]: 1 })).toEqual({ '***': 1 })
  let nested: unknown = SECRET
  for (let level = 0; level < 100_000; level++) nested = [nested]
  expect(JSON.stringify(createRedactor(['a']).value(fine))).toContain('***')
  expect(() => value(nested)).not.toThrow()
})
