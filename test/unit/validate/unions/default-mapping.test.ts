import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { compareReadings } from '../../../../generator/src/pipeline/diff.js'
import { readTexts } from '../../compare/compare.fixture.js'
import { judgeIn } from '../../probe/probe.fixture.js'
import { type Compiled, compile } from '../compile.fixture.js'

/** The kind of values that have no tag, or none of those that are mapped: `defaultMapping` of OpenAPI 3.2. */

const spec = readFileSync(
  new URL('../../../golden/default-mapping/spec.yaml', import.meta.url),
  'utf8',
)

let made: Compiled
beforeAll(async () => {
  made = await compile(parse(spec))
  expect(made.diagnostics).toEqual([])
})

const rows: readonly (readonly [
  union: 'Animal' | 'Vehicle',
  value: unknown,
  kind: string | undefined,
  tolerant: boolean,
  strict: boolean,
])[] = [
  ['Animal', { kind: 'cat', lives: 9 }, 'cat', true, true],
  ['Animal', { kind: 'cat', legs: 4 }, 'cat', false, false],
  ['Animal', { legs: 4 }, 'OtherAnimal', true, true],
  ['Animal', { kind: 'eel', legs: 0 }, 'OtherAnimal', true, true],
  ['Animal', { kind: 'OtherAnimal', legs: 0 }, 'OtherAnimal', true, true],
  ['Animal', { kind: 7, legs: 0 }, 'OtherAnimal', true, true],
  ['Animal', { kind: null, legs: 0 }, 'OtherAnimal', true, true],
  ['Animal', { kind: 'eel' }, 'OtherAnimal', false, false],
  ['Animal', { kind: 'eel', legs: 'none' }, 'OtherAnimal', false, false],
  ['Animal', {}, 'OtherAnimal', false, false],
  ['Animal', 'eel', undefined, false, false],
  ['Animal', [], undefined, false, false],
  ['Animal', null, undefined, false, false],
  ['Vehicle', { doors: 4 }, 'Car', true, false],
  ['Vehicle', { doors: 'x' }, 'Car', false, false],
  ['Vehicle', { kind: 'Bus', seats: 40 }, 'Bus', true, true],
  ['Vehicle', { kind: 'Bike' }, undefined, true, false],
]

describe.each(rows)('%s %j', (union, value, kind, tolerant, strict) => {
  test('validators', () => {
    const validator = made.validators[union]
    expect(validator?.is(value)).toBe(tolerant)
    expect(validator?.check(value).length === 0).toBe(tolerant)
    expect(validator?.strict.is(value)).toBe(strict)
    expect(validator?.strict.check(value).length === 0).toBe(strict)
  })

  test('probe', () => {
    const { read, model } = made
    if (!read || !model) throw new Error('nothing was read')
    expect(judgeIn(read, model, union)(value)).toMatchObject({ tolerant, strict })
  })

  test('kinds, guards and match', () => {
    const name = union.toLowerCase()
    const arms = { otherwise: () => undefined, [String(kind)]: () => kind }
    expect(made.unions[`${name}Kind`]?.(value)).toBe(kind)
    expect(made.unions[`is${union}`]?.(value)).toBe(kind !== undefined)
    const match: ((...given: unknown[]) => unknown) | undefined = made.unions[`match${union}`]
    expect(match?.(value, arms)).toBe(kind)
    if (union !== 'Animal') return
    for (const each of ['Cat', 'Dog', 'OtherAnimal']) {
      const own = each === kind || each.toLowerCase() === kind
      expect(made.unions[`isAnimal${each}`]?.(value)).toBe(own)
    }
  })
})

test('what is wrong names the kind', () => {
  expect(made.validators.Animal?.check({ kind: 'eel' })).toMatchObject([
    { path: 'legs', message: expect.stringContaining('(kind "OtherAnimal")') },
  ])
})

describe('diff', () => {
  const without = spec.replace('        defaultMapping: OtherAnimal\n', '')
  const classes = async (
    before: string,
    after: string,
  ): Promise<(readonly string[])[] | undefined> => {
    const [old, now] = await readTexts(before, after)
    return compareReadings({ old, new: now }).changes?.map((each) => [
      each.class,
      each.kind,
      each.subject,
    ])
  }

  test('of the same is nothing', async () => {
    expect(await classes(spec, spec.replace('is an other', 'is some other'))).toEqual([
      ['docs', 'docs-changed', 'Animal'],
    ])
  })

  test('says that a default is gone', async () => {
    expect(await classes(spec, without)).toContainEqual([
      'breaking',
      'tagging-changed',
      'Animal.OtherAnimal',
    ])
  })

  test('finds what changes in the default', async () => {
    const limited = spec.replace('legs: { type: integer }', 'legs: { type: integer, maximum: 8 }')
    expect(await classes(spec, limited)).toEqual([
      ['breaking', 'bound-tightened', 'OtherAnimal.legs'],
    ])
  })

  test('a new kind takes values that were of the default', async () => {
    const eel =
      'Eel: { type: object, required: [kind, volts], properties: { kind: { const: eel }, volts: { type: integer } } }'
    const now = spec
      .replace(
        "        - $ref: '#/components/schemas/Dog'\n",
        (each) => each + each.replace('Dog', 'Eel'),
      )
      .replace('    Dog:\n', `    ${eel}\n    Dog:\n`)
    const found = await classes(spec, now)
    expect(found).toContainEqual(['breaking', 'variant-added', 'Animal.eel'])
  })
})
