import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { validator } from '@tagwire/runtime/validate'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Union } from '../../generator/src/model/shapes/union.js'
import { generate } from '../../generator/src/pipeline/library.js'
import { readModel } from '../../generator/src/pipeline/read-model.js'
import { changed } from './fixtures/places.js'
import { unionSchema } from './fixtures/schema-of.js'
import { union } from './fixtures/unions.arbitrary.js'
import { sampleOf } from './fixtures/validate.arbitrary.js'
import { lengthOf, patienceMs, runs } from './length.js'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-emit-zod-'))
symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const PER_DOCUMENT = 60
const DOCUMENTS = 2
const VALUES = 15

const source = path.join(repository, 'packages/emit-zod/src/index.ts')
const emitter = `../${path.relative(path.dirname(folder), source)}` as const

/**
 * Names that every object inherits: zod takes them for members of the value, or leaves them out.
 */
const isInherited = (name: string): boolean => name in Object.prototype
const namesEvery = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, each]) => [key, ...namesEvery(each)])

/** What the types of the package do not say, the schemas do not either. */
function isOdd({ cases, tagging }: Union, schema: object | undefined): boolean {
  const text = JSON.stringify(schema)
  const closed = tagging.style !== 'key' && text.includes('"additionalProperties"')
  return closed || text.includes('__proto__') || cases.some(({ tag }) => isInherited(tag))
}

let count = 0

test('zod and validators agree on values of any tagged union', {
  timeout: patienceMs,
}, async () => {
  const seen = { holds: 0, fails: 0 }
  await fc.assert(
    fc.asyncProperty(
      // A member of that name is taken for a claim about the union.
      fc.array(
        union.filter((each) => !JSON.stringify(each).includes('x-tagwire-tag')),
        { minLength: PER_DOCUMENT, maxLength: PER_DOCUMENT },
      ),
      async (unions) => {
        const out = `at${count++}`
        const schemas = Object.fromEntries(
          unions.map((each, index) => [`U${index}`, unionSchema(each, 'beside')]),
        )
        const info = { title: 'Random unions', version: '1' }
        const document = { openapi: '3.1.0', info, paths: {}, components: { schemas } }
        const spec = `${out}.json`
        writeFileSync(path.join(folder, spec), JSON.stringify(document))
        const emit = ['validate', emitter] as const
        const made = await generate({
          cwd: folder,
          config: { packages: { [out]: { spec, out, emit } } },
        })
        expect(
          made.packages
            .flatMap(({ diagnostics }) => diagnostics)
            .filter(({ severity }) => severity === 'error'),
        ).toEqual([])
        const load = (file: string): Promise<Record<string, unknown>> =>
          import(pathToFileURL(path.join(folder, out, 'src', file)).href)
        const { validators } = await load('validate.ts')
        const zod = await load('zod.ts')
        const { model } = await readModel(spec, folder)
        const declarations = model?.declarations ?? []
        const rules = new Map(declarations.map((each) => [each.name, each.rule]))
        for (const { name, rule, shape } of declarations) {
          if (shape.kind !== 'union' || isOdd(shape, schemas[name])) continue
          const schema = zod[`${name}Schema`]
          const own: unknown = Reflect.get(Object(validators), name)
          if (!(schema instanceof z.ZodType)) throw new Error(`no schema ${name}`)
          if (!isValidator(own)) throw new Error(`no validator ${name}`)
          const samples = sampleOf((each) => rules.get(each), rule)
          for (const { value, changes } of fc.sample(samples, lengthOf(VALUES))) {
            const values = [
              value,
              ...changes.map((change) => changed(value, change)),
              ...news(value),
            ]
            for (const each of values) {
              if (namesEvery(each).some(isInherited)) continue
              const holds = own.is(each)
              const result = schema.safeParse(each)
              const told = [each, result.error?.issues, schemas[name]].map((part) =>
                JSON.stringify(part),
              )
              expect(result.success, told.join('\n')).toBe(holds)
              if (result.success) expect(result.data).toEqual(each)
              seen[holds ? 'holds' : 'fails']++
            }
          }
        }
      },
    ),
    { ...runs(DOCUMENTS), endOnFailure: true },
  )
  expect(seen.holds).toBeGreaterThan(lengthOf(DOCUMENTS) * 500)
  expect(seen.fails).toBeGreaterThan(lengthOf(DOCUMENTS) * 500)
})

/** The same value of a kind of tomorrow, and of none. */
function news(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value} of tomorrow`]
  if (typeof value !== 'object' || value === null) return []
  return [
    { ...value, 'of tomorrow': {} },
    ...Object.keys(value).map((key) => ({ ...value, [key]: null })),
    ...Object.keys(value).map((key) => ({ ...value, [key]: 'of tomorrow' })),
    { 'of tomorrow': null },
    { 'of tomorrow': 1 },
    {},
  ]
}

type Validator = ReturnType<typeof validator<unknown>>

function isValidator(value: unknown): value is Validator {
  return typeof value === 'object' && value !== null && 'is' in value
}
