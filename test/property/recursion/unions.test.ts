import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCheck } from '../../../generator/src/check/check.js'
import { isInexact } from '../../../generator/src/check/finding.js'
import { compile } from '../../unit/validate/compile.fixture.js'
import { patienceMs, runs } from '../length.js'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
  readonly if?: Schema
  readonly items?: Schema
  readonly minimum?: number
}

const NAMES = ['A', 'B', 'C'] as const
const VALUES = [1, 5, null, 'text', true, {}, [], [1], [['text']]]
const prefix = '#/components/schemas/'

const leaves: fc.Arbitrary<Schema> = fc.constantFrom<Schema[]>(
  { type: 'integer' },
  { type: 'string' },
  { type: 'null' },
  { minimum: 3 },
)
const references = fc.constantFrom(...NAMES).map((name): Schema => ({ $ref: prefix + name }))

/** Schemas of which a value satisfies the more, the more values their references admit. */
const increasing = (of: fc.Arbitrary<Schema>): fc.Arbitrary<Schema>[] => {
  const several = fc.array(of, { minLength: 1, maxLength: 3 })
  return [
    several.map((anyOf) => ({ anyOf })),
    fc.tuple(of, leaves).map((allOf): Schema => ({ anyOf: [{ allOf }] })),
    of.map((items) => ({ type: 'array', items })),
  ]
}

const { plain } = fc.letrec<{ plain: Schema }>((tie) => ({
  plain: fc.oneof({ maxDepth: 3 }, leaves, references, ...increasing(tie('plain'))),
}))

const { any } = fc.letrec<{ any: Schema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaves,
    references,
    ...increasing(tie('any')),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
    tie('any').map((not) => ({ not })),
    fc.tuple(tie('any'), tie('any')).map(([first, then]) => ({ if: first, then })),
  ),
}))

/** Of a union: without a member of its own, it has no type. */
const unionsOf = (of: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc.array(of, { minLength: 1, maxLength: 3 }).map((more) => ({
    anyOf: [{ type: 'boolean' }, ...more],
  }))

/** The smallest set of values that the schemas can mean: a value is not in a union because it is in that union. */
function holds(schemas: Record<string, Schema>, schema: Schema, value: unknown): boolean {
  const look = ({ $ref, type, anyOf, allOf, items, minimum }: Schema, above: string[]): boolean =>
    ($ref === undefined || (!above.includes($ref) && look(of($ref), [...above, $ref]))) &&
    (type === undefined || typesOf(value).includes(type)) &&
    (minimum === undefined || typeof value !== 'number' || value >= minimum) &&
    (anyOf === undefined || anyOf.some((each) => look(each, above))) &&
    (allOf === undefined || allOf.every((each) => look(each, above))) &&
    (items === undefined ||
      !Array.isArray(value) ||
      value.every((each) => holds(schemas, items, each)))
  const of = ($ref: string): Schema => schemas[$ref.slice(prefix.length)] ?? {}
  return look(schema, [])
}

function typesOf(value: unknown): readonly string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  return typeof value === 'number' ? ['integer', 'number'] : [typeof value]
}

const info = { title: 'Test', version: '1.0.0' }

/** Calls a function for each schema of those documents that have a type. */
async function accepted(
  schemas: fc.Arbitrary<Schema>,
  look: (
    name: string,
    all: Record<string, Schema>,
    passes: {
      readonly printed: (value: unknown) => boolean
      readonly read: (value: unknown) => boolean
    },
  ) => void,
): Promise<number> {
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.record({ A: schemas, B: schemas, C: schemas }), async (all) => {
      const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: all } }
      const { validators, model, diagnostics } = await compile(document)
      // TypeScript has no unions that are members of each other.
      const errors = diagnostics.filter(({ severity }) => severity === 'error')
      expect(errors.filter(({ code }) => code !== 'TW1005')).toEqual([])
      if (!model) return
      count++
      const rules = new Map(model.declarations.map((each) => [each.name, each.rule]))
      const check = createCheck((name) => rules.get(name), 'write')
      for (const name of NAMES) {
        const rule = rules.get(name)
        const validator = validators[name]?.strict
        if (!rule || !validator) throw new Error(`nothing was made of ${name}`)
        look(name, all, {
          printed: (value) => validator.is(value),
          read: (value) => !check(rule, value).some(isInexact),
        })
      }
    }),
    runs(60),
  )
  return count
}

test('unions that lead back to themselves admit the values of their other members', {
  timeout: patienceMs,
}, async () => {
  const count = await accepted(unionsOf(plain), (name, all, { printed, read }) => {
    for (const value of VALUES) {
      const expected = [name, value, holds(all, { $ref: prefix + name }, value)]
      expect([name, value, printed(value)], JSON.stringify(all)).toEqual(expected)
      expect([name, value, read(value)], JSON.stringify(all)).toEqual(expected)
    }
  })
  expect(count).toBeGreaterThan(5)
})

test('whatever leads back to the same value ends, and validators and interpreter agree', {
  timeout: patienceMs,
}, async () => {
  const count = await accepted(unionsOf(any), (name, all, { printed, read }) => {
    // Validators allow null once more where several members are null.
    for (const value of VALUES.filter((each) => each !== null)) {
      expect([name, value, printed(value)], JSON.stringify(all)).toEqual([name, value, read(value)])
    }
  })
  expect(count).toBeGreaterThan(5)
})
