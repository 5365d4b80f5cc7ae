import { expect, test } from 'vitest'
import { generate, schemasOnly, textOf } from '../../unit/lower/generate.fixture.js'
import { compile } from '../../unit/validate/compile.fixture.js'
import { createRandom } from '../fixtures/random.js'
import { createProject, errorsIn } from '../fixtures/typescript-project.js'
import { lengthOf, patienceMs, runs } from '../length.js'
import { type Family, randomFamily } from './random-schemas.js'
import { valuesNear } from './values-near.js'

/** Documents; forty times as many at night. */
const DOCUMENTS = 1
const FAMILIES = 25
const VALUES = 12

/** The types of JSON as literals, without what only literals have: their excess is checked, and they are readonly. */
const HELPERS = `
type Value<T> = { -readonly [Key in keyof T]: Value<T[Key]> }
declare function json<const T>(value: T): Value<T>
`

/**
 * An object without any property of a type whose properties are all optional, itself or inside of another value: only
 * TypeScript minds.
 */
const NOTHING_IN_COMMON = /^TS2559 | has no properties in common with type /

/** The same in a member of a union, or somewhere inside of one, which the message does not say. */
function hasOptionalMembers(family: Family): boolean {
  const isOptional = (member: unknown, around: readonly unknown[] = []): boolean => {
    if (around.includes(member)) return false
    const { $ref, allOf, anyOf, oneOf, items, properties, required = [], type } = Object(member)
    const target = $ref ? family[String($ref).split('/').at(-1) ?? ''] : []
    const inside = [target, allOf, anyOf, oneOf, items, Object.values(Object(properties))].flat()
    const isWeak = type === 'object' && required.length === 0
    return isWeak || inside.some((each) => each && isOptional(each, [...around, member]))
  }
  const found: unknown[] = []
  JSON.stringify(family, (key, value: unknown) => {
    if (key === 'oneOf' || key === 'anyOf') found.push(...[value].flat())
    return value
  })
  return found.some((each) => isOptional(each))
}

test('what strict validators accept is assignable to the type', {
  timeout: patienceMs,
}, async () => {
  const random = createRandom(runs(1).seed)
  let assigned = 0
  for (let index = 0; index < lengthOf(DOCUMENTS); index++) {
    const families = Array.from({ length: FAMILIES }, (_, at) =>
      randomFamily(`T${at}`, '3.1', random),
    )
    const document = schemasOnly(Object.assign({}, ...families))
    const { validators } = await compile(document)
    const made = await generate(document)
    const lines = families.flatMap((family, at) =>
      validOnes(family, `T${at}`, validators[`T${at}`]).map(
        (value, count) =>
          `export const v${at}_${count}: types.T${at} = json(${JSON.stringify(value)})`,
      ),
    )
    const program = [`import type * as types from './src/index.js'`, HELPERS, ...lines].join('\n')
    const files = made.files?.filter((each) => each.path.startsWith('src/')) ?? []
    const modules = new Map([
      ...files.map((each) => [each.path, textOf(made, each.path)] as const),
      ['values.ts', program] as const,
    ])
    const errors = errorsIn(createProject(modules), 'values.ts')
    expect(errors.filter((each) => !NOTHING_IN_COMMON.test(each))).toEqual([])
    assigned += lines.length
  }
  expect(assigned).toBeGreaterThan(lengthOf(DOCUMENTS) * FAMILIES)

  function validOnes(
    family: Family,
    name: string,
    validator: Awaited<ReturnType<typeof compile>>['validators'][string] | undefined,
  ): unknown[] {
    if (hasOptionalMembers(family)) return []
    const values = valuesNear(family, name, 'received', random, VALUES)
    return values.filter((value) => validator?.strict.is(value))
  }
})
