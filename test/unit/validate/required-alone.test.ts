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

test('beside additional properties of any type, it is one of these', async () => {
  const S = { ...id, required: ['kind'], additionalProperties: true }
  const made = await generate(schemasOnly({ S }))
  expect(codesOf(made)).toEqual([])
  expect(textOf(made, 'src/types.ts')).toMatch(/export interface S \{[^}]*\n {2}kind: unknown\n/)
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

  test.each<[string, object]>([
    ['another part describes', { allOf: [id, { required: ['id'] }] }],
    ['the schema around describes', { ...id, anyOf: [{ required: ['id'] }, { required: [] }] }],
    ['patterns may describe', { ...id, patternProperties: { '^k': {} }, required: ['kind'] }],
  ])('is not one that %s', async (_, S) => {
    const made = await generate(schemasOnly({ S }))
    expect(codesOf(made)).toEqual([])
    expect(textOf(made, 'src/types.ts')).not.toContain('kind: unknown')
  })
})
