import { describe, expect, test } from 'vitest'
import type { Model } from '../../../generator/src/model/model.js'
import {
  errorShapes,
  messagePointers,
} from '../../../generator/src/model/operations/error-bodies.js'
import type { Declaration, Field, Shape } from '../../../generator/src/model/shapes/shape.js'
import { failing, operation } from '../view/operations.fixture.js'

// What a service says when something goes wrong.

const source = { file: 'a.yaml', pointer: '' }
const text: Shape = { kind: 'scalar', type: 'string' }
const to = (name: string): Shape => ({ kind: 'reference', name })
const list = (items: Shape): Shape => ({ kind: 'list', items })
const orNull = (shape: Shape): Shape => ({ kind: 'nullable', shape })
const field = (name: string, shape: Shape = text): Field => ({
  name,
  shape,
  required: true,
  source,
})
const record = (...fields: readonly Field[]): Shape => ({ kind: 'record', fields })
const reasons: Shape = { kind: 'enumeration', values: ['LATE'], open: true }

function modelOf(bodies: readonly Shape[], declared: Readonly<Record<string, Shape>> = {}): Model {
  const declarations = Object.entries(declared).map(
    ([name, shape]): Declaration => ({ name, shape, rule: {}, source }),
  )
  return {
    title: 'T',
    version: '1',
    document: { file: 'a.yaml', language: 'openapi', version: '3.1.0' },
    servers: [],
    tags: [],
    declarations,
    operations: bodies.map((each, index) =>
      operation(`o${index}`, { failures: failing('400', each) }),
    ),
    extensions: {},
  }
}

describe('the body of errors', () => {
  const [a, b] = [record(field('a')), record(field('b'))]
  const bodyOf = (...bodies: readonly Shape[]): Shape => errorShapes(modelOf(bodies)).body

  test('is anything where none is described', () => {
    expect(bodyOf()).toEqual({ kind: 'json' })
    const silent = { ...modelOf([]), operations: [operation('o', { failures: failing('400') })] }
    expect(errorShapes(silent).body).toEqual({ kind: 'json' })
  })

  test('is the one that all have', () => {
    expect(bodyOf(a, a)).toEqual(a)
  })

  test('is one of several, the most frequent first', () => {
    const { kind, cases } = Object(bodyOf(b, a, a))
    expect([kind, cases]).toMatchObject([
      'union',
      [
        { tag: '#1', name: '_1', payload: a },
        { tag: '#2', name: '_2', payload: b },
      ],
    ])
  })

  test('is anything where there are more than eight', () => {
    const many = Array.from({ length: 9 }, (_, index) => record(field(`f${index}`)))
    expect(bodyOf(...many.slice(1)).kind).toBe('union')
    expect(bodyOf(...many)).toEqual({ kind: 'json' })
  })
})

describe('the reason of errors', () => {
  const reasonOf = (body: Shape): Shape =>
    errorShapes(
      modelOf([body], {
        Reason: reasons,
        Detail: record(field('reason', reasons)),
        Null: orNull(record(field('reason', reasons))),
      }),
    ).reason

  test.each<[string, Shape, Shape]>([
    ['listed in its details', record(field('details', list(to('Detail')))), reasons],
    [
      'listed in details that may be null',
      record(field('details', orNull(list(to('Null'))))),
      reasons,
    ],
    [
      'of a type with a name',
      record(field('details', list(record(field('reason', to('Reason')))))),
      to('Reason'),
    ],
    ['any text', record(field('details', list(record(field('reason'))))), text],
    ['of details that are no list', record(field('details', to('Detail'))), text],
    ['not described', record(), text],
    ['of a body that is no record', list(to('Detail')), text],
  ])('is %s', (_, body, reason) => {
    expect(reasonOf(body)).toEqual(reason)
  })
})

describe('messages in bodies of errors', () => {
  test.each<[string, Shape, string[]]>([
    [
      'where everybody looks',
      record(field('message'), field('error', record(field('detail')))),
      [],
    ],
    [
      'in a member that nobody expects',
      record(field('fault', record(field('explanation')))),
      ['/fault/explanation'],
    ],
    ['in a list', record(field('faults', list(to('Fault')))), ['/faults/0/note~1text']],
    ['in a list at the top, which is no body', list(record(field('message'))), []],
    [
      'the best of several',
      record(field('a', record(field('title'))), field('b', record(field('message')))),
      ['/b/message'],
    ],
    [
      'the outer of two alike',
      record(
        field('a', record(field('b', record(field('message'))))),
        field('c', record(field('message'))),
      ),
      ['/c/message'],
    ],
    [
      'that is no text',
      record(field('fault', record(field('message', { kind: 'scalar', type: 'integer' })))),
      [],
    ],
    [
      'that may be null',
      record(field('fault', orNull(record(field('message', orNull(text)))))),
      ['/fault/message'],
    ],
    [
      'too deep',
      record(
        field(
          'a',
          record(field('a', record(field('a', record(field('a', record(field('message')))))))),
        ),
      ),
      [],
    ],
  ])('%s', (_, body, places) => {
    expect(messagePointers(modelOf([body], { Fault: record(field('note/text')) }))).toEqual(places)
  })
})
