import { describe, expect, test } from 'vitest'
import { isLong } from '../../property/length.js'
import { codesOf, generate, ref, schemasOnly } from './generate.fixture.js'

const A = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }

/** `S0`, which everything ends at, and what each of the others makes of the one before it. */
function chain(length: number, link: (before: object, index: number) => object): object {
  const schemas: Record<string, object> = { S0: A }
  for (let index = 1; index <= length; index++)
    schemas[`S${index}`] = link(ref(`S${index - 1}`), index)
  return schemasOnly(schemas)
}

const doubled: readonly [string, (before: object, index: number) => object][] = [
  ['oneOf', (each) => ({ oneOf: [each, each] })],
  ['anyOf', (each) => ({ anyOf: [each, { ...each, description: 'Again.' }] })],
  ['allOf', (each) => ({ allOf: [each, each] })],
  ['not', (each) => ({ allOf: [{ not: each }, { not: each }] })],
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
  ['if', (each) => ({ if: each, then: each, else: each })],
  [
    'allOf of oneOf',
    (each, n) => ({ allOf: [{ oneOf: [each, each] }, { properties: { [`p${n}`]: {} } }] }),
  ],
  [
    'keys',
    (l, n) => ({
      oneOf: [l, l].map((each, at) => ({
        type: 'object',
        properties: { [`k${n}${at}`]: each },
        required: [`k${n}${at}`],
      })),
    }),
  ],
  ['beside', (each, n) => ({ properties: { [`p${n}`]: A }, anyOf: [each, each] })],
  ['unevaluated', (each) => ({ oneOf: [each, each], unevaluatedProperties: false })],
]

describe('doubled in each of 40 steps', () => {
  test.each(doubled)('%s', async (_, link) => {
    // Of the processor: other programs of this machine are not what is measured.
    const start = process.cpuUsage()
    const { diagnostics } = await generate(chain(40, link))
    expect(diagnostics.map(({ code }) => code)).not.toContain('TW9002')
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(15_000)
  })
})

/** Each of 9 schemas has all of the next level among its parts. */
function levels(leaf: (index: number) => object): object {
  const nine = [...Array(9).keys()]
  const schemas: Record<string, object> = {}
  for (let level = 0; level < 10; level++) {
    const parts = nine.map((index) => ref(`L${level + 1}x${index}`))
    for (const index of nine) {
      schemas[`L${level}x${index}`] = level < 9 ? { allOf: parts } : leaf(index)
    }
  }
  const k = (each: object): object => ({ properties: { k: each } })
  return schemasOnly({ ...schemas, B: A, K: { allOf: [k(ref('B')), k(ref('L0x0'))] } })
}

describe('ten levels of parts that share all of theirs', () => {
  test.each<[string, (index: number) => object]>([
    ['of objects', (index) => ({ type: 'object', properties: { [`p${index}`]: {} } })],
    ['of objects or null', () => ({ type: ['object', 'null'], properties: { p: {} } })],
    ['of texts', (index) => ({ type: 'string', minLength: index })],
    ['of texts or null', (index) => ({ type: ['string', 'null'], minLength: index })],
  ])('%s', async (_, leaf) => {
    const start = process.cpuUsage()
    expect((await generate(levels(leaf))).files).toBeDefined()
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(15_000)
  })
})

/** Deep enough to end the stack of a recursion, which takes several frames a step; at night it would take one. */
const CHAIN = isLong ? 8000 : 2500

describe('chains of thousands of schemas', () => {
  const links: readonly [string, (before: object) => object][] = [
    ['$ref', (each) => each],
    ['allOf', (each) => ({ allOf: [each, { properties: { b: {} } }] })],
    ['oneOf', (each) => ({ oneOf: [each, { type: 'string' }] })],
    ['not', (each) => ({ not: each })],
  ]
  test.each(links)('%s: one message that names the limit', async (_, link) => {
    const made = await generate(chain(CHAIN, link))
    expect(codesOf(made)).toEqual(['error TW1011'])
    expect(made.diagnostics[0]?.message).toContain('512 steps')
  })

  const ways: readonly [string, (before: object) => object][] = [
    ['properties', (next) => ({ type: 'object', properties: { next } })],
    ['additionalProperties', (each) => ({ additionalProperties: each })],
    ['items', (each) => ({ type: 'array', items: each })],
    [
      'a nullable list',
      (each) => ({ type: ['array', 'null'], items: { anyOf: [each, { type: 'null' }] } }),
    ],
  ]
  test.each(ways)('%s: read', { timeout: 60_000 }, async (_, link) => {
    const made = await generate(chain(CHAIN, link), { shapesOnly: true })
    expect(made.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

test('products of unions that are too large: one message', async () => {
  const narrowed = (index: number, more: object): object => ({ ...ref(`Q${index}`), ...more })
  const union = (index: number): object => ({
    type: 'object',
    properties: {
      a: { oneOf: [ref(`Q${index}`), narrowed(index, { nullable: true, minProperties: 2 })] },
      b: {
        items: {
          oneOf: [narrowed(index, { required: ['a'] }), narrowed(index, { required: ['b'] })],
        },
      },
    },
  })
  const levels = Array.from({ length: 20 }, (_, index) => [`Q${index}`, union(index + 1)])
  const made = await generate(schemasOnly({ ...Object.fromEntries(levels), Q20: A }))
  expect(codesOf(made)).toEqual(['error TW1011'])
})

describe('each level is read once', () => {
  const kind = (name: string): object => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: name } },
  })
  const ways: readonly [string, number, (next: object, at: number) => object][] = [
    ['unions in unions', 20, (next, at) => ({ oneOf: [next, kind(`k${at}`)] })],
    ['references with siblings', 18, (next, at) => ({ ...next, properties: { [`p${at}`]: next } })],
    [
      'narrowed references',
      18,
      (next, at) => ({ properties: { [`p${at}`]: { ...next, required: ['kind'] } } }),
    ],
  ]
  test.each(ways)('of %s, %i of them', async (_, count, link) => {
    const levels = Array.from({ length: count }, (_, at) => [`L${at}`, link(ref(`L${at + 1}`), at)])
    const document = schemasOnly({ ...Object.fromEntries(levels), [`L${count}`]: kind('last') })
    const start = process.cpuUsage()
    expect((await generate(document)).files).toBeDefined()
    const { user, system } = process.cpuUsage(start)
    // Twice as much with every level would be a quarter of a million schemas.
    expect((user + system) / 1000).toBeLessThan(15_000)
  })
})

describe('schemas that contain themselves', () => {
  const circles: readonly [string, object][] = [
    ['additionalProperties', { additionalProperties: { anyOf: [{ type: 'string' }, ref('J')] } }],
    ['patternProperties', { patternProperties: { '^a': { oneOf: [ref('J'), A] } } }],
    [
      'beside properties',
      { properties: { a: ref('J') }, additionalProperties: { anyOf: [ref('J'), A] } },
    ],
    ['in allOf', { allOf: [A, { additionalProperties: { oneOf: [ref('J'), ref('K')] } }] }],
    ['items', { type: 'array', items: { anyOf: [{ type: 'string' }, ref('J')] } }],
    ['prefixItems', { prefixItems: [ref('J'), { anyOf: [ref('J'), A] }] }],
    ['a key', { oneOf: [{ type: 'object', properties: { j: ref('J') }, required: ['j'] }, A] }],
  ]
  test.each(circles)('%s', async (_, J) => {
    const K = { additionalProperties: { oneOf: [ref('J'), ref('K')] } }
    const made = await generate(schemasOnly({ J, K }))
    expect(codesOf(made).filter((each) => each.startsWith('error'))).toEqual([])
  })
})

describe('more than is read', () => {
  const properties = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`p${n}`, {}]))
  test.each([
    ['properties', schemasOnly({ P: { properties } }), 'more than 10000 properties'],
    [
      'an address',
      { ...schemasOnly({ A }), servers: [{ url: `https://h/${'a'.repeat(1e6)}` }] },
      'an address is longer',
    ],
    ['a name', schemasOnly({ ['a'.repeat(1e6)]: A }), 'a name is longer'],
  ])('%s', async (_, document, message) => {
    const made = await generate(document)
    expect(codesOf(made)).toEqual(['error TW1011'])
    expect(made.diagnostics[0]?.message).toContain(message)
  })
})

describe('long lists', () => {
  const many = (length: number, of: (index: number) => unknown): unknown[] =>
    Array.from({ length }, (_, index) => of(index))

  // With this many arguments, a call of a function exhausts the stack.
  const LENGTH = 140_000

  test.each<[string, object]>([
    ['values of an example', { type: 'array', items: {}, example: many(LENGTH, () => ({})) }],
    ['values of a default', { properties: { a: { default: many(LENGTH, () => ({})) } } }],
    [
      'values of an enum in a union',
      { anyOf: [{ enum: many(LENGTH, (index) => `v${index}`) }, { type: 'object' }] },
    ],
    ['the same type', { type: many(9000, () => 'string') }],
  ])('of %s', async (_, schema) => {
    const { diagnostics, files = [] } = await generate(schemasOnly({ S: schema }))
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(files.length).toBeGreaterThan(0)
  })

  test.each<[string, object]>([
    ['required', { required: many(10_001, (index) => `p${index}`) }],
    ['oneOf', { oneOf: many(10_001, () => ({ type: 'string' })) }],
    ['prefixItems', { prefixItems: many(10_001, () => ({})) }],
    ['dependentRequired', { dependentRequired: { a: many(10_001, (index) => `p${index}`) } }],
  ])('of %s are limited', async (keyword, schema) => {
    const { diagnostics } = await generate(schemasOnly({ S: schema }))
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(`^TW1011 .*\`${keyword}\` has more than 10000 members`),
    ])
  })
})
