import { expect, test } from 'vitest'
import { codesOf, generate, ref, textOf } from '../generate.fixture.js'

// A renamed method keeps the names that it had, with those of its types.

const text = { type: 'string' }
const ofJson = (schema: object) => ({ content: { 'application/json': { schema } } })
const query = (name: string) => ({ name, in: 'query', schema: text })
const done = { 200: { description: '', ...ofJson({ type: 'object', properties: { a: text } }) } }

async function shop(operations: object, schemas: object = {}) {
  const made = await generate({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: { '/items/{id}': operations },
    components: { schemas },
  })
  expect(codesOf(made)).toEqual([])
  return (file: string) =>
    [...textOf(made, `src/${file}.ts`).matchAll(/^export type (\w+) = (\w+)$/gm)].map(
      ([, former, now]) => `${former} = ${now}`,
    )
}

const id = { name: 'id', in: 'path', required: true, schema: text }

const OPERATIONS = {
  parameters: [id],
  get: { operationId: 'getItem', 'x-tagwire-alias': ['fetchItem', 'item'], responses: done },
  put: {
    operationId: 'setItem',
    'x-tagwire-alias': 'putItem',
    requestBody: ofJson({ type: 'object', properties: { b: text } }),
    responses: { 200: { description: '', ...ofJson(ref('Item')) } },
  },
}

test('types of its input, of its body and of its answer', async () => {
  const aliases = await shop(OPERATIONS, { Item: { type: 'object' } })
  expect(aliases('inputs')).toEqual([
    'FetchItemArguments = GetItemArguments',
    'ItemArguments = GetItemArguments',
    'PutItemArguments = SetItemArguments',
  ])
  // `Item` is a schema of its own.
  expect(aliases('types')).toEqual([
    'FetchItemResponse = GetItemResponse',
    'ItemResponse = GetItemResponse',
    'PutItemRequest = SetItemRequest',
  ])
})

test('but none that something else has', async () => {
  const aliases = await shop(
    {
      ...OPERATIONS,
      post: { operationId: 'fetchItemX', parameters: [query('a')], responses: done },
    },
    {
      FetchItemArguments: { type: 'object' },
      ItemResponse: { type: 'object' },
      Item: { type: 'object' },
    },
  )
  expect(aliases('inputs')).toEqual([
    'ItemArguments = GetItemArguments',
    'PutItemArguments = SetItemArguments',
  ])
  expect(aliases('types')).toEqual([
    'FetchItemResponse = GetItemResponse',
    'PutItemRequest = SetItemRequest',
  ])
})

test('of JSON-RPC too, where the former name is an export, and no method of the table', async () => {
  const made = await generate({
    openrpc: '1.3.2',
    info: { title: 'Small', version: '1' },
    methods: [
      {
        name: 'greet',
        'x-tagwire-alias': 'hello',
        params: [{ name: 'who', schema: text }],
        result: { name: 'greeting', schema: { type: 'object', properties: { a: text } } },
      },
    ],
  })
  expect(codesOf(made)).toEqual([])
  expect(textOf(made, 'src/inputs.ts')).toContain('export type HelloArguments = GreetArguments')
  expect(textOf(made, 'src/types.ts')).toContain('export type HelloResult = GreetResult')
  const methods = textOf(made, 'src/methods.ts')
  expect(methods).toContain('export const hello: typeof greet = greet')
  expect(methods.slice(methods.indexOf('export const methods'))).not.toContain('hello')
  expect(textOf(made, 'src/client.ts')).toContain('hello(params')
})
