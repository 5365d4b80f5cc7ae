import { describe, expect, test } from 'vitest'
import { deliveredNames, extensionWord } from '../../../generator/src/model/extensions.js'
import { switchField } from '../../../generator/src/model/operations/stream-switch.js'
import {
  isEmitterName,
  isPart,
  isRuntimeUse,
  PARTS_TEXT,
} from '../../../generator/src/model/package-parts.js'
import type { Declaration, Field, Shape } from '../../../generator/src/model/shapes/shape.js'
import { operation, parameter } from '../view/operations.fixture.js'

describe('words of a configuration', () => {
  test('are parts of a package, or not', () => {
    expect(['client', 'schema', 'validate', 'decode', 'mock', 'clients', 1].map(isPart)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    expect(PARTS_TEXT).toBe('"client", "schema", "validate", "decode" and "mock"')
  })

  test('are uses of the runtime, or not', () => {
    expect(['package', 'inline', 'none', undefined].map(isRuntimeUse)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test.each([
    ['./a.ts', true],
    ['../a.ts', true],
    ['/a.ts', true],
    ['C:\\a.ts', true],
    ['@acme/emitter', true],
    ['tagwire-msw', true],
    ['tagwire-', false],
    ['@acme', false],
    ['msw', false],
    [1, false],
  ])('%j names an emitter: %s', (word, is) => {
    expect(isEmitterName(word)).toBe(is)
  })
})

test('words of a document in documents', () => {
  expect(['madeFrom', 'waiter'].map(extensionWord)).toEqual(['made-from', 'waiter'])
  const events = {
    query: '',
    key: '',
    unsubscribe: '',
    notification: 'Message',
    data: '',
    kinds: [],
  }
  const sequence = { name: '', index: '', total: '', data: '', encoding: '', content: 'Whole' }
  expect([
    deliveredNames({}),
    deliveredNames({ events, sequence }),
    deliveredNames({ sequence }),
  ]).toEqual([[], ['Message', 'Whole'], ['Whole']])
})

describe('the property that requests a stream', () => {
  const source = { file: 'a.yaml', pointer: '' }
  const text: Shape = { kind: 'scalar', type: 'string' }
  const to = (name: string): Shape => ({ kind: 'reference', name })
  const field: Field = { name: 'stream', shape: text, required: false, source }
  const other: Field = { ...field, name: 'other' }
  const record = (...fields: readonly Field[]): Shape => ({ kind: 'record', fields })
  const payload = record(field)
  const declarations = new Map<string, Declaration>([
    ['Record', { name: 'Record', shape: record(other, field), rule: {}, source }],
    ['Loop', { name: 'Loop', shape: { kind: 'nullable', shape: to('Loop') }, rule: {}, source }],
  ])
  const streamSwitch = { member: 'stream', value: true, inBody: true, source }
  const bodyOf = (shape: Shape) => ({
    required: true,
    source,
    contents: [{ mediaType: 'application/json', shape, rule: {} }],
  })

  test.each<[string, Shape, Field | 'anything' | undefined]>([
    ['a record', record(other, field), field],
    ['a record without it', record(other), undefined],
    ['a record of any members', { kind: 'record', fields: [other], rest: text }, 'anything'],
    ['a map', { kind: 'map', values: text }, 'anything'],
    ['anything', { kind: 'json' }, 'anything'],
    ['a reference, or null', { kind: 'nullable', shape: to('Record') }, field],
    ['a circle', to('Loop'), undefined],
    ['nothing that is known', to('Nobody'), undefined],
    ['all of several', { kind: 'intersection', parts: [record(other), to('Record')] }, field],
    [
      'a variant',
      {
        kind: 'union',
        tagging: { style: 'none' },
        cases: [
          { tag: 'a', name: 'A', source },
          { tag: 'b', name: 'B', payload, source },
        ],
        common: [other],
      },
      field,
    ],
    [
      'what all variants share',
      { kind: 'union', tagging: { style: 'none' }, cases: [], common: [other, field] },
      field,
    ],
    ['a text', text, undefined],
  ])('is found in a body of %s', (_, shape, found) => {
    const body = bodyOf(shape)
    expect(
      switchField(operation('x', { streamSwitch, input: { parameters: [], body } }), declarations),
    ).toEqual(found)
    const beside = { parameters: [parameter('a')], body }
    expect(switchField(operation('x', { streamSwitch, input: beside }), declarations)).toEqual(
      found,
    )
    expect(switchField(operation('x', { input: beside }), declarations)).toBeUndefined()
  })

  test('may be a parameter', () => {
    const input = { parameters: [parameter('other'), parameter('stream')] }
    const asked = operation('x', { streamSwitch: { ...streamSwitch, inBody: false }, input })
    expect(switchField(asked, declarations)).toMatchObject({ name: 'stream', shape: text })
    expect(switchField(operation('x', { streamSwitch }), declarations)).toBeUndefined()
  })
})
