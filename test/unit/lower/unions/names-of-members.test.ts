import { describe, expect, test } from 'vitest'
import { lowered, openapi, ref } from '../../schema-model.fixture.js'
import { shapeText } from '../shape-text.fixture.js'
import { all, is, record, S, shapesOf } from './shapes-of.fixture.js'

// Members that are names of other schemas.

async function shapeOfT(schemas: object): Promise<readonly string[]> {
  const { model, codes } = await lowered(openapi(schemas))
  const T = model.declarations.find(({ name }) => name === 'T')
  return [...(T ? [shapeText(T.shape)] : []), ...codes]
}

const names = {
  B: ref('A'),
  C: { allOf: [ref('B')], description: 'C' },
  D: { $ref: '#/components/schemas/C', description: 'D' },
}

describe('a name of a name of', () => {
  test.each(['A', 'B', 'C', 'D'])('a union has its kinds: %s', async (name) => {
    const A = { oneOf: [all({ a: S }), all({ b: S })] }
    const T = { oneOf: [ref(name), all({ c: S })] }
    expect(await shapeOfT({ T, A, ...names })).toEqual([
      'by key { a: string, b: string, c: string }',
    ])
  })

  test.each(['A', 'B', 'C', 'D'])('what is mapped has its tag: %s', async (name) => {
    const T = {
      oneOf: [ref(name), ref('Z')],
      discriminator: {
        propertyName: 't',
        mapping: { a: '#/components/schemas/A', z: '#/components/schemas/Z' },
      },
    }
    const schemas = { T, A: all({ t: S, x: S, y: S }), Z: all({ t: S, z: S }), ...names }
    expect(await shapeOfT(schemas)).toEqual([`by t { a: ${name}, z: Z }`])
  })

  test('a member has the tag that is mapped to that name itself', async () => {
    const T = {
      oneOf: [ref('A'), ref('B')],
      discriminator: {
        propertyName: 't',
        mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' },
      },
    }
    expect(await shapeOfT({ T, A: all({ t: S, x: S, y: S }), B: ref('A') })).toEqual([
      'by t { a: A, b: B }',
    ])
  })

  test('a union with properties beside it has them, too', async () => {
    const A = { oneOf: [all({ a: S }), all({ b: S })] }
    const beside = { ...ref('A'), ...all({ id: S }) }
    expect(await shapeOfT({ T: { oneOf: [beside, all({ c: S, id: S })] }, A })).toEqual([
      'by key { a: string, b: string, c: string } beside id: string',
    ])
  })

  test('a union is none of its members', async () => {
    const T = { oneOf: [ref('T'), all({ a: S }), all({ b: S })] }
    expect(await shapeOfT({ T })).toEqual(['by key { a: string, b: string }', 'TW1005'])
  })

  test('a schema inside another one is a tag by its last name', async () => {
    const inside = { $ref: '#/components/schemas/G/properties/x' }
    const G = record({ x: all({ t: S, x: S, y: S }) })
    const T = { oneOf: [inside, ref('A')], discriminator: { propertyName: 't' } }
    expect(await shapeOfT({ T, G, A: all({ t: S, z: S, w: S }) })).toEqual(['by t { x: x, A: A }'])
  })

  test('a union that nothing distinguishes is reported', async () => {
    const A = { oneOf: [all({ a: S, x: S }), all({ b: S, y: S })] }
    expect(await shapeOfT({ T: { oneOf: [ref('C'), all({ c: S, z: S })] }, A, ...names })).toEqual([
      'one of { C: C, #2: { c: string, z: string } }',
      'TW3003',
      'TW3003',
    ])
  })
})

describe('a list of one member', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'is this member',
      { oneOf: [{ oneOf: [all({ a: S })] }, all({ b: S })] },
      'by key { a: string, b: string }',
      'by key { a: string }',
    ],
    [
      'whatever its word',
      { oneOf: [{ anyOf: [all({ a: S })] }, all({ b: S })] },
      'by key { a: string, b: string }',
      'by key { a: string }',
    ],
    [
      'with a tag',
      { oneOf: [{ oneOf: [all({ t: is('a'), x: S, y: S })] }, all({ t: is('b') })] },
      'by t { a: { x: string, y: string }, b }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})
