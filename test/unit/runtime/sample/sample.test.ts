import { describe, expect, test } from 'vitest'
import {
  type SampleOptions,
  type SampleRule,
  sample,
} from '../../../../packages/runtime/src/sample/index.js'

type Rules = Readonly<Record<string, SampleRule>>

function drawn(rule: SampleRule, options: SampleOptions = {}, rules: Rules = {}): unknown {
  const found = sample(rule, { rules }, options)
  if (!found) throw new Error('nothing was drawn')
  return found.value
}

const text = (more: object = {}): SampleRule => ({ types: ['string'], text: more })
const record = (fields: Readonly<Record<string, SampleRule>>, more: object = {}): SampleRule => ({
  types: ['object'],
  record: {
    fields: Object.entries(fields).map(([name, rule]) => ({ name, rule, required: true })),
    ...more,
  },
})

describe('what a field is called decides what it looks like', () => {
  test.each([
    ['email', /^\w+\.\w+@example\.com$/],
    ['customer_email', /@example\.com$/],
    ['orderId', /^order_\w{8}$/],
    ['price', /^\d+\.\d\d$/],
    ['first_name', /^\p{Lu}\p{Ll}+$/u],
    ['customer_name', /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u],
    ['toolName', /^\p{Lu}\p{Ll}+$/u],
    ['websiteUrl', /^https:\/\/example\.com\//],
    ['avatar', /\.png$/],
    ['created_at', /^2026-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
    ['currency', /^EUR$/],
    ['description', /^A \w+ called \w+\.$/],
  ])('%s', (name, expected) => {
    expect(drawn(record({ [name]: text() }))).toEqual({ [name]: expect.stringMatching(expected) })
  })

  test('a sentence has the article of its noun', () => {
    const said = drawn(record({ order: record({ note: text() }) }))
    expect(said).toEqual({ order: { note: expect.stringMatching(/^An order called \w+\.$/) } })
  })

  test('fields of one object are about the same person', () => {
    const user = drawn(record({ first_name: text(), last_name: text(), email: text() }))
    const { first_name, last_name, email } = user as Record<string, string>
    expect(email).toBe(`${first_name}.${last_name}@example.com`.toLowerCase())
  })

  test.each([['id'], ['name'], ['email']])('%s differs from item to item', (name) => {
    const list = drawn(
      { types: ['array'], list: { items: record({ [name]: text() }) } },
      { items: 5 },
    )
    expect(new Set((list as object[]).map((each) => JSON.stringify(each))).size).toBe(5)
  })
})

test('dates are in order, whatever the seed', () => {
  const names = ['created_at', 'updated_at', 'shippedAt', 'completed_at', 'expires_at']
  const dates = Object.fromEntries(names.map((name) => [name, text({ format: 'date-time' })]))
  for (let seed = 0; seed < 50; seed++) {
    const found = Object.values(drawn(record(dates), { seed }) as Record<string, string>)
    expect(found).toEqual([...found].sort())
    const range = { starts_on: text({ format: 'date' }), ends_on: text({ format: 'date' }) }
    const { starts_on, ends_on } = drawn(record(range), { seed }) as Record<string, string>
    expect(String(starts_on) < String(ends_on)).toBe(true)
  }
})

test('the same seed gives the same data, another seed other data, and a new field changes no other', () => {
  const user = { id: text({ format: 'uuid' }), name: text(), age: { types: ['integer'] } }
  expect(drawn(record(user))).toEqual(drawn(record(user)))
  expect(drawn(record(user), { seed: 1 })).toEqual(drawn(record(user)))
  expect(drawn(record(user), { seed: 2 })).not.toEqual(drawn(record(user)))
  expect(drawn(record({ first: text(), ...user }))).toMatchObject(drawn(record(user)) as object)
})

test.each<readonly [string, SampleRule, (value: unknown) => boolean]>([
  ['a length', text({ least: 12, most: 12 }), (value) => String(value).length === 12],
  ['a short text', text({ most: 2 }), (value) => String(value).length <= 2],
  [
    'a pattern',
    text({ pattern: { source: '^[A-Z]{3}-\\d{4}$', flags: 'u' } }),
    (value) => /^[A-Z]{3}-\d{4}$/.test(String(value)),
  ],
  [
    'a pattern of one length',
    text({ least: 64, most: 64, pattern: { source: '^[0-9a-f]+$', flags: 'u' } }),
    (value) => /^[0-9a-f]{64}$/.test(String(value)),
  ],
  [
    'a choice in a pattern',
    text({ pattern: { source: '^(?:ab|cd){2}(?=.)x?y*\\.\\w$', flags: '' } }),
    (value) => /^(?:ab|cd){2}(?=.)x?y*\.\w$/.test(String(value)),
  ],
  ['a range', { types: ['integer'], number: { least: 7, most: 7 } }, (value) => value === 7],
  [
    'an open range',
    { types: ['number'], number: { above: 0, below: 0.01 } },
    (value) => Number(value) > 0 && Number(value) < 0.01,
  ],
  [
    'a step',
    { types: ['number'], number: { step: 0.25, least: 1 } },
    (value) => Number(value) % 0.25 === 0 && Number(value) >= 1,
  ],
  [
    'a step of integers',
    { types: ['integer'], number: { step: 15, above: 100 } },
    (value) => Number(value) % 15 === 0,
  ],
  ['a constant', { values: [{ a: 1 }] }, (value) => JSON.stringify(value) === '{"a":1}'],
  [
    'values that two parts list',
    { values: ['a', 'b'], all: [{ values: ['b', 'c'] }] },
    (value) => value === 'b',
  ],
  [
    'an open enum',
    { types: ['string'], values: ['on', 'off'], open: true },
    (value) => ['on', 'off'].includes(String(value)),
  ],
  ['null alone', { types: ['null'] }, (value) => value === null],
  ['no value where null may be', { never: true, nullable: true }, (value) => value === null],
  [
    'at least three items',
    { types: ['array'], list: { least: 3, items: text() } },
    (value) => (value as unknown[]).length === 3,
  ],
  [
    'unique items',
    { types: ['array'], list: { least: 3, unique: true, items: { values: ['a', 'b', 'c', 'd'] } } },
    (value) => new Set(value as unknown[]).size === 3,
  ],
  [
    'a tuple',
    { types: ['array'], list: { first: [text(), { types: ['integer'] }], items: { never: true } } },
    (value) => (value as unknown[]).length === 2 && typeof (value as unknown[])[1] === 'number',
  ],
  [
    'what a list contains',
    { types: ['array'], list: { contains: { rule: { values: ['x'] } } } },
    (value) => (value as unknown[]).some((each) => each === 'x'),
  ],
  [
    'a map with enough keys',
    { types: ['object'], record: { fields: [], least: 4, rest: text() } },
    (value) => Object.keys(value as object).length === 4,
  ],
  [
    'keys of a pattern',
    {
      types: ['object'],
      record: {
        fields: [],
        rest: { never: true },
        patterns: [{ name: { source: '^x-[a-z]+$', flags: 'u' }, rule: text() }],
      },
    },
    (value) =>
      Object.keys(value as object).length > 0 &&
      Object.keys(value as object).every((key) => /^x-[a-z]+$/.test(key)),
  ],
  [
    'a key that another one needs',
    {
      types: ['object'],
      record: {
        fields: [{ name: 'a', rule: text(), required: true }],
        rest: text(),
        dependents: [{ name: 'a', others: ['b'] }],
      },
    },
    (value) => 'b' in (value as object),
  ],
  [
    'no more keys than allowed',
    {
      types: ['object'],
      record: { most: 1, fields: ['a', 'b'].map((name) => ({ name, rule: text() })) },
    },
    (value) => Object.keys(value as object).length === 1,
  ],
])('%s', (_, rule, holds) => {
  for (let seed = 1; seed < 20; seed++) {
    const value = drawn(rule, { seed })
    expect(holds(value), JSON.stringify(value)).toBe(true)
  }
})

describe('types that contain themselves end', () => {
  const node: SampleRule = { reference: 'Node' }
  const end = (value: unknown): number => JSON.stringify(value).length

  test.each<readonly [string, SampleRule]>([
    [
      'in an optional field',
      { types: ['object'], record: { fields: [{ name: 'next', rule: node }] } },
    ],
    ['in a list', record({ children: { types: ['array'], list: { items: node } } })],
    ['in a required field that may be null', record({ next: { ...node, nullable: true } })],
    ['in a union with an end', record({ next: { choices: [{ members: [node, text()] }] } })],
    ['in a map', record({ all: { types: ['object'], record: { fields: [], rest: node } } })],
  ])('%s', (_, rule) => {
    for (let seed = 1; seed < 10; seed++)
      expect(end(drawn(node, { seed }, { Node: rule }))).toBeLessThan(2000)
  })

  test('and one that cannot end has no value', () => {
    expect(sample(node, { rules: { Node: record({ next: node }) } })).toBeUndefined()
  })
})

describe('unions', () => {
  const choices: SampleRule['choices'] = [
    {
      members: [record({ a: text() }), record({ b: text() })],
      tagging: {
        style: 'property',
        property: 'kind',
        tags: [
          { tag: 'one', member: 0 },
          { tag: 'two', member: 1 },
        ],
      },
    },
  ]

  test('have the tag of the member', () => {
    for (let seed = 1; seed < 10; seed++) {
      const value = drawn({ choices }, { seed }) as Record<string, string>
      expect(Object.keys(value).sort()).toEqual(
        value.kind === 'one' ? ['a', 'kind'] : ['b', 'kind'],
      )
    }
  })

  test('are tried until the caller accepts a value', () => {
    const accepts = (value: unknown): boolean =>
      typeof value === 'object' && value !== null && 'b' in value
    expect(drawn({ choices }, { accepts })).toHaveProperty('b')
    expect(sample({ choices }, { rules: {} }, { accepts: () => false })).toBeUndefined()
  })
})

test('examples of types come first, but items of a list differ', () => {
  const rules = { User: record({ name: text() }) }
  const examples = { User: { name: 'Grace' } }
  const list: SampleRule = { types: ['array'], list: { items: { reference: 'User' } } }
  const found = sample(list, { rules, examples })?.value
  const [first, second] = (Array.isArray(found) ? found : []) as { name: string }[]
  expect(first).toEqual({ name: 'Grace' })
  expect(second?.name).not.toBe('Grace')
})

test('fields of the other direction are left out', () => {
  const fields = [
    { name: 'id', rule: text(), required: true, flow: 'read' as const },
    { name: 'secret', rule: text(), required: true, flow: 'write' as const },
  ]
  const rule: SampleRule = { types: ['object'], record: { fields } }
  expect(Object.keys(drawn(rule) as object)).toEqual(['id'])
  expect(Object.keys(drawn(rule, { leavesOut: 'read' }) as object)).toEqual(['secret'])
})

test('sizes are the number of items, and what is required alone', () => {
  const list: SampleRule = { types: ['array'], list: { items: text(), most: 4 } }
  expect([0, 3, 9].map((items) => (drawn(list, { items }) as unknown[]).length)).toEqual([0, 3, 4])
  const optional: SampleRule = {
    types: ['object'],
    record: { fields: [{ name: 'a', rule: text() }] },
  }
  expect(drawn(optional, { fields: 'required' })).toEqual({})
})

test('of a union, a member is drawn whose values no other member allows', () => {
  const number: SampleRule = { types: ['number'] }
  const plane = record({ x: number, y: number })
  const space = record({ x: number, y: number, z: number })
  const members = [space, plane, { all: [plane] }, { reference: 'Shape' }]
  const shape = record({ x: { types: ['string'] } })
  for (const [one, other] of [[space, plane] as const, [space, { reference: 'Plane' }] as const]) {
    for (let seed = 1; seed < 9; seed++) {
      const rule: SampleRule = { choices: [{ holds: 'one', members: [one, other] }] }
      expect(Object.keys(Object(drawn(rule, { seed }, { Plane: plane })))).toEqual(['x', 'y'])
    }
  }
  const values = Array.from({ length: 9 }, (_, seed) =>
    drawn({ choices: [{ holds: 'one', members }] }, { seed }, { Shape: shape }),
  )
  expect(values).toEqual(values.map(() => ({ x: expect.any(String) })))
})

test('names of any script give addresses, hosts and bytes that are valid', () => {
  const rule = (format: string): SampleRule => ({ types: ['string'], text: { format } })
  const fields = ['uri', 'hostname', 'byte', 'uri-template'].map((format) => ({
    name: `名前${format}`,
    rule: rule(format),
    required: true,
  }))
  const { value } =
    sample({ types: ['object'], record: { fields } }, { rules: {} }, { name: '注文' }) ?? {}
  for (const text of Object.values(value ?? {})) expect(text).toMatch(/^[ -~]+$/)
})
