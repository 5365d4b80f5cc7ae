import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, document } from '../unit/compare/compare.fixture.js'
import { judgeOf } from '../unit/probe/probe.fixture.js'
import { cases } from './fixtures/keywords.arbitrary.js'
import { lengthOf, patienceMs, runs } from './length.js'

const RUNS = 40
const $schema = 'https://json-schema.org/draft/2020-12/schema'

type Schema = Readonly<Record<string, unknown>>

/** Every schema that differs in one keyword: gone, or another number. */
function edits(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => edits(each).map((edit) => value.with(index, edit)))
  }
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => {
    const { [key]: _, ...rest } = value as Schema
    return [rest, ...edits(each).map((edit) => ({ ...value, [key]: edit }))]
  })
}

const edited = cases.chain((each) =>
  fc.constantFrom(each.schema, ...edits(each.schema)).map((edit) => ({ ...each, edit })),
)

async function isBreaking(flow: 'sent' | 'received', old: unknown, now: unknown): Promise<boolean> {
  const text = (schema: unknown): string => document(flow, `T: ${JSON.stringify(schema)}`)
  const changes = await changesBetween(text(old), text(now))
  return changes.some((each) => each.class === 'breaking')
}

test('what is not breaking leaves requests valid, and answers readable', {
  timeout: patienceMs,
}, async () => {
  const seen = { sent: 0, received: 0 }
  await fc.assert(
    fc.asyncProperty(edited, async ({ schema, edit, value }) => {
      const judge = await judgeOf({ $schema, $defs: { T: edit } }, 'T')
      fc.pre(judge !== undefined)
      const explained = JSON.stringify({ schema, edit, value })
      if (!(await isBreaking('sent', schema, edit))) {
        seen.sent++
        expect(judge?.(value).strict, explained).toBe(true)
      }
      // The other way round the value is an answer of the newer service.
      if (!(await isBreaking('received', edit, schema))) {
        seen.received++
        expect(judge?.(value).tolerant, explained).toBe(true)
      }
    }),
    runs(RUNS),
  )
  expect(Math.min(seen.sent, seen.received)).toBeGreaterThan(lengthOf(RUNS) / 6)
})
