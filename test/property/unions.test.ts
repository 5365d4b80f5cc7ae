import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Diagnostic } from '../../generator/src/diagnostics/diagnostic.js'
import { lower } from '../../generator/src/lower/lower.js'
import type { Declaration, Field } from '../../generator/src/model/shapes/shape.js'
import type { Union } from '../../generator/src/model/shapes/union.js'
import { loadDocument } from '../../generator/src/source/document.js'
import { type Sharing, unionSchema } from './fixtures/schema-of.js'
import { union } from './fixtures/unions.arbitrary.js'
import { lengthOf, patienceMs, runs } from './length.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-unions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PER_DOCUMENT = 100
const DOCUMENTS = 24

/**
 * Unions that mean the same as another one, because what is written is the same. They are read as
 * that other one; each of these sentences says which.
 */
function ambiguity({ tagging, cases }: Union): string | undefined {
  const payloads = cases.flatMap((each) => (each.payload ? [each.payload] : []))
  if (tagging.style === 'key') {
    if (payloads.length === 0) return 'bare strings only: an enumeration'
    const unset = cases.length === 2 && payloads.length === 1 && isEmptyUnit(cases)
    return unset ? 'an empty string beside one object: a way to unset it' : undefined
  }
  if (cases.length === 1) return 'one member only: a plain object'
  if (tagging.style === 'pair') {
    return payloads.length === 0 ? 'a pair that never has a payload: an inner tag' : undefined
  }
  const alone = payloads.map(soleField)
  const [first] = alone
  const same = first !== undefined && alone.every((each) => each === first)
  return same ? 'an inner tag beside one field of the same name everywhere: a pair' : undefined
}

function isEmptyUnit(cases: Union['cases']): boolean {
  return cases.some((each) => each.tag === '' && !each.payload)
}

function soleField(shape: Declaration['shape']): string | undefined {
  if (shape.kind !== 'record') return undefined
  const [field, ...others] = shape.fields
  return field?.required && others.length === 0 ? field.name : undefined
}

/** Only members with a key of their own can repeat what they share, and only two can show it. */
function sharingOf(each: Union, index: number): Sharing {
  const records = each.cases.filter((member) => member.payload)
  const repeatable = each.tagging.style === 'key' && records.length > 1
  return repeatable && index % 2 === 0 ? 'in each' : 'beside'
}

async function readBack(unions: readonly Union[]): Promise<(Declaration | undefined)[]> {
  const schemas = Object.fromEntries(
    unions.map((each, index) => [`U${index}`, unionSchema(each, sharingOf(each, index))]),
  )
  const info = { title: 'Random unions', version: '1' }
  const text = JSON.stringify({ openapi: '3.1.0', info, paths: {}, components: { schemas } })
  writeFileSync(path.join(folder, 'spec.json'), text)
  const found: Diagnostic[] = []
  const document = await loadDocument('spec.json', folder)
  const model = lower(document, (diagnostic) => found.push(diagnostic))
  expect(found.filter((each) => each.severity === 'error')).toEqual([])
  return unions.map((_, index) => model?.declarations.find((each) => each.name === `U${index}`))
}

/** The meaning of a union, without its place and the names of its cases. */
function essence(each: Union): unknown {
  const { tagging, cases, common } = each
  return plain({
    tagging,
    common: common.map(fieldEssence),
    cases: cases.map(({ tag, tagValue, payload }) => ({ tag, tagValue, payload })),
  })
}

function fieldEssence({ name, shape, required }: Field): object {
  return { name, shape, required }
}

function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (key, each: unknown) => (key === 'source' ? undefined : each))
  return JSON.parse(text)
}

test('what lay() writes is what lowering reads', { timeout: patienceMs }, async () => {
  const counts = { same: 0, ambiguous: new Map<string, number>() }
  const styles = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(union, { minLength: PER_DOCUMENT, maxLength: PER_DOCUMENT }),
      async (unions) => {
        const read = await readBack(unions)
        unions.forEach((each, index) => {
          const why = ambiguity(each)
          if (why !== undefined) {
            counts.ambiguous.set(why, (counts.ambiguous.get(why) ?? 0) + 1)
            return
          }
          const shape = read[index]?.shape
          expect(shape?.kind === 'union' ? essence(shape) : shape).toEqual(essence(each))
          styles.set(each.tagging.style, (styles.get(each.tagging.style) ?? 0) + 1)
          counts.same++
        })
      },
    ),
    { ...runs(DOCUMENTS), endOnFailure: true },
  )
  const ambiguous = [...counts.ambiguous].map(([why, count]) => `  ${count} × ${why}`)
  console.info(
    [`${counts.same} unions read back as they were written; the others are not one thing:`]
      .concat(ambiguous)
      .join('\n'),
  )
  const all = counts.same + [...counts.ambiguous.values()].reduce((sum, each) => sum + each, 0)
  const written = lengthOf(DOCUMENTS) * PER_DOCUMENT
  expect(all).toBeGreaterThanOrEqual(written)
  expect(counts.same).toBeGreaterThan(written * 0.75)
  for (const style of ['key', 'property', 'pair']) {
    expect(styles.get(style)).toBeGreaterThan(written * 0.1)
  }
})
