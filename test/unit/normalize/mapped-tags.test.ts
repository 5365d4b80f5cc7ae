import { expect, test } from 'vitest'
import { codesOf, generate, ref, schemasOnly, textOf } from '../lower/generate.fixture.js'
import { compile } from '../validate/compile.fixture.js'

/** A mapping can have tags that the enum of the property lacks, often because members inherit that enum. */

const address = (name: string): string => `#/components/schemas/${name}`
const listed = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: ['a', 'b'] } },
}
const subtype = (property: string): object => ({
  allOf: [ref('Base'), { type: 'object', properties: { [property]: { type: 'string' } } }],
})
const union = (mapping: object): object => ({
  oneOf: [ref('A'), ref('B')],
  discriminator: { propertyName: 'kind', mapping },
})

const documents: readonly (readonly [string, object])[] = [
  ['in the base', { Base: listed, A: subtype('x'), B: subtype('y') }],
  [
    'by a reference',
    {
      Kind: { type: 'string', enum: ['a', 'b'] },
      Base: { ...listed, properties: { kind: ref('Kind') } },
      A: subtype('x'),
      B: subtype('y'),
    },
  ],
  ['in the member', { A: listed, B: { ...listed, properties: { ...listed.properties, y: {} } } }],
]

test.each(documents)('a tag that the enum lacks, %s', async (_, schemas) => {
  const mapping = { a: address('A'), b: address('B'), c: address('B') }
  const document = schemasOnly({ ...schemas, U: union(mapping) })
  for (const enums of ['answers', 'closed'] as const) {
    const made = await generate(document, { enums })
    expect(codesOf(made)).toEqual(['warning TW3005'])
    expect(made.diagnostics[0]?.message).toBe(
      '"c" is mapped to a schema whose "kind" does not list it; it is read as one of the values',
    )
    expect(made.diagnostics[0]?.at?.pointer).toBe('/components/schemas/U/discriminator/mapping/c')
    expect(textOf(made, 'src/unions.ts')).toContain("export type UKind = 'a' | 'b' | 'c'")
    const { validators, unions } = await compile(document, { enums })
    expect(validators.U?.strict.check({ kind: 'c' })).toEqual([])
    expect(unions.uKind?.({ kind: 'c' })).toBe('c')
    expect(validators.U?.strict.is({ kind: 'd' })).toBe(false)
  }
})

test('a single value is a tag itself, and a mapping that contradicts it is only reported', async () => {
  const Base = { ...listed, properties: { kind: { type: 'string', enum: ['a'] } } }
  const schemas = { Base, A: subtype('x'), B: subtype('y') }
  const made = await generate(
    schemasOnly({ ...schemas, U: union({ a: address('A'), c: address('B') }) }),
  )
  expect(codesOf(made)).toEqual(['warning TW3004', 'warning TW3005'])
  expect(made.diagnostics[1]?.message).toBe('"c" is mapped to a schema whose "kind" is "a"')
})

test('names of schemas are mapped as addresses are, and what is listed is left alone', async () => {
  const schemas = { Base: listed, A: subtype('x'), B: subtype('y') }
  const made = await generate(schemasOnly({ ...schemas, U: union({ a: 'A', b: 'B' }) }))
  expect(codesOf(made)).toEqual([])
  const more = await generate(schemasOnly({ ...schemas, U: union({ a: 'A', z: 'B' }) }))
  expect(codesOf(more)).toEqual(['warning TW3005'])
})
