import { describe, expect, test } from 'vitest'
import { brief, changesBetween, methods, service } from './compare.fixture.js'

const takes = (parameter: string): string =>
  service(`  /find:
    get:
      operationId: find
      parameters: [{ ${parameter} }]
      responses: { '204': { description: Done. } }`)
const says = (header: string): string =>
  service(`  /find:
    get:
      operationId: find
      responses: { '200': { description: Ok., headers: { X-A: { ${header} } } } }`)
const calls = (structure: string): string =>
  methods(
    `{ name: find, params: [{ name: a, schema: { type: string } }]${structure}, result: { name: r, schema: {} } }`,
  )

const between = async (before: string, after: string): Promise<string[]> =>
  (await changesBetween(before, after)).map(brief)

const LIST = '{ type: array, items: { type: string } }'
const OBJECT = '{ type: object, properties: { a: { type: string } } }'

describe('explode', () => {
  test.each([
    ['a single value of a query', 'name: q, in: query, schema: { type: string }'],
    ['a single value that may be null', 'name: q, in: query, schema: { type: [integer, "null"] }'],
    ['a list in a header', `name: q, in: header, schema: ${LIST}`],
    ['a list in a path', `name: q, in: query, style: spaceDelimited, schema: { type: boolean }`],
  ])('changes nothing of %s', async (_, parameter) => {
    const [exploded, whole] = [`${parameter}, explode: true`, `${parameter}, explode: false`]
    expect(await between(takes(exploded), takes(whole))).toEqual([])
  })

  test.each([
    ['a list in a query', `name: q, in: query, schema: ${LIST}`],
    ['an object in a header', `name: q, in: header, schema: ${OBJECT}`],
    ['what may be anything', 'name: q, in: query, schema: {}'],
    ['what may be a list', `name: q, in: query, schema: { oneOf: [{ type: integer }, ${LIST}] }`],
  ])('changes %s', async (_, parameter) => {
    const [exploded, whole] = [`${parameter}, explode: true`, `${parameter}, explode: false`]
    expect(await between(takes(exploded), takes(whole))).toEqual([
      'breaking encoding-changed find(q)',
    ])
  })
})

describe('a header of a response', () => {
  test('whose texts grow is open like every text that is received', async () => {
    const [one, two] = [
      'schema: { type: string, enum: [a] }',
      'schema: { type: string, enum: [a, b] }',
    ]
    expect(await between(says(one), says(two))).toEqual([
      'additive value-added find → 200 (header X-A)',
    ])
  })

  test.each([
    ['an object', `schema: ${OBJECT}`, ['breaking encoding-changed find → 200 (header X-A)']],
    ['a list', `schema: ${LIST}`, []],
    ['a text', 'schema: { type: string }', []],
  ])('that explodes is another text only for %s', async (_, schema, expected) => {
    expect(await between(says(schema), says(`explode: true, ${schema}`))).toEqual(expected)
    expect(await between(says(`explode: true, ${schema}`), says(schema))).toEqual(expected)
    expect(await between(says(schema), says(`explode: false, ${schema}`))).toEqual([])
  })

  test('that is a JSON document now is', async () => {
    const [text, json] = [
      `schema: ${OBJECT}`,
      `content: { 'application/json': { schema: ${OBJECT} } }`,
    ]
    expect(await between(says(text), says(json))).toEqual([
      'breaking encoding-changed find → 200 (header X-A)',
      'additive type-added FindResponseXA',
    ])
  })

  test('of another type is not', async () => {
    const [text, number] = ['schema: { type: string }', 'schema: { type: integer }']
    expect(await between(says(text), says(number))).toEqual([
      'breaking type-changed find → 200 (header X-A)',
    ])
  })
})

test('a parameter whose header is written in another case is renamed', async () => {
  const [upper, lower] = ['X-Id', 'x-id'].map((name) =>
    takes(`name: ${name}, in: header, required: true, schema: { type: string }`),
  )
  expect(await between(upper ?? '', lower ?? '')).toEqual(['breaking parameter-renamed find(x-id)'])
})

describe('arguments of a method', () => {
  const [either, byName, byPosition] = [
    '',
    ', paramStructure: by-name',
    ', paramStructure: by-position',
  ]
  test('may travel in both ways now', async () => {
    expect(await between(calls(byName), calls(either))).toEqual([])
    expect(await between(calls(byPosition), calls(either))).toEqual([])
    expect(await between(calls(either), calls(byPosition))).toEqual([])
  })

  test('may not travel as before', async () => {
    const moved = ['breaking operation-moved find']
    expect(await between(calls(either), calls(byName))).toEqual(moved)
    expect(await between(calls(byName), calls(byPosition))).toEqual(moved)
    expect(await between(calls(byPosition), calls(byName))).toEqual(moved)
  })
})

test('an error that says its data now said nothing of it before', async () => {
  const failing = (data: string): string =>
    methods(
      `{ name: find, params: [], result: { name: r, schema: {} }, errors: [{ code: 1, message: No${data} }] }`,
    )
  const [none, some] = [failing(''), failing(', data: { why: text }')]
  expect(await between(none, some)).toEqual(['additive error-data-changed find → 1 "No"'])
  expect(await between(some, none)).toEqual(['breaking error-data-changed find → 1 "No"'])
})
