import { describe, expect, test } from 'vitest'
import { compile } from '../../validate/compile.fixture.js'
import { generate, ref, schemasOnly, textOf } from '../generate.fixture.js'

/** What no value fits is reported with what is made of it, and types and validators agree on the rest. */

const S = { type: 'string' }
const FLAG = { type: 'boolean' }
const O = { type: 'object', properties: { q: { type: 'string' } } }

async function made(schema: object) {
  const document = schemasOnly({ S, O, Made: schema })
  const outcome = await generate(document)
  const { validators } = await compile(document)
  const type = /export (?:type|interface) Made\b[ =]*(.*?)\n(?:\n|$)/s.exec(
    textOf(outcome, 'src/types.ts'),
  )?.[1]
  return {
    diagnostics: outcome.diagnostics.map(({ code, at, message }) => {
      const place = at?.pointer.replace('/components/schemas/Made', '')
      return `${code} ${place} ${message}`
    }),
    type: type?.replaceAll(/\s+/g, ' '),
    is: (value: unknown) => validators.Made?.is(value),
  }
}

describe('a type beside a list of members', () => {
  const excluded = (place: string, type: string): string =>
    `TW2012 ${place} no value fits this member: \`type\` beside the list says ${type}; its values are accepted all the same`

  // What Aptos says of its values: the members are right, and the type is not.
  test.each<[string, object, string, string, string, unknown, unknown]>([
    ['a text', { type: 'object', oneOf: [S, O] }, '/oneOf/0', 'object', 'string', 'x', 5],
    ['a name', { type: 'object', anyOf: [ref('S'), ref('O')] }, '/anyOf/0', 'object', 'S', 'x', 5],
    [
      'all but null',
      { type: ['object', 'null'], oneOf: [S, { type: 'null' }, O] },
      '/oneOf/0',
      'object or null',
      'string',
      'x',
      5,
    ],
  ])('does not exclude %s', async (_, schema, place, said, type, yes, no) => {
    const { diagnostics, type: found, is } = await made(schema)
    expect(diagnostics).toEqual([excluded(place, said)])
    expect(found).toContain(type)
    expect([is(yes), is(no)]).toEqual([true, false])
  })

  test.each<[string, object, string, string, string, unknown, unknown]>([
    ['an object', { type: 'string', oneOf: [S, O] }, '/oneOf/1', 'string', 'string', 'x', {}],
    ['a text', { type: 'boolean', anyOf: [FLAG, S] }, '/anyOf/1', 'boolean', 'boolean', true, 'x'],
  ])('of values leaves %s out', async (_, schema, place, said, type, yes, no) => {
    const { diagnostics, type: found, is } = await made(schema)
    expect(diagnostics).toEqual([
      excluded(place, said).replace(
        'its values are accepted all the same',
        'the member is left out',
      ),
    ])
    expect(found).toBe(type)
    expect([is(yes), is(no)]).toEqual([true, false])
  })

  // Nobody is told of what no type has, so that there the schema means what it says.
  test.each<[string, object, unknown, unknown]>([
    ['contains', { type: 'array', contains: { type: 'object', oneOf: [S, O] } }, [{}], ['x']],
    ['not', { type: 'string', not: { type: 'object', oneOf: [S, O] } }, 'x', 5],
  ])('excludes it inside of `%s`', async (_, schema, yes, no) => {
    const { diagnostics, is } = await made(schema)
    expect(diagnostics).toEqual([])
    expect([is(yes), is(no)]).toEqual([true, false])
  })

  test.each<[string, object]>([
    ['a number beside integers', { type: 'integer', anyOf: [{ type: 'number' }, { minimum: 3 }] }],
    ['several types', { type: ['object', 'string'], oneOf: [S, O] }],
    ['null', { type: ['object', 'null'], oneOf: [O, { type: 'null' }] }],
    ['a member without type', { type: 'object', anyOf: [{ properties: { a: S } }, O] }],
  ])('says nothing of %s', async (_, schema) => {
    const { diagnostics } = await made(schema)
    expect(diagnostics.filter((each) => each.startsWith('TW2012'))).toEqual([])
  })
})

describe('a part of `allOf`', () => {
  test.each<[string, object, string, string, unknown]>([
    ['items', { allOf: [S, { items: { type: 'integer' } }] }, '/allOf/1/items', 'string', 'x'],
    ['items', { type: 'string', allOf: [{ items: {} }] }, '/allOf/0/items', 'string', 'x'],
    ['items', { allOf: [ref('S'), { items: {} }] }, '/allOf/1/items', 'S', 'x'],
    [
      'prefixItems',
      { allOf: [{ prefixItems: [S] }, { const: 3 }] },
      '/allOf/0/prefixItems',
      '3',
      3,
    ],
    ['properties', { allOf: [S, { properties: { a: S } }] }, '/allOf/1/properties', 'string', 'x'],
    ['items', { allOf: [O, { items: S }] }, '/allOf/1/items', '{ q?: string }', { q: 'x' }],
  ])(
    'with `%s` alone has no effect beside another type: %s',
    async (keyword, schema, place, type, yes) => {
      const { diagnostics, type: found, is } = await made(schema)
      expect(diagnostics).toEqual([
        expect.stringMatching(
          `TW2015 ${place} \`${keyword}\` constrains only (?:array|object)s, and another part of this schema says \\w+; it has no effect`,
        ),
      ])
      expect(found).toBe(type)
      expect([is(yes), is([1])]).toEqual([true, false])
    },
  )

  test('of another type than the other is reported', async () => {
    const { diagnostics, is } = await made({ allOf: [S, { type: 'array', items: S }] })
    expect(diagnostics).toEqual([
      'TW2012  no value fits: one part of this schema says string, and one array; the type is that of all parts',
    ])
    expect([is('x'), is([])]).toEqual([false, false])
  })
})

test('the tag of a member that is described twice', async () => {
  const kind = (value: unknown) => ({ properties: { kind: { const: value } } })
  const member = (...values: readonly unknown[]) => ({
    allOf: values.map(kind),
    required: ['kind'],
  })
  const { diagnostics } = await made({ oneOf: [member('c'), member('a', 1)] })
  expect(diagnostics).toEqual([
    'TW2012 /oneOf/1/allOf/1/properties/kind no value fits: another part of this schema describes "kind" differently; this one counts',
  ])
})

test('the tag of a union beside which another tag is described', async () => {
  const member = (value: string, more: string) => ({
    properties: { kind: { const: value }, [more]: S },
    required: ['kind', more],
  })
  const inner = { oneOf: [member('a', 'x'), member('b', 'y')] }
  const { diagnostics } = await made({
    oneOf: [member('a', 'z'), { allOf: [{ properties: { kind: { const: 'c' } } }, inner] }],
    discriminator: { propertyName: 'kind' },
  })
  expect(diagnostics.filter((each) => each.startsWith('TW2012'))).toEqual(
    [0, 1].map(
      (index) =>
        `TW2012 /oneOf/1/allOf/1/oneOf/${index}/properties/kind no value fits: another part of this schema describes "kind" differently; this one counts`,
    ),
  )
})
