import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { exampleInput, samplesOf } from '../../../../generator/src/emit/samples/samples.js'
import type { Model } from '../../../../generator/src/model/model.js'
import { readModel } from '../../../../generator/src/pipeline/read-model.js'
import { generate, textOf } from '../../lower/generate.fixture.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SPEC = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /items/{color}:
    get:
      operationId: items
      parameters:
        - { name: color, in: path, required: true, schema: { $ref: '#/components/schemas/Color' } }
        - { name: since, in: query, required: true, schema: { type: string, format: date-time } }
        - { name: after, in: query, required: true, schema: { type: string, format: int64 }, example: '77' }
        - { name: page, in: query, required: true, schema: { type: integer }, example: none }
        - { name: owner, in: query, required: true, schema: { $ref: '#/components/schemas/Owner' } }
        - { name: most, in: query, schema: { type: integer } }
      responses: { '200': { description: Here. } }
  /plain:
    get: { operationId: plain, responses: { '200': { description: Here. } } }
  /shown:
    post:
      operationId: shown
      requestBody:
        content: { application/json: { schema: { type: object }, example: { a: [1, { b: null }] } } }
      responses: { '200': { description: Here. } }
  /needed:
    post:
      operationId: needed
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Owner' } } }
      responses: { '200': { description: Here. } }
  /blank:
    post:
      operationId: blank
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '200': { description: Here. } }
  /bytes:
    put:
      operationId: bytes
      requestBody: { required: true, content: { image/png: {} } }
      responses: { '200': { description: Here. } }
components:
  schemas:
    Color: { type: string, enum: [red] }
    Owner:
      type: object
      required: [id, pin, email]
      properties:
        id: { type: integer, minimum: 5, readOnly: true }
        pin: { type: string, pattern: '^[0-9]{4}$', writeOnly: true }
        email: { type: string, format: email }
        tags: { type: array, items: { type: string } }
    Event:
      oneOf:
        - { type: object, required: [sold], properties: { sold: { $ref: '#/components/schemas/Owner' } } }
        - { type: object, required: [lost], properties: { lost: { type: array, items: { type: string } } } }
`

const RPC = `openrpc: 1.3.2
info: { title: Node, version: '1' }
methods:
  - name: find
    params:
      - { name: hash, required: true, schema: { type: string }, x-tagwire-encoding: { jsonrpc: base64 } }
      - { name: query, required: true, schema: { type: string, examples: ["a = 1"] } }
      - { name: page, required: true, schema: { type: integer } }
    result: { name: found, schema: { type: object } }
    examples:
      - name: one
        params: [{ name: hash, value: AQID }, { name: page, value: 3 }]
        result: { name: found, value: {} }
`

async function read(text = SPEC): Promise<Model> {
  writeFileSync(path.join(folder, 'spec.yaml'), text)
  const { model } = await readModel('spec.yaml', folder)
  if (!model) throw new Error('the document has errors')
  return model
}

function inputOf(model: Model, name: string): unknown {
  const operation = model.operations.find((each) => each.name === name)
  if (!operation) throw new Error(`no ${name}`)
  return exampleInput(model, operation)
}

describe('the input of a call', () => {
  test('has what is required: valid examples of the document, else values by schema and name', async () => {
    expect(inputOf(await read(), 'items')).toEqual({
      color: 'red',
      since: expect.stringMatching(/^2026-/),
      after: '77',
      page: expect.any(Number),
      owner: { pin: expect.stringMatching(/^[0-9]{4}$/), email: expect.stringContaining('@') },
    })
  })

  test('is the example of a body, or what it requires', async () => {
    const model = await read()
    expect(inputOf(model, 'shown')).toEqual({ a: [1, { b: null }] })
    expect(Object.keys(Object(inputOf(model, 'needed')))).toEqual(['pin', 'email'])
  })

  test('is nothing where nothing is required, and for what is not JSON', async () => {
    const model = await read()
    const none = ['plain', 'blank', 'bytes'].map((name) => inputOf(model, name))
    expect(none).toEqual([undefined, undefined, undefined])
  })

  test('of a method has its examples, and bytes as callers pass them', async () => {
    expect(inputOf(await read(RPC), 'find')).toEqual({
      hash: expect.stringMatching(/^0x[0-9a-f]+$/),
      query: 'a = 1',
      page: 3,
    })
  })
})

test('each kind of a union has a value of its own', async () => {
  const { kind } = samplesOf(await read())
  const [sold, lost] = ['sold', 'lost'].map((tag) => Object(kind('Event', tag)?.value))
  expect(Object.keys(sold)).toEqual(['sold'])
  expect(sold.sold).toMatchObject({ email: expect.stringContaining('@') })
  expect(sold.sold).not.toHaveProperty('pin')
  expect(Object.keys(lost)).toEqual(['lost'])
  expect(kind('Event', 'stolen')).toBeUndefined()
  expect(kind('Color', 'red')).toBeUndefined()
})

test('texts have their example, downloads their type', async () => {
  const content = {
    photo: { 'image/*': {} },
    shown: { 'text/csv': { schema: { type: 'string' }, example: 'a,b\n' } },
    named: { 'text/plain': { schema: { type: 'string' }, examples: { one: { value: 'first' } } } },
    ofSchema: { 'text/html': { schema: { type: 'string', examples: ['<p>'] } } },
    made: { 'text/plain': { schema: { type: 'string' } } },
    tree: { 'application/xml': { example: { not: 'a text' } } },
  }
  const paths = Object.entries(content).map(([operationId, each]) => [
    `/${operationId}`,
    { get: { operationId, responses: { 200: { description: '', content: each } } } },
  ])
  const info = { title: 'Files', version: '1' }
  const made = await generate({ openapi: '3.1.0', info, paths: Object.fromEntries(paths) })
  const text = textOf(made, 'src/samples.ts')
  const answers = [...text.matchAll(/^ {4}(\w+): (.*),$/gm)].map(([, name, how]) => [name, how])
  expect(Object.fromEntries(answers)).toEqual({
    photo: `{ rule: '{"types":["string"]}', type: 'image/*', bytes: true }`,
    shown: `{ rule: '{"values":["a,b\\\\n"]}', type: 'text/csv', shown: true }`,
    named: `{ rule: '{"values":["first"]}', type: 'text/plain', shown: true }`,
    ofSchema: `{ rule: '{"values":["<p>"]}', type: 'text/html', shown: true }`,
    made: `{ rule: '{"types":["string"]}', type: 'text/plain' }`,
    tree: `{ rule: '{}', type: 'application/xml' }`,
  })
})
