import { describe, expect, test } from 'vitest'
import { codesOf, generate, ref, schemasOnly, textOf } from '../lower/generate.fixture.js'
import { compile } from './compile.fixture.js'

/** What is required and described nowhere is a property of unknown type: validators refuse values without it. */

const id = { type: 'object', properties: { id: { type: 'string' } } }

const schemas: readonly (readonly [string, object])[] = [
  ['beside properties', { ...id, required: ['kind'] }],
  ['alone', { type: 'object', required: ['kind'] }],
  ['beside allOf', { allOf: [ref('Id')], required: ['kind'] }],
  ['in a part of allOf', { allOf: [ref('Id'), { required: ['kind'] }] }],
]

/** A member with one property. */
function kindOf(kind: object, name = 'kind'): object {
  return { type: 'object', properties: { [name]: kind } }
}

function tagged(kind: string): object {
  return { ...kindOf({ const: kind }), required: ['kind'] }
}

test('beside additional properties of any type, it is one of these', async () => {
  const S = { ...id, required: ['kind'], additionalProperties: true }
  const made = await generate(schemasOnly({ S }))
  expect(codesOf(made)).toEqual([])
  expect(textOf(made, 'src/types.ts')).toMatch(/export interface S \{[^}]*\n {2}kind: unknown\n/)
})

describe('a required property that a member of a union does not describe', () => {
  const a = kindOf({ type: 'string' }, 'a')
  const b = kindOf({ type: 'string' }, 'b')
  const tag = (kind: string) => kindOf({ const: kind })

  test.each<[string, object, RegExp]>([
    [
      'of a union by a property',
      {
        oneOf: [
          { ...tag('x'), required: ['kind', 'name'] },
          { ...tag('y'), required: ['kind'] },
        ],
      },
      /interface SX \{\s+kind: 'x'\s+name: unknown\s+\}/,
    ],
    [
      'of a union by a key',
      {
        oneOf: [
          { ...a, required: ['a', 'name'] },
          { ...b, required: ['b'] },
        ],
      },
      /\ba: string\s+name: unknown\s/,
    ],
    [
      'of a union without tags',
      {
        anyOf: [
          { ...a, required: ['name'] },
          { ...b, required: ['b'] },
        ],
      },
      /\ba\??: string\s+name: unknown\s/,
    ],
    [
      'beside other properties',
      {
        ...id,
        oneOf: [
          { ...a, required: ['a', 'name'] },
          { ...b, required: ['b', 'id'] },
        ],
      },
      /\ba: string\s+name: unknown\s/,
    ],
  ])('is one of unknown type: %s', async (_, S, type) => {
    const document = schemasOnly({ S })
    const made = await generate(document)
    expect(codesOf(made)).toContain('warning TW2009')
    const text = `${textOf(made, 'src/types.ts')}${textOf(made, 'src/unions.ts')}`
    expect(text).toMatch(type)
    const { validators } = await compile(document)
    const value = { kind: 'x', a: 'a', id: 'id' }
    expect(validators.S?.is(value)).toBe(false)
    expect(validators.S?.is({ ...value, name: 1 })).toBe(true)
  })

  test.each<[string, object]>([
    [
      'the schema around it describes it',
      { ...kindOf({}, 'name'), oneOf: [{ ...a, required: ['name'] }, b] },
    ],
    ['only names are required', { ...id, anyOf: [{ required: ['name'] }, { required: ['id'] }] }],
    [
      'a part beside it may describe it',
      { allOf: [ref('Id'), { oneOf: [{ ...a, required: ['id'] }, b] }] },
    ],
    [
      'it is the discriminator',
      { discriminator: { propertyName: 'name' }, oneOf: [{ ...a, required: ['name'] }, b] },
    ],
    [
      'a schema refers beside it',
      { $ref: '#/components/schemas/Id', oneOf: [{ ...a, required: ['id'] }, b] },
    ],
    [
      'another union may describe it',
      { anyOf: [kindOf({}, 'name')], oneOf: [{ ...a, required: ['name'] }, b] },
    ],
  ])('is none if %s', async (_, S) => {
    expect(codesOf(await generate(schemasOnly({ S, Id: id })))).not.toContain('warning TW2009')
  })
})

describe('a required property that is not described', () => {
  test.each(schemas)('%s', async (_, S) => {
    const document = schemasOnly({ S, Id: id })
    const made = await generate(document)
    expect(codesOf(made)).toEqual(['warning TW2009'])
    expect(textOf(made, 'src/types.ts')).toMatch(/export interface S \{[^}]*\n {2}kind: unknown\n/)
    const { validators } = await compile(document)
    for (const value of [{}, { id: 'x' }]) expect(validators.S?.is(value)).toBe(false)
    for (const value of [{ kind: null }, { kind: 1, id: 'x' }])
      expect(validators.S?.is(value)).toBe(true)
  })

  test.each<[string, object, RegExp]>([
    [
      'beside additional properties of a type',
      { type: 'object', additionalProperties: { type: 'number' } },
      /interface S \{\s+kind: number\s+\[key: string\]: number\s+\}/,
    ],
    [
      'beside properties and additional ones of a type',
      { ...id, additionalProperties: { type: 'number' } },
      /interface S \{\s+id\?: string\s+kind: number\s/,
    ],
    [
      'beside additional properties of any type alone',
      { type: 'object', additionalProperties: true },
      /interface S \{\s+kind: unknown\s+\[key: string\]: unknown\s+\}/,
    ],
    [
      'in a part with additional properties',
      { allOf: [ref('Id'), { required: ['kind'], additionalProperties: { type: 'number' } }] },
      /interface S \{\s+id\?: string\s+kind: number\s/,
    ],
    [
      'of a name that a pattern describes',
      { type: 'object', patternProperties: { '^k': { type: 'number' } } },
      /interface S \{\s+kind: number\s/,
    ],
    [
      'beside members that describe it',
      { ...id, oneOf: [kindOf({ type: 'integer' }), kindOf({ type: 'boolean' })] },
      /S = \{\s+id\?: string\s+kind: unknown\s+\} & \(/,
    ],
  ])('has the type that is described elsewhere: %s', async (_, S, type) => {
    const document = schemasOnly({ S: { required: ['kind'], ...S }, Id: id })
    const made = await generate(document)
    expect(codesOf(made)).not.toContain('warning TW2009')
    expect(textOf(made, 'src/types.ts')).toMatch(type)
    const { validators } = await compile(document)
    expect(validators.S?.is({})).toBe(false)
    expect(validators.S?.is({ kind: 1 })).toBe(true)
  })

  test.each<[string, object]>([
    ['where no others are allowed', { ...id, additionalProperties: false }],
    ['without a type', {}],
    ['beside members that lack it', { anyOf: [kindOf({}, 'b'), kindOf({ type: 'null' }, 'c')] }],
  ])('%s: it is reported, and of unknown type', async (_, S) => {
    const document = schemasOnly({ S: { required: ['kind'], ...S } })
    const made = await generate(document)
    expect(codesOf(made)).toContain('warning TW2009')
    expect(textOf(made, 'src/types.ts') + textOf(made, 'src/unions.ts')).toMatch(
      /\n {2}kind: unknown\n/,
    )
    const { validators } = await compile(document)
    expect(validators.S?.is({})).toBe(false)
    expect(validators.S?.is({ kind: 1, id: 'x', b: 1 })).toBe(true)
  })

  test('of an object that is a property of a member, it is part of its type', async () => {
    const inside = { type: 'object', properties: { a: {} }, required: ['kind'] }
    const S = { oneOf: [kindOf(inside, 'x'), kindOf({ type: 'string' }, 'y')] }
    const made = await generate(schemasOnly({ S }))
    expect(codesOf(made)).toContain('warning TW2009')
    expect(textOf(made, 'src/unions.ts')).toMatch(/\n {4}kind: unknown\n/)
  })

  test.each<[string, object]>([
    ['every member requires', { oneOf: [tagged('a'), tagged('b')], required: ['kind'] }],
    [
      'members inside the members require',
      { oneOf: [{ oneOf: [tagged('a'), ref('B')] }, ref('C')] },
    ],
    ['another part describes', { allOf: [id, { required: ['id'] }] }],
    ['the schema around describes', { ...id, anyOf: [{ required: ['id'] }, { required: [] }] }],
  ])('is not one that %s', async (_, S) => {
    const made = await generate(schemasOnly({ S, B: tagged('b'), C: tagged('c') }))
    expect(codesOf(made)).toEqual([])
    for (const file of ['src/types.ts', 'src/unions.ts'])
      expect(textOf(made, file)).not.toContain('kind: unknown')
  })
})
