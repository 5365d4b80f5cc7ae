import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeIn } from '../unit/probe/probe.fixture.js'
import { compile } from '../unit/validate/compile.fixture.js'
import { type Case, type Change, cases } from './fixtures/keywords.arbitrary.js'
import { changed, textOf } from './fixtures/places.js'
import { patienceMs, runs } from './length.js'

const RUNS = 25
const PER_DOCUMENT = 10
const $schema = 'https://json-schema.org/draft/2020-12/schema'

test('for all keywords, valid values pass and one change fails at its place', {
  timeout: patienceMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cases, { minLength: PER_DOCUMENT, maxLength: PER_DOCUMENT }),
      async (list) => {
        const $defs = Object.fromEntries(list.map(({ schema }, index) => [`S${index}`, schema]))
        const { validators, diagnostics, read, model } = await compile({ $schema, $defs })
        expect(diagnostics.filter((each) => each.severity === 'error')).toEqual([])
        for (const [index, each] of list.entries()) {
          const name = `S${index}`
          const validator = validators[name]
          if (!validator || !read || !model) throw new Error(`nothing was made of ${name}`)
          const judge = judgeIn(read, model, name)
          expect(validator.strict.check(each.value)).toEqual([])
          expect(validator.is(each.value)).toBe(true)
          expect(validator.drift(each.value)).toEqual([])
          expect(judge(each.value).strict).toBe(true)
          for (const change of each.changes) {
            const value = changed(each.value, change)
            const told = validator.strict.check(value).map((problem) => problem.path)
            expect(told, explained(each, change)).toContain(textOf(change.told ?? change.path))
            expect(validator.strict.is(value)).toBe(false)
            expect(judge(value).strict, explained(each, change)).toBe(false)
          }
        }
      },
    ),
    runs(RUNS),
  )
})

function explained({ schema, value }: Case, change: Change): string {
  return JSON.stringify({ schema, value, change })
}
