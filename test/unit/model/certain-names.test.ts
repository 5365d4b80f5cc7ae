import { expect, test } from 'vitest'
import { certainNames, kindNames } from '../../../generator/src/model/operations/certain-names.js'
import type { Declaration, Field, Shape } from '../../../generator/src/model/shapes/shape.js'
import type { Case } from '../../../generator/src/model/shapes/union.js'

const source = { file: 'a.yaml', pointer: '' }
const TEXT: Shape = { kind: 'scalar', type: 'string' }

function field(name: string, more: Partial<Field> = {}): Field {
  return { name, shape: TEXT, required: true, source, ...more }
}

function record(...fields: Field[]): Shape {
  return { kind: 'record', fields }
}

function member(tag: string, payload?: Shape): Case {
  return { tag, name: tag, source, ...(payload ? { payload } : {}) }
}

const optional = field('extra', { required: false })
const tree: Shape = { kind: 'intersection', parts: [{ kind: 'reference', name: 'Tree' }, record()] }
const declarations = new Map<string, Declaration>([
  ['Pet', { name: 'Pet', source, rule: {}, shape: record(field('id'), optional) }],
  ['Tree', { name: 'Tree', source, rule: {}, shape: tree }],
])

test.each<[string, Shape, string[]]>([
  [
    'a record: those that it requires',
    record(field('id'), field('kind'), optional),
    ['id', 'kind'],
  ],
  ['a record that requires none', record(optional), []],
  ['what is only sent does not count', record(field('secret', { flow: 'write' })), []],
  [
    'one of them is known to be missing',
    record(field('id'), field('since', { missing: true }), optional),
    ['id', 'since'],
  ],
  [
    'all of them are known to be missing: any that is never null',
    record(
      field('id', { missing: true }),
      optional,
      field('error', { required: false, shape: { kind: 'nullable', shape: TEXT } }),
    ),
    ['id', 'extra'],
  ],
  [
    'all of them are known to be missing, and there may be others',
    { kind: 'record', fields: [field('id', { missing: true })], rest: TEXT },
    [],
  ],
  ['a record with others', { kind: 'record', fields: [field('id')], rest: TEXT }, ['id']],
  ['a reference', { kind: 'reference', name: 'Pet' }, ['id']],
  ['a reference to itself', { kind: 'reference', name: 'Tree' }, []],
  [
    'all of several parts',
    { kind: 'intersection', parts: [{ kind: 'reference', name: 'Pet' }, record(field('age'))] },
    ['id', 'age'],
  ],
  [
    'a union by a property',
    {
      kind: 'union',
      tagging: { style: 'property', property: 'kind' },
      cases: [member('a', record(field('kind'), field('one'))), member('b')],
      common: [field('id')],
    },
    ['kind', 'id', 'one'],
  ],
  [
    'a union by a key: a new kind has another one',
    {
      kind: 'union',
      tagging: { style: 'key' },
      cases: [member('a', TEXT)],
      common: [field('id')],
    },
    ['id'],
  ],
  [
    'a union by a key, which may be a text',
    {
      kind: 'union',
      tagging: { style: 'key' },
      cases: [member('a', TEXT), member('b')],
      common: [field('id')],
    },
    [],
  ],
  [
    'a union without tags',
    {
      kind: 'union',
      tagging: { style: 'none' },
      cases: [member('a', record(field('one'))), member('b', record(field('two')))],
      common: [],
    },
    ['one', 'two'],
  ],
  [
    'a union without tags, of which one requires nothing',
    {
      kind: 'union',
      tagging: { style: 'none' },
      cases: [member('a', record(field('one'))), member('b', record(optional))],
      common: [],
    },
    [],
  ],
  ['what may be null', { kind: 'nullable', shape: record(field('id')) }, []],
  ['a list', { kind: 'list', items: record(field('id')) }, []],
  ['a map', { kind: 'map', values: TEXT }, []],
])('%s', (_, shape, names) => {
  expect(certainNames(shape, declarations)).toEqual(names)
})

test.each<[string, Shape, string[]]>([
  [
    'its kinds, and what may be beside them',
    {
      kind: 'union',
      tagging: { style: 'key' },
      cases: [member('a', TEXT), member('b')],
      common: [field('extra', { required: false })],
    },
    ['a', 'b', 'extra'],
  ],
  ['those of what it refers to', { kind: 'reference', name: 'Kinds' }, ['a']],
  ['none, without end', { kind: 'reference', name: 'Endless' }, []],
  [
    'none, if its kinds have the same names',
    { kind: 'union', tagging: { style: 'property', property: 'kind' }, cases: [], common: [] },
    [],
  ],
  ['none of a record', record(field('id')), []],
])('names of the kinds of a union: %s', (_, shape, names) => {
  const kinds: Shape = {
    kind: 'union',
    tagging: { style: 'key' },
    cases: [member('a', TEXT)],
    common: [],
  }
  const known = new Map<string, Declaration>([
    ['Kinds', { name: 'Kinds', source, rule: {}, shape: kinds }],
    [
      'Endless',
      { name: 'Endless', source, rule: {}, shape: { kind: 'reference', name: 'Endless' } },
    ],
  ])
  expect(kindNames(shape, known)).toEqual(names)
})
