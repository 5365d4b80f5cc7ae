import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDictionary } from '../../generator/src/model/json.js'
import type { Shape } from '../../generator/src/model/shapes/shape.js'
import { judgeIn } from '../unit/probe/probe.fixture.js'
import { lowered } from '../unit/schema-model.fixture.js'
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
    runs(RUNS, 2),
  )
})

function explained({ schema, value }: Case, change: Change): string {
  return JSON.stringify({ schema, value, change })
}

/** Keywords that mean something else apart from each other. */
const TOGETHER = [
  ['properties', 'patternProperties', 'additionalProperties'],
  ['prefixItems', 'items'],
  ['contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
]

/** The same schema with some of its keywords in a part of `allOf`. */
function split(schema: Case['schema'], moves: readonly boolean[]): object {
  const entries = Object.entries(schema)
  const groups = [...new Set(entries.map(([key]) => groupOf(key)))]
  const [apart, kept] = [true, false].map((wanted) =>
    entries.filter(([key]) => {
      const isMoved = Boolean(moves[groups.indexOf(groupOf(key)) % moves.length])
      return wanted === (isMoved && !key.startsWith('unevaluated'))
    }),
  )
  const { allOf = [], ...others } = Object.fromEntries(kept ?? [])
  return { ...others, allOf: [...[allOf].flat(), Object.fromEntries(apart ?? [])] }
}

function groupOf(keyword: string): string {
  return TOGETHER.find((words) => words.includes(keyword))?.join() ?? keyword
}

/** Whether a type has a value, as far as its shape says so. Unions with tags have tests of their own. */
function fits(shapes: ReadonlyMap<string, Shape>, shape: Shape, value: unknown): boolean {
  const has = (part: Shape, inside: unknown): boolean => fits(shapes, part, inside)
  switch (shape.kind) {
    case 'json':
      return true
    case 'never':
      return false
    case 'literal':
      return shape.value === value
    case 'enumeration':
      return (
        shape.values.some((each) => each === value) ||
        (typeof value === 'string' && Boolean(shape.open))
      )
    case 'scalar':
      return shape.type === 'null'
        ? value === null
        : typeof value === (SCALARS[shape.type] ?? shape.type)
    case 'nullable':
      return value === null || has(shape.shape, value)
    case 'reference':
      return has(shapes.get(shape.name) ?? { kind: 'never' }, value)
    case 'intersection':
      return shape.parts.every((part) => has(part, value))
    case 'union':
      return (
        shape.tagging.style !== 'none' ||
        shape.cases.some(({ payload }) => payload && has(payload, value))
      )
    case 'list':
      return Array.isArray(value) && value.every((each) => has(shape.items, each))
    case 'tuple':
      return (
        Array.isArray(value) &&
        value.every((each, index) =>
          has(shape.items[index] ?? shape.rest ?? { kind: 'never' }, each),
        )
      )
    case 'map':
      return isDictionary(value) && Object.values(value).every((each) => has(shape.values, each))
    case 'record':
      return (
        isDictionary(value) &&
        shape.fields.every(({ name, required, shape: field }) =>
          Object.hasOwn(value, name) ? has(field, value[name]) : !required,
        )
      )
  }
}

const SCALARS: Readonly<Record<string, string>> = { integer: 'number', binary: 'string' }

test('valid values have the type of their schema, also where parts of allOf say a half of it', {
  timeout: patienceMs,
}, async () => {
  const moves = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })
  const given = fc.tuple(cases, moves)
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { minLength: PER_DOCUMENT, maxLength: PER_DOCUMENT }),
      async (list) => {
        const schemas = list.flatMap(([{ schema }, moved], index) => [
          [`S${index}`, schema] as const,
          [`T${index}`, split(schema, moved)] as const,
        ])
        const { model, codes } = await lowered({ $schema, $defs: Object.fromEntries(schemas) })
        const shapes = new Map(model.declarations.map(({ name, shape }) => [name, shape]))
        expect(codes.filter((code) => code === 'TW2012')).toEqual([])
        for (const [index, [{ schema, value }, moved]] of list.entries()) {
          for (const name of [`S${index}`, `T${index}`]) {
            const explained = JSON.stringify({ name, schema, split: split(schema, moved), value })
            expect(fits(shapes, { kind: 'reference', name }, value), explained).toBe(true)
          }
        }
      },
    ),
    runs(RUNS, 2),
  )
})
