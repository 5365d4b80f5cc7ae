import { describe, expect, test } from 'vitest'
import { cyclesIn } from '../../../generator/src/model/collections/cycles.js'
import { exportsOf, fallbackArms, unionNames } from '../../../generator/src/model/exported-names.js'
import { declarationNamed } from '../../../generator/src/model/find.js'
import { keyedForm } from '../../../generator/src/model/shapes/keyed.js'
import { memberShape } from '../../../generator/src/model/shapes/member-shape.js'
import { inOrder } from '../../../generator/src/model/shapes/order.js'
import { jsonTypeOf } from '../../../generator/src/model/shapes/scalar-type.js'
import type { Declaration, Field, Shape } from '../../../generator/src/model/shapes/shape.js'
import type { Tagging } from '../../../generator/src/model/shapes/tagging.js'
import type { Case, Union } from '../../../generator/src/model/shapes/union.js'
import { wireLayout } from '../../../generator/src/model/shapes/union.js'

// Plain data in, plain data out: these tests need no document.

const source = { file: 'a.yaml', pointer: '/a' }
const text: Shape = { kind: 'scalar', type: 'string' }
const nullableText: Shape = { kind: 'nullable', shape: text }
const to = (name: string): Shape => ({ kind: 'reference', name })
const field = (name: string, shape: Shape, required = true): Field => ({
  name,
  shape,
  required,
  source,
})
const record = (...fields: readonly Field[]): Shape => ({ kind: 'record', fields })
const declared = (name: string, shape: Shape): Declaration => ({ name, shape, rule: {}, source })

describe('circles', () => {
  test.each<[string, Record<string, string[]>, string[][]]>([
    ['none in a chain', { a: ['b'], b: ['c'], c: [] }, []],
    ['a name that leads to itself', { a: ['a', 'b'], b: [] }, [['a']]],
    [
      'names that lead to each other',
      { a: ['b'], b: ['c'], c: ['a', 'd'], d: [] },
      [['a', 'b', 'c']],
    ],
    [
      'two that are joined one way',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['names that lead out of the graph', { a: ['gone'] }, []],
  ])('%s', (_, graph, expected) => {
    const found = cyclesIn(new Map(Object.entries(graph))).map((names) => [...names].sort())
    expect(found.sort()).toEqual(expected)
  })

  test('a chain longer than the stack ends', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => [`n${at}`, [`n${at + 1}`]] as const)
    expect(cyclesIn(new Map([...names, ['n50000', ['n0']]]))).toHaveLength(1)
  })
})

describe('declarations', () => {
  const leaf = declared('Leaf', text)
  const middle = declared('Middle', { kind: 'list', items: to('Leaf') })
  const top = declared('Top', record(field('m', to('Middle')), field('t', to('Top'))))

  test('dependencies come first, also in cycles', () => {
    expect(inOrder([top, middle, leaf])).toEqual([leaf, middle, top])
  })

  test('are found by their names', () => {
    const all = [top, middle, leaf]
    expect(declarationNamed(all, 'Middle')).toBe(middle)
    expect(declarationNamed(all, 'None')).toBeUndefined()
    expect(declarationNamed(all, undefined)).toBeUndefined()
  })

  test('members are found through references and null, at any depth', () => {
    const inner = declared('Inner', record(field('a/b', nullableText)))
    const outer = record(field('in', { kind: 'nullable', shape: to('Inner') }))
    const model = { declarations: [inner] }
    expect(memberShape(model, outer, '/in/a~1b')).toEqual(text)
    expect(memberShape(model, outer, '/in')).toEqual(to('Inner'))
    expect(memberShape(model, outer, '/in/c')).toBeUndefined()
    expect(memberShape(model, to('None'), '/a')).toBeUndefined()
  })
})

const unionOf = <Style extends Tagging>(
  tagging: Style,
  cases: readonly Case[],
  common: readonly Field[] = [],
): Union & { readonly tagging: Style } => ({ kind: 'union', tagging, cases, common })
const caseOf = (tag: string, payload?: Shape): Case => ({
  tag,
  name: tag.charAt(0).toUpperCase() + tag.slice(1),
  source,
  ...(payload ? { payload } : {}),
})

describe('unions', () => {
  const payload = record(field('x', text))
  const shared = field('fee', text, false)

  test.each<[string, Tagging, Shape | undefined, unknown]>([
    [
      'key',
      { style: 'key' },
      payload,
      { kind: 'record', fields: [field('send', payload), shared] },
    ],
    ['key', { style: 'key' }, undefined, { kind: 'unit', value: 'send' }],
    [
      'pair',
      { style: 'pair', property: 'type', content: 'value' },
      payload,
      {
        kind: 'record',
        fields: [
          field('type', { kind: 'literal', value: 'send' }),
          field('value', payload),
          shared,
        ],
      },
    ],
    [
      'property',
      { style: 'property', property: 'type' },
      payload,
      {
        kind: 'record',
        fields: [field('type', { kind: 'literal', value: 'send' }), field('x', text), shared],
      },
    ],
    [
      'property',
      { style: 'property', property: 'type' },
      to('Send'),
      {
        kind: 'named',
        payload: to('Send'),
        tag: field('type', { kind: 'literal', value: 'send' }),
      },
    ],
    ['none', { style: 'none' }, undefined, { kind: 'plain', payload: { kind: 'json' } }],
  ])('by %s are written as %j with %j', (_, tagging, own, expected) => {
    const member = caseOf('send', own)
    expect(wireLayout(unionOf(tagging, [member], [shared]), member)).toEqual(expected)
  })

  test('by key are one object: each kind may be absent or null, what is shared is as it was', () => {
    const cases = [caseOf('send', text), caseOf('ping'), caseOf('note', nullableText)]
    const union = unionOf({ style: 'key' }, cases, [shared])
    const rule = {
      record: {
        ...EMPTY,
        fields: [{ name: 'note', rule: { types: ['null'] as const }, required: false }],
      },
    }
    expect(keyedForm(union, [rule], () => undefined)).toEqual({
      fields: [field('send', nullableText, false), field('note', nullableText, false), shared],
      keys: ['send', 'note'],
      nullable: ['note'],
      units: ['ping'],
      several: false,
    })
    const silent = { record: { ...EMPTY, fields: [] } }
    expect(keyedForm(union, [silent, rule], () => undefined).nullable).toEqual(['note'])
  })

  test('by key are several at a time if any of the keys may be there', () => {
    const union = unionOf({ style: 'key' }, [])
    const tagging = { style: 'key' as const, tags: [] }
    const several = [
      { holds: 'any' as const, members: [], tagging },
      { holds: 'one' as const, members: [], tagging },
      { holds: 'any' as const, members: [] },
    ].map((choice) => keyedForm(union, [{ choices: [choice] }], () => undefined).several)
    expect(several).toEqual([true, false, false])
  })

  test('have names that give way to those of their kinds', () => {
    const cases = [caseOf('kind', text), caseOf('unknown', text)]
    const shape = unionOf({ style: 'key' }, cases)
    const names = unionNames({ ...declared('Op', shape), shape, nullable: false })
    expect(names).toMatchObject({
      kind: 'OpKind',
      kindOf: 'opKind',
      guard: 'isOp',
      unknown: 'OpUnknown_',
    })
    expect(cases.map(names.of)).toEqual([
      { type: 'OpKind_', guard: 'isOpKind_', make: 'opKind_' },
      { type: 'OpUnknown', guard: 'isOpUnknown', make: 'opUnknown' },
    ])
    expect(fallbackArms(shape)).toEqual({ unknown: 'unknown_', otherwise: 'otherwise' })
    const exported = exportsOf({ ...declared('Op', shape), aliases: ['Step'] })
    expect(exported).toEqual(expect.arrayContaining(['Op', 'matchOp', 'Step', 'matchStep']))
    expect(new Set(exported).size).toBe(exported.length)
  })
})

const EMPTY = { required: [], patterns: [], dependents: [], dependentRules: [] }

test.each([
  ['bigint', 'string'],
  ['date', 'string'],
  ['binary', 'string'],
  ['integer', 'integer'],
  ['null', 'null'],
] as const)('%s is %s in JSON', (type, json) => {
  expect(jsonTypeOf(type)).toBe(json)
})
