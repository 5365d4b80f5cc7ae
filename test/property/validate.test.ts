import { fileURLToPath } from 'node:url'
import { validators as node } from '@tagwire/node-rpc/validate'
import { validators as routing } from '@tagwire/routing/validate'
import type { Validator } from '@tagwire/runtime/validate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Declaration } from '../../generator/src/model/shapes/shape.js'
import { readModel } from '../../generator/src/pipeline/read-model.js'
import { changed, textOf } from './fixtures/places.js'
import { type Sample, sampleOf } from './fixtures/validate.arbitrary.js'
import { lengthOf, patienceMs, runs } from './length.js'

const repository = fileURLToPath(new URL('../../', import.meta.url))

const RUNS = 40

type Table = Readonly<Record<string, Validator<unknown>>>

async function declarationsOf(spec: string): Promise<readonly Declaration[]> {
  const { model } = await readModel(spec, repository)
  if (!model) throw new Error(`${spec} has errors`)
  return model.declarations
}

const packages: readonly (readonly [string, readonly Declaration[], Table])[] = [
  ['routing', await declarationsOf('spec/routing/openapi.yaml'), routing],
  ['node-rpc', await declarationsOf('spec/node-rpc/openrpc.yaml'), node],
]

describe.each(packages)('%s', (_, declarations, validators) => {
  const rules = new Map(declarations.map((each) => [each.name, each.rule]))
  const ruleOf = (name: string) => rules.get(name)
  let changes = 0

  test('has a validator for every schema', () => {
    const aliases = declarations.flatMap((each) => each.aliases ?? [])
    expect(Object.keys(validators).sort()).toEqual([...rules.keys(), ...aliases].sort())
  })

  test.each(declarations.map((each) => each.name))(
    '%s: what holds passes, one change fails at its place',
    { timeout: patienceMs },
    (name) => {
      const validator = validators[name]
      const rule = rules.get(name)
      if (!validator || !rule) throw new Error(`no validator ${name}`)
      const samples = sampleOf(ruleOf, rule)
      fc.assert(
        fc.property(samples, fc.nat(), (sample, pick) => {
          expect(validator.strict.check(sample.value)).toEqual([])
          expect(validator.is(sample.value)).toBe(true)
          expect(validator.drift(sample.value)).toEqual([])
          const change = sample.changes[pick % Math.max(sample.changes.length, 1)]
          if (!change) return
          changes++
          expectFailure(validator, sample, change)
        }),
        runs(RUNS, 2),
      )
    },
  )

  test('nearly every sample was changed somewhere', () => {
    expect(changes).toBeGreaterThan(lengthOf(RUNS, 2) * declarations.length * 0.8)
  })
})

function expectFailure(
  validator: Validator<unknown>,
  { value }: Sample,
  change: Sample['changes'][number],
): void {
  const wrong = changed(value, change)
  const paths = validator.strict.check(wrong).map((each) => each.path)
  // Removing a key leaves a union without a kind, which is reported at the union.
  const told = change.gone
    ? [textOf(change.path), textOf(change.path.slice(0, -1))]
    : [textOf(change.told ?? change.path)]
  expect(
    paths.some((path) => told.includes(path)),
    `${paths} for ${told}`,
  ).toBe(true)
  expect(validator.strict.is(wrong)).toBe(false)
}
