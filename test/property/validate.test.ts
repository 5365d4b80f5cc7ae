import { fileURLToPath } from 'node:url'
import { validators as node } from '@tagwire/node-rpc/validate'
import { validators as routing } from '@tagwire/routing/validate'
import type { Validator } from '@tagwire/runtime/validate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Declaration } from '../../generator/src/model/shape.js'
import { readModel } from '../../generator/src/read.js'
import { type Path, type Sample, sampleOf } from './validate.arbitrary.js'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** More of them find more: `PROPERTY_RUNS=2000`. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 40)

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
  let changed = 0

  test('has a validator for every schema', () => {
    expect(Object.keys(validators).sort()).toEqual([...rules.keys()].sort())
  })

  test.each(declarations.map((each) => each.name))(
    '%s: what holds passes, one change fails at its place',
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
          changed++
          expectFailure(validator, sample, change)
        }),
        { numRuns: RUNS },
      )
    },
  )

  test('nearly every sample was changed somewhere', () => {
    expect(changed).toBeGreaterThan(RUNS * declarations.length * 0.8)
  })
})

function expectFailure(
  validator: Validator<unknown>,
  { value }: Sample,
  change: Sample['changes'][number],
): void {
  const changed = change.gone
    ? without(value, change.path)
    : replaced(value, change.path, change.to)
  const paths = validator.strict.check(changed).map((each) => each.path)
  // A key that is gone leaves a union without a kind, and that is told where the union stands.
  const told = change.gone
    ? [textOf(change.path), textOf(change.path.slice(0, -1))]
    : [textOf(change.path)]
  expect(
    paths.some((path) => told.includes(path)),
    `${paths} for ${told}`,
  ).toBe(true)
  expect(validator.strict.is(changed)).toBe(false)
}

function replaced(value: unknown, path: Path, to: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  if (Array.isArray(value))
    return value.map((each, index) => (index === key ? replaced(each, rest, to) : each))
  const members = Object.entries(Object(value))
  return Object.fromEntries(
    members.map(([name, each]) => [name, name === key ? replaced(each, rest, to) : each]),
  )
}

function without(value: unknown, path: Path): unknown {
  const last = path.at(-1)
  const parent = at(value, path.slice(0, -1))
  const left = Object.entries(Object(parent)).filter(([name]) => name !== last)
  return replaced(value, path.slice(0, -1), Object.fromEntries(left))
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, key) => Reflect.get(Object(inside), key), value)
}

function textOf(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`
      return index === 0 ? key : `.${key}`
    })
    .join('')
}
