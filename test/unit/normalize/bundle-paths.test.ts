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

test('a schema is its key in the document, and the input type where it is sent; other references are what they lead to', async () => {
  const operation = { requestBody: json(ref('A')), responses: { 200: ref('A') } }
  const responses = { 200: { $ref: '#/components/responses/Fine' } }
  expect(await bundled({ '/a': { put: operation, get: { responses } } })).toEqual({
    '/a': {
      put: { requestBody: json(ref('ANamedInput')), responses: { 200: ref('A') } },
      get: { responses: { 200: json(ref('A')) } },
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
  expect(bundlePaths(document, names, (text) => text)).toMatchObject({
    paths: {},
    webhooks: { paid: { post: { requestBody: json(ref('A')), responses: { 200: ref('A') } } } },
  })
  const without = bundlePaths(await documentWith({ paths: {} }), names, (text) => text)
  expect(without).toMatchObject({ paths: {} })
  expect(without).not.toHaveProperty('webhooks')
})

test('components are bundled by their kinds, with input types in request bodies', async () => {
  const document = await documentWith({
    paths: { '/a': { get: { operationId: 'one' } } },
    components: {
      schemas: { A: { type: 'object' } },
      parameters: { Size: { name: 'size', in: 'query', schema: ref('A') } },
      requestBodies: { Body: json(ref('A')) },
      responses: { Fine: json(ref('A')), Again: { $ref: '#/components/responses/Fine' } },
      headers: { Rate: { schema: { type: 'integer' } } },
      pathItems: { Item: { get: { operationId: 'one' }, post: { operationId: 'two' } } },
    },
  })
  const names = { declarations: [at('A')], inputTypeNames: new Map([['ANamed', 'ANamedInput']]) }
  expect(bundlePaths(document, names, (text) => text).components).toEqual({
    parameters: { Size: { name: 'size', in: 'query', schema: ref('A') } },
    requestBodies: { Body: json(ref('ANamedInput')) },
    responses: { Fine: json(ref('A')), Again: json(ref('A')) },
    headers: { Rate: { schema: { type: 'integer' } } },
    pathItems: { Item: { get: {}, post: { operationId: 'two' } } },
  })
})

test('keys of schemas are those of the document, also for an alias; other types have their names', async () => {
  const document = await documentWith({
    paths: {},
    components: { schemas: { Error: { type: 'object' }, 'an-alias': ref('Error'), Own: {} } },
  })
  const declarations = [
    { ...at('Error'), name: 'ErrorModel' },
    { name: 'Own', source: { file: 'spec.json', pointer: '/paths/~1a/get' } },
  ]
  const names = { declarations, inputTypeNames: new Map<string, string>() }
  expect([...bundlePaths(document, names, (text) => text).schemas]).toEqual([
    ['Error', 'ErrorModel'],
    ['an-alias', 'ErrorModel'],
    ['Own', 'Own'],
  ])
})

test('listed values stay in requests; what a server sends may be newer than the document', async () => {
  const listed = { type: 'string', enum: ['s', 'm'] }
  const operation = {
    parameters: [
      { name: 'size', in: 'query', schema: listed },
      { name: 'one', in: 'query', schema: { const: 1 } },
      { name: 'open', in: 'query', schema: { ...listed, 'x-tagwire-open': true } },
      { name: 'odd', in: 'query', schema: { enum: [{ $ref: 'no' }] } },
    ],
    requestBody: json({ properties: { enum: listed } }),
    responses: { 200: { headers: { H: { schema: listed } }, ...json({ enum: [null] }) } },
  }
  const left = { type: 'string' }
  expect(await bundled({ '/a': { get: operation } })).toEqual({
    '/a': {
      get: {
        parameters: [
          { name: 'size', in: 'query', schema: listed },
          { name: 'one', in: 'query', schema: { const: 1 } },
          { name: 'open', in: 'query', schema: left },
          { name: 'odd', in: 'query', schema: {} },
        ],
        requestBody: json({ properties: { enum: listed } }),
        responses: { 200: { headers: { H: { schema: left } }, ...json({ enum: [null] }) } },
      },
    },
  })
})
