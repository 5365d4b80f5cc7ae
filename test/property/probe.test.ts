import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeIn, mended } from '../unit/probe/probe.fixture.js'
import { compile } from '../unit/validate/compile.fixture.js'
import { type Schema, schemas, values } from './fixtures/probe.arbitrary.js'
import { patienceMs, runs } from './length.js'

const RUNS = 100

function documentOf(schema: Schema): object {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }
}

test('probe and the generated validators are of one opinion', { timeout: patienceMs }, async () => {
  await fc.assert(
    fc.asyncProperty(schemas, fc.array(values, { minLength: 4 }), async (schema, list) => {
      const document = documentOf(schema)
      const { validators, read, model } = await compile(document)
      const judge = read && model && judgeIn(read, model)
      const validator = validators.Schema
      for (const value of list) {
        const judged = judge?.(value)
        expect(judged?.strict).toBe(validator?.strict.is(value))
        expect(judged?.tolerant).toBe(validator?.is(value))
      }
    }),
    runs(RUNS, 2),
  )
})

test('with the proposed changes, every payload matches', {
  timeout: patienceMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(schemas, values, async (schema, value) => {
      const { holds, left } = await mended(
        documentOf(schema),
        value,
        ({ mismatches }) => mismatches.length === 0,
        { rounds: 60 },
      )
      expect(left?.mismatches ?? []).toEqual([])
      expect(holds || left === undefined).toBe(true)
    }),
    runs(RUNS, 2),
  )
})
