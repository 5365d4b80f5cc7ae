import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeIn } from '../unit/probe/probe.fixture.js'
import { compile } from '../unit/validate/compile.fixture.js'
import { patienceMs, runs } from './length.js'

const RUNS = 75

type Schema = Readonly<Record<string, unknown>>

const NAMES = ['a', 'b', 'c'] as const

/** Schemas that hold for `{}`, and for `null` in some way or not at all. */
const payloads: fc.Arbitrary<Schema | boolean> = fc.letrec<{ readonly any: Schema | boolean }>(
  (tie) => {
    const several = fc.array(tie('any'), { minLength: 1, maxLength: 2 })
    return {
      any: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom<Schema | boolean>(
          { type: 'object' },
          { type: ['object', 'null'] },
          { $ref: '#/$defs/Something' },
          { $ref: '#/$defs/SomethingOrNull' },
          { $ref: '#/$defs/Alias' },
          { enum: [{}, null] },
          { not: { type: 'null' } },
          { not: { type: 'string' } },
          {},
          true,
        ),
        several.map((allOf) => ({ allOf })),
        several.map((anyOf) => ({ anyOf: [...anyOf, { type: 'object' }] })),
        tie('any').map((one) => ({ oneOf: [one, { type: 'string' }] })),
        tie('any').map((one) => ({ if: { not: { type: 'null' } }, else: one })),
      ),
    }
  },
).any

/** Unions of one-key objects, written in the ways that documents write them. */
const unions = fc.record({
  inners: fc.tuple(payloads, payloads, payloads),
  holds: fc.constantFrom('oneOf', 'anyOf'),
  closed: fc.boolean(),
  typed: fc.boolean(),
})

const contents = fc.option(fc.constantFrom({}, null), { nil: undefined, freq: 2 })
const values = fc.tuple(contents, contents, contents)

test('guards, validators and probe agree on the meaning of a key with null', {
  timeout: patienceMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      unions,
      fc.array(values, { minLength: 6 }),
      async ({ inners, holds, closed, typed }, list) => {
        const members = NAMES.map((name, index) => ({
          ...(typed ? { type: 'object' } : {}),
          required: [name],
          properties: { [name]: inners[index] },
          ...(closed ? { additionalProperties: false } : {}),
        }))
        const document = {
          $defs: {
            Something: { type: 'object' },
            SomethingOrNull: { anyOf: [{ $ref: '#/$defs/Something' }, { type: 'null' }] },
            Alias: { $ref: '#/$defs/SomethingOrNull' },
            Schema: { [holds]: members },
          },
        }
        const { validators, unions: made, read, model } = await compile(document)
        const { isSchema } = made
        if (!isSchema || !validators.Schema || !read || !model) throw new Error('no union was made')
        const judge = judgeIn(read, model)
        for (const each of list) {
          const value = Object.fromEntries(NAMES.map((name, index) => [name, each[index]]))
          const sent: unknown = JSON.parse(JSON.stringify(value))
          const strict = validators.Schema.strict.is(sent)
          expect(judge(sent).strict).toBe(strict)
          if (holds === 'oneOf' && !closed) expect(isSchema(sent)).toBe(strict)
          else if (holds === 'oneOf' && strict) expect(isSchema(sent)).toBe(true)
        }
      },
    ),
    runs(RUNS, 2),
  )
})
