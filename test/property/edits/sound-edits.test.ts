import { expect, test } from 'vitest'
import { lengthOf, patienceMs, runs } from '../length.js'
import { judgeEdits, LARGE, SMALL } from './judged-edits.js'

/** For each version of OpenAPI. */
const EDITS = 125

test.each([
  ['3.0', 'any schemas', LARGE],
  ['3.1', 'any schemas', LARGE],
  ['3.0', 'small unions', SMALL],
  ['3.1', 'small unions', SMALL],
] as const)(
  'OpenAPI %s, %s: what is not breaking leaves requests valid, and answers readable',
  { timeout: patienceMs },
  async (version, _, source) => {
    const { breaking, edits, unsound } = await judgeEdits(
      lengthOf(EDITS, 2),
      version,
      runs(1).seed,
      source,
    )
    expect(unsound).toEqual([])
    // Neither everything nor nothing: the edits have to be worth a judgement.
    expect(breaking).toBeGreaterThan(edits / 5)
    expect(breaking).toBeLessThan(edits * 0.8)
  },
)
