import { expect, test } from 'vitest'
import { lengthOf, patienceMs, runs } from '../length.js'
import { judgeEdits } from './judged-edits.js'

/** For each version of OpenAPI; forty times as many at night. */
const EDITS = 125

/**
 * Edits that diff calls harmless in places where a value shows that they are not: 148 of 10,000, most of them limits
 * inside members of unions. To be empty when schemas are compared by their values.
 */
const KNOWN: ReadonlySet<string> = new Set([
  'a base',
  'a keyword less',
  'a new limit',
  'a new property',
  'a part of allOf',
  'a property less',
  'a union with a narrower one',
  'another limit',
  'another type',
  'another value',
  'null or not',
  'one more member',
  'other keys',
])

test.each(['3.0', '3.1'] as const)(
  'OpenAPI %s: what is not breaking leaves requests valid, and answers readable',
  { timeout: patienceMs },
  async (version) => {
    const { breaking, edits, unsound } = await judgeEdits(lengthOf(EDITS), version, runs(1).seed)
    expect(unsound.filter(({ edit }) => !KNOWN.has(edit))).toEqual([])
    // Neither everything nor nothing: the edits have to be worth a judgement.
    expect(breaking).toBeGreaterThan(edits / 5)
    expect(breaking).toBeLessThan(edits * 0.8)
  },
)
