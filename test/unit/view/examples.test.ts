import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Model } from '../../../generator/src/model/model.js'
import { readModel } from '../../../generator/src/pipeline/read.js'
import { type Examples, examplesOf } from '../../../generator/src/view/examples.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-examples-'))
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
        - { name: after, in: query, required: true, schema: { type: string, format: int64 } }
        - { name: owner, in: query, required: true, schema: { $ref: '#/components/schemas/Owner' } }
        - { name: most, in: query, schema: { type: integer } }
      responses: { '200': { description: Here. } }
  /plain:
    get: { operationId: plain, responses: { '200': { description: Here. } } }
  /drawn:
    post:
      operationId: drawn
      requestBody:
        content: { application/json: { schema: { type: object }, example: { a: [1, { b: null }] } } }
      responses: { '200': { description: Here. } }
  /blank:
    post:
      operationId: blank
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '200': { description: Here. } }
components:
  schemas:
    Color: { type: string, enum: [red, blue] }
    Owner:
      type: object
      required: [id, pin, name]
      properties:
        id: { type: integer, readOnly: true }
        pin: { type: string, writeOnly: true }
        name: { type: string }
        tags: { type: array, items: { type: string } }
    Event:
      oneOf:
        - { type: object, required: [sold], properties: { sold: { $ref: '#/components/schemas/Owner' } } }
        - { type: object, required: [lost], properties: { lost: { type: array, items: { type: string } } } }
    Endless: { type: object, required: [inner], properties: { inner: { $ref: '#/components/schemas/Endless' } } }
`

async function read(): Promise<{ model: Model; examples: Examples }> {
  writeFileSync(path.join(folder, 'openapi.yaml'), SPEC)
  const { model } = await readModel('openapi.yaml', folder)
  if (!model) throw new Error('the document has errors')
  return { model, examples: examplesOf(model) }
}

describe('an example', () => {
  test.each([
    [
      'items',
      {
        color: 'red',
        since: '2026-01-31T10:00:00Z',
        after: '1',
        owner: { pin: '…', name: '…' },
      },
    ],
    ['plain', undefined],
    ['drawn', { a: [1, { b: null }] }],
    ['blank', undefined],
  ])('of the input of %s', async (name, input) => {
    const { model, examples } = await read()
    const operation = model.operations.find((each) => each.name === name)
    if (!operation) throw new Error(`no ${name}`)
    expect(examples.exampleInput(operation)).toEqual(input)
  })

  test('of an answer has what is required and not what is only sent', async () => {
    const { examples } = await read()
    expect(examples.exampleValue({ kind: 'reference', name: 'Owner' })).toEqual({
      id: 1,
      name: '…',
    })
  })

  test('of each kind of a union is as in JSON', async () => {
    const { model, examples } = await read()
    const shape = model.declarations.find(({ name }) => name === 'Event')?.shape
    if (shape?.kind !== 'union') throw new Error('no union')
    expect(shape.cases.map((each) => examples.exampleCase(shape, each))).toEqual([
      { sold: { id: 1, name: '…' } },
      { lost: [] },
    ])
    expect(examples.exampleValue(shape)).toEqual({ sold: { id: 1, name: '…' } })
  })

  test('of a type that contains itself ends', async () => {
    const { examples } = await read()
    const text = JSON.stringify(examples.exampleValue({ kind: 'reference', name: 'Endless' }))
    expect(text).toMatch(/^(?:\{"inner":)+\{\}\}+$/)
  })
})
