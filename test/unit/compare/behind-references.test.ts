import { describe, expect, test } from 'vitest'
import { brief, changesBetween, document, methods } from './compare.fixture.js'

const HEAD = 'openapi: 3.1.0\ninfo: { title: Small, version: 1.0.0 }\n'

/** A document with one parameter, and schemas that it may refer to. */
const asks = (parameter: string, schemas: string): string =>
  `${HEAD}paths:
  /find: { get: { operationId: find, parameters: [{ name: q, in: query, ${parameter} }], responses: { '200': { description: Ok. } } } }
components: { schemas: { ${schemas} } }
`

const REF = "{ $ref: '#/components/schemas/Size' }"
const CHAIN = `Chained: ${REF}`
const size = (value: string): string => `Size: { type: integer, default: ${value} }`

describe('a default behind a reference', () => {
  test.each([
    ['a reference', `schema: ${REF}`],
    ['one of two references', "schema: { $ref: '#/components/schemas/Chained' }"],
    ['allOf with one reference', `schema: { description: How many., allOf: [${REF}] }`],
    ['a content', `content: { application/json: { schema: ${REF} } }`],
  ])('of a parameter: %s', async (_, parameter) => {
    const before = asks(parameter, `${size('1')}, ${CHAIN}`)
    const after = asks(parameter, `${size('2')}, ${CHAIN}`)
    expect((await changesBetween(before, after)).map(brief)).toEqual([
      'breaking default-changed find(q)',
    ])
  })

  test('of a parameter whose content says it', async () => {
    const of = (value: number): string =>
      asks(`content: { application/json: { schema: { type: integer, default: ${value} } } }`, '')
    expect((await changesBetween(of(1), of(2))).map(brief)).toEqual([
      'breaking default-changed find(q)',
    ])
  })

  test('of a parameter of a method', async () => {
    const of = (value: string): string =>
      `${methods(`{ name: find, params: [{ name: q, schema: ${REF} }], result: { name: r, schema: {} } }`)}components: { schemas: { ${size(value)} } }\n`
    expect((await changesBetween(of('1'), of('2'))).map(brief)).toEqual([
      'breaking default-changed find(q)',
    ])
  })

  test('of a field, and not where the field has its own', async () => {
    const of = (value: string): string =>
      document(
        'sent',
        `T: { type: object, properties: { a: ${REF}, b: { $ref: '#/components/schemas/Size', default: 7 } } }, ${size(value)}`,
      )
    expect((await changesBetween(of('1'), of('2'))).map(brief)).toEqual([
      'breaking default-changed T.a',
    ])
  })

  test('of another type is ignored', async () => {
    const of = (value: string): string =>
      document('sent', `T: { type: object, properties: { a: ${REF} } }, ${size(value)}`)
    expect((await changesBetween(of('1'), of('large'))).map(brief)).toEqual([
      'breaking default-changed T.a',
    ])
    expect(await changesBetween(of('small'), of('large'))).toEqual([])
  })
})

describe('a default that lacks what is required', () => {
  test('is ignored, with a warning', async () => {
    const T = (value: string): string =>
      document(
        'received',
        `T: { type: object, properties: { a: ${REF} } }, Size: { type: object, required: [b], properties: { b: { type: string } }, default: ${value} }`,
      )
    const changes = await changesBetween(T('{}'), T('{ b: c }'))
    expect(changes.map(brief)).toEqual(['docs default-added T.a'])
  })
})

describe('readOnly behind a reference', () => {
  const T = (id: string): string =>
    document('both', `T: { type: object, required: [a], properties: { a: ${REF} } }, Size: ${id}`)

  test('leaves a field out of what is sent', async () => {
    const changes = await changesBetween(
      T('{ type: integer }'),
      T('{ type: integer, readOnly: true }'),
    )
    expect(changes.map(brief)).toEqual(['breaking direction-lost T.a'])
  })
})

describe('what only the schema of a parameter says', () => {
  test('is reported for the parameter', async () => {
    const of = (words: string): string => asks(`schema: { type: integer, ${words} }`, '')
    const changes = await changesBetween(of(''), of('description: How many., deprecated: true'))
    expect(changes.map(brief)).toEqual(['docs deprecated find(q)', 'docs docs-changed find(q)'])
  })
})

describe('null next to a reference in allOf', () => {
  const of = (part: string): string =>
    document(
      'received',
      `T: { type: object, properties: { a: { allOf: [${part}] } } }, Size: { type: object, properties: { b: { type: string } } }`,
    )

  test('is null of the whole, and the reference keeps its name', async () => {
    const before = of("{ $ref: '#/components/schemas/Size' }")
    const after = of(
      "{ $ref: '#/components/schemas/Size', nullable: true, description: Its size. }",
    )
    expect((await changesBetween(before, after)).map(brief)).toEqual([
      'docs docs-changed T.a',
      'breaking null-allowed T.a',
    ])
  })
})

test('a type that contains itself by a reference that is not alone', async () => {
  const tree = (limit: number): string =>
    document(
      'both',
      `T: { type: object, properties: { name: { type: string, maxLength: ${limit} }, child: { type: array, items: { type: object, $ref: '#/components/schemas/T' } } } }`,
    )
  expect(await changesBetween(tree(3), tree(3))).toEqual([])
  expect((await changesBetween(tree(3), tree(2))).map(brief)).toEqual([
    'breaking bound-tightened T.name',
  ])
})
