import { describe, expect, test } from 'vitest'
import { hasErrors } from '../../../generator/src/diagnostics/diagnostic.js'
import { findingOf } from '../../../generator/src/diagnostics/finding.js'
import { nearest, suggestion } from '../../../generator/src/diagnostics/suggestion.js'
import {
  findLineStarts,
  lineOf,
  positionAt,
} from '../../../generator/src/diagnostics/text-positions.js'
import { valueText } from '../../../generator/src/diagnostics/value-text.js'

describe('a similar word', () => {
  const known = ['properties', 'required', 'enum', 'type', 'if', 'not']
  test.each([
    ['properties', 'properties'],
    ['propertis', 'properties'],
    ['porperties', 'properties'],
    ['proprties', 'properties'],
    ['Required', 'required'],
    ['reqiured', 'required'],
    ['rqeuiredd', 'required'],
    ['rqeiuredd', undefined],
    ['enmu', 'enum'],
    ['emnu', undefined],
    ['enumm', 'enum'],
    ['nemu', undefined],
    ['typ', 'type'],
    ['typpes', undefined],
    ['id', undefined],
    ['nots', undefined],
    ['', undefined],
  ])('of %s is %s', (word, near) => {
    expect(nearest(word, known)).toBe(near)
  })

  test('is the nearest of several', () => {
    expect(nearest('bodies', ['bodied', 'bodies', 'bodie'])).toBe('bodies')
    expect(nearest('abcdef', ['abcdxx', 'abcdex'])).toBe('abcdex')
  })

  test('may differ as much as the caller says', () => {
    expect(nearest('nots', known, () => 1)).toBe('not')
  })

  test('is the help of a message, if there is one', () => {
    expect(suggestion('propertis', known)).toEqual({ help: 'Did you mean properties?' })
    expect(suggestion('colour', known)).toEqual({})
  })
})

test.each<[unknown, string]>([
  ['a', '"a"'],
  [1.5, '1.5'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [undefined, 'undefined'],
  [{ a: [null] }, '{"a":[null]}'],
  ['x'.repeat(38), `"${'x'.repeat(38)}"`],
  ['x'.repeat(39), `"${'x'.repeat(39)}…`],
])('a message quotes %j as %s', (value, text) => {
  expect(valueText(value)).toBe(text)
})

describe('lines', () => {
  const text = 'one\n\nthree\n'
  const starts = findLineStarts(text)

  test('have numbers from 1 on', () => {
    expect([0, 1, 2, 3, 4, 5].map((number) => lineOf(text, starts, number))).toEqual([
      '',
      'one',
      '',
      'three',
      '',
      '',
    ])
    expect(lineOf('one', [0], 1)).toBe('one')
  })

  test.each([
    [0, 1, 1],
    [3, 1, 4],
    [4, 2, 1],
    [5, 3, 1],
    [9, 3, 5],
    [11, 4, 1],
  ])('the offset %i is line %i, column %i', (offset, line, column) => {
    expect(positionAt(starts, offset)).toEqual({ line, column })
  })
})

test('a run has errors if one of its diagnostics is one', () => {
  const of = (...severities: readonly ('error' | 'warning')[]) =>
    hasErrors(severities.map((severity) => ({ code: 'TW1003', severity, message: '' })))
  expect([of(), of('warning'), of('warning', 'error')]).toEqual([false, false, true])
})

test('a diagnostic as data has a place if it is about one, and always says what to do', () => {
  const places = { locate: () => ({ line: 2, column: 3 }), textOf: () => undefined }
  const fault = { code: 'TW1003', severity: 'error', message: 'No.' } as const
  expect(findingOf({ ...fault, help: 'Do.' }, places)).toEqual({ ...fault, help: 'Do.' })
  const at = { file: 'a.yaml', pointer: '/a' }
  expect(findingOf({ ...fault, at }, places)).toEqual({
    ...fault,
    ...at,
    line: 2,
    column: 3,
    help: expect.stringMatching(/./),
  })
})
