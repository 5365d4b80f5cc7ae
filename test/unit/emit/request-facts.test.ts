import { expect, test } from 'vitest'
import { requestFacts } from '../../../generator/src/emit/emitter-api/request-facts.js'
import { lowered, openapi, ref } from '../schema-model.fixture.js'

// What a server and a mock are told of a request.

const file = { type: 'string', format: 'binary' }
const object = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties).slice(0, 1),
  properties,
})

async function formOf(schema: object): Promise<string | undefined> {
  const requestBody = { content: { 'multipart/form-data': { schema } } }
  const responses = { '200': { description: 'Fine.' } }
  const paths = { '/x': { post: { operationId: 'x', requestBody, responses } } }
  const { model } = await lowered(openapi({ File: object({ file }) }, { paths }))
  const [operation] = model.operations
  if (!operation) throw new Error('no operation')
  const declarations = new Map(model.declarations.map((each) => [each.name, each]))
  const facts = requestFacts(operation, { declarations })
  const [body = ''] = facts.filter((each) => each.startsWith('body:'))
  const found = /^body: \{ form: (.*?),? \}$/.exec(body.replaceAll(/\s+/g, ' '))
  return found?.[1]
}

test.each<[string, object, string]>([
  ['an object', object({ file }), "{ members: { file: 'bytes' } }"],
  [
    'one of several objects',
    { oneOf: [ref('File'), object({ url: { type: 'string' }, size: { type: 'integer' } })] },
    "{ members: { file: 'bytes', url: 'text', size: 'number' } }",
  ],
  [
    'an object or null',
    { anyOf: [ref('File'), { type: 'null' }] },
    "{ members: { file: 'bytes' } }",
  ],
  [
    'objects with the same member of several types',
    { oneOf: [object({ a: { type: 'string' } }), object({ a: { type: 'integer' } })] },
    "{ members: { a: { either: ['number', 'text'] } } }",
  ],
])('the members of a form that is %s', async (_, schema, form) => {
  expect(await formOf(schema)).toBe(form)
})

test('a form without members has none', async () => {
  expect(await formOf({})).toBeUndefined()
})

test('the media types of successful responses, if they are not only JSON', async () => {
  const producedBy = async (responses: object): Promise<string> => {
    const { model } = await lowered(
      openapi({}, { paths: { '/x': { get: { operationId: 'x', responses } } } }),
    )
    const [operation] = model.operations
    if (!operation) throw new Error('no operation')
    return requestFacts(operation, { declarations: new Map() }).join()
  }
  const of = (...types: readonly string[]) => ({
    description: 'Fine.',
    content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])),
  })
  expect(await producedBy({ 200: of('application/json'), 404: of('text/plain') })).toBe('')
  expect(await producedBy({ 200: of('application/json', 'text/csv') })).toBe(
    "produces: ['application/json', 'text/csv']",
  )
  expect(await producedBy({ 200: of('text/csv'), 204: { description: 'Nothing.' } })).toBe(
    'produces: []',
  )
  expect(await producedBy({ default: of('application/json') })).toBe('produces: []')
})
