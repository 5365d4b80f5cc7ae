import { describe, expect, test } from 'vitest'
import { generate, ref, schemasOnly, textOf } from '../lower/generate.fixture.js'
import { compile } from '../validate/compile.fixture.js'

/** What can be seen to match nothing, or never to match alone, is reported with what is made of it. */

const A = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }

async function reported(schemas: object): Promise<string[]> {
  const { diagnostics } = await generate(schemasOnly(schemas))
  return diagnostics.map(({ code, message, at }) => `${code} ${at?.pointer} ${message}`)
}

describe('a member of `oneOf`', () => {
  const twice = (index: number, other: number): string =>
    `TW2012 /components/schemas/S/oneOf/${index} each value of this member fits member ${other} of \`oneOf\` as well, which means exactly one; only strict validators refuse it`

  test.each<[string, object[], number, number, unknown]>([
    ['of a narrower type', [{ type: 'integer' }, { type: 'number' }], 0, 2, 5],
    ['of texts beside all texts', [{ type: 'string' }, { enum: ['a', 'b'] }], 1, 1, 'a'],
    ['of values that another lists', [{ enum: ['a', 'b'] }, { const: 'b' }], 1, 1, 'b'],
    ['beside any value', [{}, { type: 'boolean' }], 1, 1, true],
    ['beside all objects', [{ type: 'object' }, ref('A')], 1, 1, { a: 'x' }],
    ['that is there twice', [ref('A'), ref('A')], 1, 1, { a: 'x' }],
  ])('%s never matches alone', async (_, oneOf, index, other, value) => {
    const schemas = { A, S: { oneOf } }
    expect(await reported(schemas)).toContain(twice(index, other))
    const { validators } = await compile(schemasOnly(schemas))
    expect(validators.S?.is(value)).toBe(true)
    expect(validators.S?.strict.is(value)).toBe(false)
  })

  test.each<[string, unknown]>([
    ['false', false],
    ['not anything', { not: {} }],
    ['no value listed', { enum: [] }],
  ])('that is %s has no value', async (_, member) => {
    expect(await reported({ S: { oneOf: [member, { type: 'string' }] } })).toContain(
      'TW2012 /components/schemas/S/oneOf/0 no value fits this member of `oneOf`',
    )
  })

  test.each<[string, object[]]>([
    ['types', [{ type: 'string' }, { type: 'integer' }]],
    [
      'formats',
      [
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date-time' },
      ],
    ],
    ['a format', [{ type: 'string' }, { type: 'string', format: 'date' }]],
    ['bounds', [{ type: 'number', minimum: 5 }, { type: 'integer' }]],
    ['values', [{ enum: ['a'] }, { enum: ['b'] }]],
  ])('may be distinguished by %s', async (_, oneOf) => {
    expect(await reported({ S: { oneOf } })).toEqual([])
  })
})

test.each(['allOf', 'oneOf', 'anyOf'])(
  '%s among properties is reported and ignored',
  async (word) => {
    const S = { type: 'object', properties: { b: { type: 'string' }, [word]: [ref('A')] } }
    expect(await reported({ A, S })).toEqual([
      `TW2005 /components/schemas/S/properties/${word} \`${word}\` among \`properties\` is a property name, not a keyword; it is ignored`,
    ])
    const made = await generate(schemasOnly({ A, S }))
    expect(textOf(made, 'src/types.ts')).toMatch(/export interface S \{\n {2}b\?: string\n\}/)
    const named = { type: 'object', properties: { [word]: ref('A') } }
    expect(await reported({ A, S: named })).toEqual([])
  },
)

test('a member whose properties contradict its type has the type', async () => {
  const properties = { kind: { const: 'a' } }
  const oneOf = [
    { type: 'string', properties, required: ['kind'] },
    { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] },
  ]
  const made = await generate(schemasOnly({ S: { oneOf } }))
  expect(made.diagnostics.map(({ code }) => code)).toEqual(['TW2015'])
  expect(textOf(made, 'src/types.ts')).toMatch(/export type S =\n {2}\| string\n {2}\| \{\n/)
  const { validators } = await compile(schemasOnly({ S: { oneOf } }))
  expect(['x', { kind: 'b' }].every((value) => validators.S?.is(value))).toBe(true)
  expect(validators.S?.is({ kind: 'a' })).toBe(false)
})

test('a union inside that has the tag of another member is distinguished by nothing', async () => {
  const kind = (tag: string, more: string): object => ({
    type: 'object',
    required: ['kind', more],
    properties: { kind: { const: tag }, [more]: { type: 'string' } },
  })
  const schemas = {
    A: kind('a', 'x'),
    B: kind('b', 'x'),
    C: kind('a', 'y'),
    Inner: { oneOf: [ref('A'), ref('B')] },
    S: { oneOf: [ref('Inner'), ref('C')], discriminator: { propertyName: 'kind' } },
  }
  expect(await reported(schemas)).toEqual([
    'TW3004 /components/schemas/S/discriminator the discriminator "kind" does not distinguish all members; the type is a plain union',
  ])
  const { validators } = await compile(schemasOnly(schemas))
  for (const value of [
    { kind: 'a', x: 'x' },
    { kind: 'b', x: 'x' },
    { kind: 'a', y: 'x' },
  ])
    expect(validators.S?.check(value)).toEqual([])
})
