import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type Entry,
  entry_0,
  entryKind,
  isOutcomeFalse,
  isShape_1,
  isShapeMinus1,
  mappedKind,
  matchEntry,
  matchOutcome,
  matchShape,
  type Outcome,
  outcomeKind,
  outcomeTrue,
  type Shape,
  type ShapeKind,
  shape_1,
  shapeKind,
  shapeMinus1,
} from '../../../golden/tags-of-numbers/expected/src/unions.js'

/** Kinds that are numbers and truth values on the wire stay what they are. */
describe('a tag that is a number', () => {
  it('is the kind, and text that looks like it is not', () => {
    expectTypeOf<ShapeKind>().toEqualTypeOf<1 | -1>()
    expect(shapeKind({ kind: 1, radius: 2 })).toBe(1)
    expect(shapeKind({ kind: -1, side: 2 })).toBe(-1)
    expect(shapeKind({ kind: '1', radius: 2 })).toBeUndefined()
    expect(shapeKind({ kind: 2 })).toBeUndefined()
    expect(mappedKind({ version: 2, b: 'x' })).toBe(2)
  })

  it('narrows', () => {
    const value: unknown = { kind: -1, side: 2 }
    expect(isShapeMinus1(value) && value.side).toBe(2)
    expect(isShape_1(value)).toBe(false)
    expect(isShape_1({ kind: '1' })).toBe(false)
  })

  it('is written by the constructors', () => {
    expect(shape_1({ radius: 3 })).toEqual({ kind: 1, radius: 3 })
    expect(shapeMinus1({ side: 3 })).toEqual({ kind: -1, side: 3 })
    expect(entry_0('a')).toEqual({ type: 0, value: 'a' })
  })

  it('has an arm', () => {
    const area = (shape: Shape): number | undefined =>
      matchShape<number | undefined>(shape, {
        1: ({ radius }) => radius * radius * 3,
        '-1': ({ side }) => side * side,
        unknown: () => undefined,
      })
    expect(area({ kind: 1, radius: 2 })).toBe(12)
    expect(area({ kind: -1, side: 2 })).toBe(4)
    expect(area(JSON.parse('{"kind": 2}'))).toBeUndefined()
    const text = (entry: Entry): string =>
      matchEntry(entry, {
        0: (payload) => payload,
        none: (payload) => String(payload),
        unknown: () => '?',
      })
    expect(text({ type: 0, value: 'zero' })).toBe('zero')
    expect(text({ type: 'none', value: true })).toBe('true')
    expect(entryKind({ type: 0, value: 'zero' })).toBe(0)
  })
})

describe('a tag that is true or false', () => {
  it('tells success from failure', () => {
    expect(outcomeKind({ ok: false, error: 'e', hint: 'h' })).toBe(false)
    expect(outcomeKind({ ok: 'false' })).toBeUndefined()
    expect(outcomeTrue({ data: 'd' })).toEqual({ ok: true, data: 'd' })
    const value: unknown = { ok: false, error: 'e', hint: 'h' }
    expect(isOutcomeFalse(value) && value.hint).toBe('h')
  })

  it('has an arm', () => {
    const text = (outcome: Outcome): string =>
      matchOutcome(outcome, {
        true: ({ data }) => data,
        false: ({ error }) => error,
        unknown: () => '?',
      })
    expect(text({ ok: true, data: 'd' })).toBe('d')
    expect(text({ ok: false, error: 'e', hint: 'h' })).toBe('e')
    expect(text(JSON.parse('{"ok": null}'))).toBe('?')
  })
})
