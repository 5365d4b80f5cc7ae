import { expect, test } from 'vitest'
import { bundlePaths } from '../../../generator/src/normalize/bundle-paths.js'
import { reachableComponents } from '../../../generator/src/normalize/reachable-components.js'
import { documentWith } from './documents.fixture.js'

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object, more: object = {}): object => ({
  content: { 'application/json': { schema, ...more } },
})
const at = (name: string) => ({
  name: `${name}Named`,
  source: { file: 'spec.json', pointer: `/components/schemas/${name}` },
})

async function bundled(paths: object): Promise<unknown> {
  const document = await documentWith({
    paths,
    components: { schemas: { A: { type: 'object' } }, responses: { Fine: json(ref('A')) } },
  })
  const inputTypeNames = new Map([['ANamed', 'ANamedInput']])
  const names = { declarations: [at('A')], inputTypeNames }
  return bundlePaths(document, names, (text, word) => (word === 'summary' ? `<${text}>` : text))
    .paths
}

test('a schema is its name, another one where it is sent; other references are what they lead to', async () => {
  const operation = { requestBody: json(ref('A')), responses: { 200: ref('A') } }
  const responses = { 200: { $ref: '#/components/responses/Fine' } }
  expect(await bundled({ '/a': { put: operation, get: { responses } } })).toEqual({
    '/a': {
      put: { requestBody: json(ref('ANamedInput')), responses: { 200: ref('ANamed') } },
      get: { responses: { 200: json(ref('ANamed')) } },
    },
  })
})

test('examples, extensions and repeated ids are left out', async () => {
  const get = { operationId: 'one', summary: 'First', 'x-own': 1 }
  const post = { operationId: 'one', summary: 5, requestBody: json({}, { example: ref('No') }) }
  expect(await bundled({ '/a': { get, post } })).toEqual({
    '/a': { get: { operationId: 'one', summary: '<First>' }, post: { requestBody: json({}) } },
  })
})

test('names of authors may be keywords', async () => {
  const schema = { properties: { example: { type: 'string' }, 'x-a': {}, operationId: {} } }
  expect(await bundled({ '/a': { get: { requestBody: json(schema) } } })).toEqual({
    '/a': { get: { requestBody: json(schema) } },
  })
})

test('components that nothing outside of them refers to are not reachable', async () => {
  const document = await documentWith({
    paths: { '/a': { get: { responses: { 200: json(ref('A')) } } } },
    components: {
      securitySchemes: { key: { type: 'apiKey' } },
      schemas: { A: { items: { ...ref('B') } }, B: {}, C: ref('A') },
    },
  })
  expect(reachableComponents(document)).toEqual({
    components: {
      securitySchemes: { key: { type: 'apiKey' } },
      schemas: { A: { items: ref('B') }, B: {} },
    },
  })
  expect(reachableComponents(await documentWith({ paths: {} }))).toEqual({})
})

test('webhooks are bundled as paths are, and missing if the document has none', async () => {
  const post = { requestBody: json(ref('A')), responses: { 200: ref('A') } }
  const document = await documentWith({
    webhooks: { paid: { post } },
    components: { schemas: { A: { type: 'object' } } },
  })
  const names = { declarations: [at('A')], inputTypeNames: new Map<string, string>() }
  expect(bundlePaths(document, names, (text) => text)).toEqual({
    paths: {},
    webhooks: {
      paid: { post: { requestBody: json(ref('ANamed')), responses: { 200: ref('ANamed') } } },
    },
  })
  const without = await documentWith({ paths: {} })
  expect(bundlePaths(without, names, (text) => text)).toEqual({ paths: {} })
})
