import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LocatedChange } from '../../generator/src/compare/located-change.js'
import type { ChangeKind } from '../../generator/src/compare/schemas/rules.js'
import { type ReadSpec, readSpec } from '../../generator/src/pipeline/diff.js'
import { goldenCases } from '../golden/cases.js'
import { changesBetween, changesOf, readTexts } from '../unit/compare/compare.fixture.js'
import { document } from './fixtures/documents.arbitrary.js'
import { patienceMs, runs } from './length.js'

/** Changes with their opposites in the other direction: added and removed, wider and narrower. */
const UNDONE_BY: readonly (readonly [ChangeKind, ChangeKind])[] = [
  ['operation-added', 'operation-removed'],
  ['field-added', 'field-removed'],
  ['required-field-added', 'field-removed'],
  ['field-required', 'field-optional'],
  ['failure-added', 'failure-removed'],
  ['success-added', 'success-removed'],
  ['media-type-added', 'media-type-removed'],
  ['null-allowed', 'null-refused'],
  ['extra-keys-allowed', 'extra-keys-refused'],
  ['format-added', 'format-removed'],
  ['variant-added', 'variant-removed'],
  ['member-added', 'member-removed'],
  ['value-added', 'value-removed'],
  ['closed-value-added', 'closed-value-removed'],
  ['type-widened', 'type-narrowed'],
  ['bound-tightened', 'bound-loosened'],
  ['assertion-added', 'assertion-removed'],
  ['security-tightened', 'security-relaxed'],
  ['header-added', 'header-removed'],
]
const SAME_BOTH_WAYS: readonly ChangeKind[] = [
  'type-changed',
  'type-replaced',
  'tagging-changed',
  'format-changed',
  'bound-changed',
  'assertion-changed',
  'argument-changed',
]

/** Where a change applies. Which of the places is the subject depends on the order in the old document. */
function subjectsOf({ subject, also }: LocatedChange): readonly string[] {
  return [subject, ...also]
}

function isUndoneBy(change: LocatedChange, other: LocatedChange): boolean {
  if (!subjectsOf(change).every((each) => subjectsOf(other).includes(each))) return false
  if (SAME_BOTH_WAYS.includes(change.kind)) return change.kind === other.kind
  return UNDONE_BY.some(
    ([left, right]) =>
      (change.kind === left && other.kind === right) ||
      (change.kind === right && other.kind === left),
  )
}

describe('for random documents', { timeout: patienceMs }, () => {
  test('nothing changed between a document and itself', async () => {
    await fc.assert(
      fc.asyncProperty(document, async (text) => {
        expect(await changesBetween(text, text)).toEqual([])
      }),
      runs(20, 2),
    )
  })

  test('the way back undoes every change, and nothing else', async () => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(document, document, async (before, after) => {
        const [old, now] = await readTexts(before, after)
        // What values break in one direction may be valid in the other.
        const there = changesOf(old, now).filter(
          (each) => each.class !== 'docs' && each.kind !== 'values-changed',
        )
        const back = changesOf(now, old)
        for (const change of there) {
          expect(
            back.some((other) => isUndoneBy(change, other)),
            JSON.stringify(change),
          ).toBe(true)
        }
        seen += there.length
      }),
      runs(40, 2),
    )
    expect(seen).toBeGreaterThan(60)
  })

  test('additions alone undo as removals in the old document', async () => {
    await fc.assert(
      fc.asyncProperty(document, document, async (before, after) => {
        const [old, now] = await readTexts(before, after)
        const added = changesOf(old, now).filter((each) => /added$/.test(each.kind))
        const back = changesOf(now, old)
        for (const change of added.filter((each) => each.kind !== 'format-added')) {
          const removed = back.filter((other) => isUndoneBy(change, other))
          expect(removed.map((each) => each.side)).toContain('old')
        }
      }),
      runs(20, 2),
    )
  })

  test('two documents that differ are never the same for callers', async () => {
    await fc.assert(
      fc.asyncProperty(document, document, async (before, after) => {
        fc.pre(meaning(before) !== meaning(after))
        expect(await changesBetween(before, after)).not.toEqual([])
      }),
      runs(30, 2),
    )
  })
})

/** The text of a random document, without what has no meaning: the order of named members. */
function meaning(text: string): string {
  const sorted: unknown = JSON.parse(text, (_, value: unknown) => {
    if (Array.isArray(value)) return value.map((each) => JSON.stringify(each)).sort()
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)),
    )
  })
  return JSON.stringify(sorted)
}

describe('for the golden documents', () => {
  const good = goldenCases.filter(({ name }) => !name.startsWith('bad-'))

  const read = new Map<string, ReadSpec>()

  test.each(good)('$name has not changed since itself', async ({ name, folder, spec }) => {
    const now = await readSpec(spec, folder, {})
    read.set(name, now)
    expect(changesOf(now, now)).toEqual([])
    expect(changesOf(await readSpec(spec, folder, {}), now)).toEqual([])
  })

  test('any two of them can be compared', () => {
    const readings = [...read]
    expect(readings).toHaveLength(good.length)
    for (const [index, [name, old]] of readings.entries()) {
      const [other, now] = readings[(index + 1) % readings.length] ?? [name, old]
      expect(changesOf(old, now).length, `${name} and ${other}`).toBeGreaterThan(0)
    }
  })
})
