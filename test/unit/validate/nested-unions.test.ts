import { describe, expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

const text = { type: 'string' }

function object(properties: object) {
  return { type: 'object', required: Object.keys(properties), properties }
}

const tagged = (tag: string, more: object = {}) => object({ type: { const: tag }, ...more })
const inner = { oneOf: [object({ deposit: text }), object({ withdraw: text })] }

describe('keys of a union that is a member of another', () => {
  test.each([
    ['by reference', { $ref: '#/$defs/Inner' }],
    ['in place', inner],
    ['two levels deep', { oneOf: [{ $ref: '#/$defs/Inner' }, object({ borrow: text })] }],
  ])('are kinds of both: %s', async (_, member) => {
    const { diagnostics, validators, unions } = await compile({
      $defs: { Inner: inner, Outer: { oneOf: [member, object({ swap: text })] } },
    })
    expect(diagnostics).toEqual([])
    const { Outer } = validators
    for (const kind of ['deposit', 'withdraw', 'swap']) {
      expect(unions.outerKind?.({ [kind]: 'x' })).toBe(kind)
      expect(Outer?.strict.check({ [kind]: 'x' })).toEqual([])
      expect(Outer?.check({ [kind]: 5 }).map(({ path }) => path)).toEqual([kind])
    }
    const tomorrow = { lend: 'x' }
    expect(Outer?.is(tomorrow)).toBe(true)
    expect(Outer?.drift(tomorrow)).toHaveLength(1)
    expect(Outer?.strict.is(tomorrow)).toBe(false)
    for (const wrong of [{}, { deposit: 'x', swap: 'x' }, { deposit: 'x', withdraw: 'x' }]) {
      expect(unions.outerKind?.(wrong)).toBeUndefined()
      expect(Outer?.check(wrong)).toHaveLength(1)
    }
  })

  test('stay as they are where some may be there together', async () => {
    const any = { anyOf: [object({ a: text }), object({ b: text })] }
    const { validators, unions } = await compile({
      $defs: { Any: any, Outer: { oneOf: [{ $ref: '#/$defs/Any' }, object({ c: text })] } },
    })
    expect(unions.outerKind).toBeUndefined()
    expect(validators.Outer?.strict.is({ a: 'x', b: 'x' })).toBe(true)
  })
})

test('values of a property of a union that is a member of another are kinds of both', async () => {
  const { validators, unions } = await compile({
    $defs: {
      Inner: { oneOf: [tagged('a', { x: text }), tagged('b')] },
      Outer: { anyOf: [{ $ref: '#/$defs/Inner' }, tagged('c')] },
    },
  })
  for (const kind of ['b', 'c']) expect(unions.outerKind?.({ type: kind })).toBe(kind)
  expect(validators.Outer?.check({ type: 'a', x: 5 }).map(({ path }) => path)).toEqual(['x'])
  expect(validators.Outer?.drift({ type: 'd' })).toHaveLength(1)
  expect(validators.Outer?.is({})).toBe(false)
})

test.each([
  ['each union maps its own', { a: 'A', b: 'B' }, { c: 'C' }],
  ['the outer one maps all', undefined, { a: 'A', b: 'B', c: 'C' }],
])('discriminators inside each other: %s', async (_, within, around) => {
  const discriminator = (mapping: object | undefined) =>
    mapping && { discriminator: { propertyName: 'type', mapping } }
  const refs = (names: readonly string[]) =>
    names.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const { diagnostics, unions } = await compile({
    openapi: '3.1.0',
    info: { title: 'Nested', version: '1' },
    paths: {},
    components: {
      schemas: {
        A: object({ type: text, a: text }),
        B: object({ type: text, b: text }),
        C: object({ type: text, c: text }),
        Inner: { oneOf: refs(['A', 'B']), ...discriminator(within) },
        Outer: { oneOf: refs(['Inner', 'C']), ...discriminator(around) },
      },
    },
  })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  for (const type of ['a', 'b', 'c']) expect(unions.outerKind?.({ type })).toBe(type)
  expect(unions.outerKind?.({ type: 'A' })).toBeUndefined()
})

test('a document that repeats its unions asks neither for time nor for kinds without end', async () => {
  const levels = Array.from({ length: 12 }, (_, level) => [
    `Level${level}`,
    { oneOf: Array.from({ length: 40 }, () => ({ $ref: `#/$defs/Level${level + 1}` })) },
  ])
  const { unions } = await compile({
    $defs: { ...Object.fromEntries(levels), Level12: inner },
  })
  expect(unions.level12Kind?.({ deposit: 'x' })).toBe('deposit')
  expect(unions.level0Kind).toBeUndefined()
})
