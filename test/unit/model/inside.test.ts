import { describe, expect, test } from 'vitest'
import {
  isRequired,
  isTrivial,
  knownNames,
  payloadOf,
  refusesAbsent,
  wholeParts,
} from '../../../generator/src/model/rules/facts.js'
import { isMap, needsWrapper } from '../../../generator/src/model/rules/forms.js'
import { toInputRule } from '../../../generator/src/model/rules/input-rule.js'
import { itemNames, nestingNames } from '../../../generator/src/model/rules/nesting.js'
import type { FieldRule, RecordRule, Rule } from '../../../generator/src/model/rules/rule.js'
import { fingerprint, sameShape } from '../../../generator/src/model/shapes/fingerprint.js'
import { namesWithInputType } from '../../../generator/src/model/shapes/input-type-names.js'
import { mapParts, namesIn, recursiveAliases } from '../../../generator/src/model/shapes/parts.js'
import type { Declaration, Field, Shape } from '../../../generator/src/model/shapes/shape.js'

// What is inside shapes and rules.

const source = { file: 'a.yaml', pointer: '' }
const text: Shape = { kind: 'scalar', type: 'string' }
const to = (name: string): Shape => ({ kind: 'reference', name })
const field = (name: string, shape: Shape, more: Partial<Field> = {}): Field => ({
  name,
  shape,
  required: true,
  source,
  ...more,
})
const declared = (name: string, shape: Shape): Declaration => ({ name, shape, rule: {}, source })

/** Every kind of shape that has others in it. */
const shapes: readonly [string, Shape, string[]][] = [
  ['a list', { kind: 'list', items: to('A') }, ['A']],
  [
    'a tuple',
    { kind: 'tuple', items: [to('A'), to('B')], required: 1, rest: to('C') },
    ['A', 'B', 'C'],
  ],
  ['a tuple with an end', { kind: 'tuple', items: [to('A')], required: 1 }, ['A']],
  ['a map', { kind: 'map', values: to('A') }, ['A']],
  ['a record', { kind: 'record', fields: [field('a', to('A'))], rest: to('B') }, ['A', 'B']],
  ['null', { kind: 'nullable', shape: to('A') }, ['A']],
  ['all of several', { kind: 'intersection', parts: [to('A'), to('B')] }, ['A', 'B']],
  [
    'one of several',
    {
      kind: 'union',
      tagging: { style: 'key' },
      cases: [
        { tag: 'a', name: 'A', payload: to('A'), source },
        { tag: 'b', name: 'B', source },
      ],
      common: [field('c', to('C'))],
    },
    ['A', 'C'],
  ],
  ['a text', text, []],
]

describe('shapes', () => {
  test.each(shapes)('inside %s are found, and can be changed', (_, shape, names) => {
    expect(namesIn(shape)).toEqual(names)
    const changed = mapParts(shape, (each) =>
      each.kind === 'reference' ? to(`${each.name}2`) : each,
    )
    expect(namesIn(changed)).toEqual(names.map((name) => `${name}2`))
    expect(mapParts(shape, (each) => each)).toEqual(shape)
  })

  test('are changed with the field that they are in', () => {
    const seen: (string | undefined)[] = []
    const note = (shape: Shape, of?: Field): Shape => {
      seen.push(of?.name)
      return shape
    }
    for (const [, shape] of shapes) mapParts(shape, note)
    expect(seen.filter((each) => each !== undefined)).toEqual(['a', 'c'])
  })

  test('are equal regardless of their documentation', () => {
    const one: Shape = { kind: 'record', fields: [field('a', to('A'), { doc: 'One.' })] }
    const other: Shape = {
      kind: 'record',
      fields: [
        field('a', to('A'), {
          doc: 'Other.',
          default: 1,
          deprecated: true,
          provenance: 'public',
          replacedBy: 'b',
        }),
      ],
    }
    expect(sameShape(one, other)).toBe(true)
    expect(sameShape(one, { kind: 'record', fields: [field('a', to('B'))] })).toBe(false)
    expect(
      sameShape(one, { kind: 'record', fields: [field('a', to('A'), { required: false })] }),
    ).toBe(false)
  })

  test('are the same under their new names', () => {
    const renamed = new Map([['A', 'B']])
    expect(fingerprint(to('A'), renamed)).toBe(fingerprint(to('B')))
    expect(fingerprint(to('C'), renamed)).toBe(fingerprint(to('C')))
    const named: Shape = { kind: 'record', fields: [field('A', text)] }
    expect(fingerprint(named, renamed)).toBe(fingerprint(named))
  })

  test('have an input type if a nested field is read-only or write-only', () => {
    const all = [
      declared('User', { kind: 'list', items: to('Owner') }),
      declared('Owner', { kind: 'record', fields: [field('p', to('Pet'))] }),
      declared('Pet', { kind: 'record', fields: [field('id', text, { flow: 'read' })] }),
      declared('Plain', { kind: 'record', fields: [field('a', text)] }),
      declared('Other', { kind: 'map', values: to('Pet') }),
    ]
    expect([...namesWithInputType(all)]).toEqual(['User', 'Owner', 'Pet', 'Other'])
  })

  test('that are aliases of themselves are known, and records are not', () => {
    const all = [
      declared('List', { kind: 'list', items: to('Map') }),
      declared('Map', { kind: 'map', values: to('List') }),
      declared('Tree', { kind: 'record', fields: [field('next', to('Tree'))] }),
    ]
    expect([...recursiveAliases(all)].sort()).toEqual(['List', 'Map'])
  })
})

const TEXT: Rule = { types: ['string'] }
const rule = (name: string, of: Rule, more: Partial<FieldRule> = {}): FieldRule => ({
  name,
  rule: of,
  required: false,
  ...more,
})
const parts = (more: Partial<RecordRule>): RecordRule => ({
  fields: [],
  required: [],
  patterns: [],
  dependents: [],
  dependentRules: [],
  ...more,
})
const record = (more: Partial<RecordRule>): Rule => ({ types: ['object'], record: parts(more) })
const reference = (name: string): Rule => ({ reference: name })

const LIMITS_OF_NAMES: readonly Partial<RecordRule>[] = [
  { patterns: [{ name: { source: 'x', flags: 'u' }, rule: TEXT }] },
  { dependents: [{ name: 'a', others: ['b'] }] },
  { dependentRules: [{ name: 'a', rule: TEXT }] },
]

describe('rules', () => {
  test('that say nothing are trivial', () => {
    expect(
      [{}, { source }, { nullable: true as const }, TEXT, { never: true as const }].map(isTrivial),
    ).toEqual([true, true, true, false, false])
  })

  test('have parts for the whole value', () => {
    expect(wholeParts({ ...TEXT, text: { least: 1 } })).toBe(0)
    expect(
      wholeParts({
        record: parts({}),
        reference: 'A',
        not: TEXT,
        when: { condition: TEXT },
        all: [TEXT, TEXT],
        choices: [{ holds: 'any', members: [] }],
      }),
    ).toBe(7)
  })

  test.each<[string, Rule, boolean, boolean]>([
    ['a text', TEXT, false, false],
    ['a map', record({ rest: TEXT }), true, false],
    ['a map of nothing', record({ rest: { never: true } }), false, true],
    ['a map with limits', record({ rest: TEXT, least: 1 }), false, true],
    ['a map with required names', record({ rest: TEXT, required: ['a'] }), false, true],
    ...LIMITS_OF_NAMES.map((more): [string, Rule, boolean, boolean] => [
      `a map with ${Object.keys(more).join()}`,
      record({ rest: TEXT, ...more }),
      false,
      true,
    ]),
    ['a map or a list', { types: ['object', 'array'], record: parts({ rest: TEXT }) }, false, true],
    ['a map in case that it is one', { record: parts({ rest: TEXT }) }, false, true],
    ['a map and more', { ...record({ rest: TEXT }), not: TEXT }, false, true],
    ['a record', record({ fields: [rule('a', TEXT)] }), false, true],
    ['two parts', { all: [TEXT, TEXT] }, false, true],
    ['one part', { all: [TEXT] }, false, false],
    [
      'keys',
      { choices: [{ holds: 'one', members: [], tagging: { style: 'key', tags: [] } }] },
      false,
      true,
    ],
    [
      'a tag',
      {
        choices: [
          { holds: 'one', members: [], tagging: { style: 'property', property: 'k', tags: [] } },
        ],
      },
      false,
      false,
    ],
    ['unevaluated items', { list: { unevaluated: TEXT } }, false, true],
    ['items', { list: { items: TEXT } }, false, false],
  ])('%s', (_, given, map, wrapper) => {
    expect([isMap(given), needsWrapper(given)]).toEqual([map, wrapper])
  })

  test.each<[string, Rule, boolean]>([
    ['a type', TEXT, true],
    ['a value', { values: [1] }, true],
    ['nothing at all', { never: true, types: ['string'] }, false],
    ['a pattern', { text: { least: 1 } }, false],
    ['a part that does', { all: [{}, TEXT] }, true],
    ['members that all do', { choices: [{ holds: 'any', members: [TEXT, TEXT] }] }, true],
    ['a member that does not', { choices: [{ holds: 'any', members: [TEXT, {}] }] }, false],
    [
      'members that are told apart',
      { choices: [{ holds: 'one', members: [{}], tagging: { style: 'key', tags: [] } }] },
      true,
    ],
    ['a reference', reference('Text'), true],
    ['a reference to itself', reference('Loop'), false],
  ])('refuse what is not there: %s', (_, given, refuses) => {
    const named = new Map<string, Rule>([
      ['Text', TEXT],
      ['Loop', reference('Loop')],
    ])
    expect(refusesAbsent(given, (name) => named.get(name))).toBe(refuses)
  })

  test.each<[string, Rule, string[] | undefined]>([
    [
      'fields, required names and dependents',
      record({
        fields: [rule('a', TEXT)],
        required: ['b'],
        dependents: [{ name: 'x', others: ['c'] }],
      }),
      ['a', 'b', 'c'],
    ],
    ['none', record({}), undefined],
    ['any', record({ fields: [rule('a', TEXT)], rest: TEXT }), undefined],
    ['no other', record({ fields: [rule('a', TEXT)], rest: { never: true } }), ['a']],
    [
      'any that match',
      record({
        fields: [rule('a', TEXT)],
        patterns: [{ name: { source: 'x', flags: 'u' }, rule: TEXT }],
      }),
      undefined,
    ],
    [
      'those of a reference',
      { all: [reference('Known'), record({ fields: [rule('a', TEXT)] })] },
      ['k', 'a'],
    ],
    [
      'any of an option',
      {
        choices: [
          { holds: 'any', members: [record({ fields: [rule('a', TEXT)] }), { types: ['object'] }] },
        ],
      },
      undefined,
    ],
    [
      'any of an option that has no type',
      {
        choices: [
          {
            holds: 'any',
            members: [record({ fields: [rule('a', TEXT)] }), { text: { least: 1 } }],
          },
        ],
      },
      undefined,
    ],
    [
      'those of an option, beside a text',
      { choices: [{ holds: 'any', members: [record({ fields: [rule('a', TEXT)] }), TEXT] }] },
      ['a'],
    ],
    [
      'those of an option, beside values',
      {
        choices: [
          { holds: 'any', members: [record({ fields: [rule('a', TEXT)] }), { values: ['x'] }] },
        ],
      },
      ['a'],
    ],
    [
      'those of a circle',
      { ...record({ fields: [rule('a', TEXT)] }), reference: 'Loop' },
      ['a', 'l'],
    ],
  ])('know names: %s', (_, given, names) => {
    const named = new Map<string, Rule>([
      ['Known', record({ fields: [rule('k', TEXT)] })],
      ['Loop', { ...record({ fields: [rule('l', TEXT)] }), reference: 'Loop' }],
    ])
    expect(knownNames(given, (name) => named.get(name))).toEqual(names)
  })

  test.each<[string, Rule, Rule | undefined]>([
    ['one key', record({ fields: [rule('a', TEXT)] }), TEXT],
    ['one key of a reference', reference('One'), TEXT],
    ['another key', record({ fields: [rule('b', TEXT)] }), undefined],
    ['two keys', record({ fields: [rule('a', TEXT), rule('b', TEXT)] }), undefined],
    [
      'one key and a required name',
      record({ fields: [rule('a', TEXT)], required: ['b'] }),
      undefined,
    ],
    ['one key and a limit', record({ fields: [rule('a', TEXT)], most: 1 }), undefined],
    [
      'one key and no other',
      record({ fields: [rule('a', TEXT)], rest: { never: true } }),
      undefined,
    ],
    [
      'one key of a record that may be null',
      { ...record({ fields: [rule('a', TEXT)] }), nullable: true },
      undefined,
    ],
    [
      'one key of a record or a list',
      { ...record({ fields: [rule('a', TEXT)] }), types: ['object', 'array'] },
      undefined,
    ],
    [
      'one key of a list',
      { ...record({ fields: [rule('a', TEXT)] }), types: ['array'] },
      undefined,
    ],
    ['one key and more', { ...record({ fields: [rule('a', TEXT)] }), not: TEXT }, undefined],
    ['a reference to nothing', reference('None'), undefined],
  ])('hold a payload under %s', (_, given, payload) => {
    expect(
      payloadOf(given, 'a', (name) =>
        name === 'One' ? record({ fields: [rule('a', TEXT)] }) : undefined,
      ),
    ).toEqual(payload)
  })

  test('require a field one way', () => {
    const both = rule('a', TEXT, { required: true })
    const read = rule('a', TEXT, { required: true, flow: 'read' })
    expect([
      isRequired(both, 'read'),
      isRequired(read, 'read'),
      isRequired(read, 'write'),
      isRequired(rule('a', TEXT), 'read'),
    ]).toEqual([true, false, true, false])
  })

  test('of what is sent go by the names of inputs, and want what is not only received', () => {
    const fields = [
      rule('a', reference('X'), { required: true }),
      rule('b', TEXT, { required: true, flow: 'read' }),
      rule('c', TEXT, { required: true, flow: 'write' }),
      rule('d', TEXT),
    ]
    const sent = toInputRule({ ...record({ fields }), reference: 'X' }, (name) => `${name}Input`)
    expect(sent.reference).toBe('XInput')
    expect(
      sent.record?.fields.map((each) => [each.name, each.required, each.rule.reference]),
    ).toEqual([
      ['a', true, 'XInput'],
      ['b', false, undefined],
      ['c', true, undefined],
      ['d', false, undefined],
    ])
    expect(toInputRule(TEXT, String)).toEqual(TEXT)
  })

  test.each<[string, (inner: Rule) => Rule]>([
    ['a field', (inner) => record({ fields: [rule('a', inner)] })],
    [
      'names that match',
      (inner) => record({ patterns: [{ name: { source: 'x', flags: 'u' }, rule: inner }] }),
    ],
    ['other names', (inner) => record({ rest: inner })],
    ['the names themselves', (inner) => record({ names: inner })],
    ['unevaluated names', (inner) => record({ unevaluated: inner })],
    ['dependent rules', (inner) => record({ dependentRules: [{ name: 'a', rule: inner }] })],
    ['items', (inner) => ({ list: { items: inner } })],
    ['first items', (inner) => ({ list: { first: [inner] } })],
    ['contained items', (inner) => ({ list: { contains: { rule: inner } } })],
    ['unevaluated items', (inner) => ({ list: { unevaluated: inner } })],
    ['parts', (inner) => ({ all: [inner] })],
    ['members', (inner) => ({ choices: [{ holds: 'any', members: [inner] }] })],
    ['what must not be', (inner) => ({ not: inner })],
    ['a condition', (inner) => ({ when: { condition: inner } })],
    ['what it asks for', (inner) => ({ when: { condition: TEXT, met: inner } })],
    ['what it asks for otherwise', (inner) => ({ when: { condition: TEXT, unmet: inner } })],
  ])('contain themselves through %s', (_, around) => {
    const rules = new Map([
      ['A', around(reference('A'))],
      ['B', around(TEXT)],
    ])
    expect([...nestingNames(rules)]).toEqual(['A'])
    const list: Rule = { list: { items: reference('B') } }
    expect([...itemNames(new Map([['A', around(list)]]))]).toEqual(['B'])
  })
})
