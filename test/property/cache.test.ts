import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf } from '../../generator/src/output/fingerprint.js'
import {
  type GeneratedPackage,
  generateOrReuse,
} from '../../generator/src/pipeline/generate-or-reuse.js'
import { patienceMs, runs } from './length.js'

// Anybody may have written `.tagwire`: a checkout, the cache of a build service.

const RUNS = 15

const DOCUMENT = `openapi: 3.1.0
info: { title: Small, version: '1' }
paths: {}
components:
  schemas:
    Point: { type: object, required: [x], properties: { x: { type: number, default: text } } }
`

let folder: string
let cold: GeneratedPackage

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tagwire-poisoned-'))
  writeFileSync(path.join(folder, 'openapi.yaml'), DOCUMENT)
  cold = await plan()
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function plan(): Promise<GeneratedPackage> {
  return generateOrReuse('small', { spec: 'openapi.yaml', out: 'small', name: 'small' }, folder)
}

function entryFile(ending: '.digest' | '.texts' = '.digest'): string {
  const kept = path.join(folder, '.tagwire')
  const name = readdirSync(kept).find((each) => each.endsWith(ending))
  if (name === undefined) throw new Error('nothing is kept')
  return path.join(kept, name)
}

test('an entry of which some bytes are others is made again', { timeout: patienceMs }, async () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1 })
  const halves = fc.constantFrom('.digest', '.texts')
  await fc.assert(
    fc.asyncProperty(halves, edits, fc.option(fc.nat()), async (half, list, length) => {
      const file = entryFile(half)
      const whole = readFileSync(file)
      const bytes = Buffer.from(whole)
      for (const [at, by] of list) {
        const index = at % bytes.length
        bytes.writeUInt8(bytes.readUInt8(index) ^ by, index)
      }
      writeFileSync(file, length === null ? bytes : bytes.subarray(0, length % bytes.length))
      const { files, diagnostics } = await plan()
      expect(files).toEqual(cold.files)
      expect(diagnostics).toEqual(cold.diagnostics)
      writeFileSync(file, whole)
    }),
    runs(RUNS),
  )
})

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    -1,
    1e308,
    '',
    [],
    {},
    true,
    '/etc/passwd',
    '../../outside.ts',
    'src/../../outside.ts',
    'C:\\outside.ts',
    'src/\u0000.ts',
    { __proto__: null, length: 3 },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

test('what a sealed entry says never leads outside, and never ends in a crash', {
  timeout: patienceMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), hostile, async (pick, value) => {
      const file = entryFile()
      const whole = readFileSync(file, 'utf8')
      const entry: unknown = JSON.parse(whole.slice(whole.indexOf('\n') + 1))
      const places = placesIn(entry)
      const body = JSON.stringify(replaced(entry, places[pick % places.length] ?? [], value))
      writeFileSync(file, `${hashOf(path.basename(file, '.digest'), body)}\n${body}`)
      const { files = [] } = await plan()
      for (const each of files) {
        const target = path.resolve(folder, 'small', each.path)
        expect(target.startsWith(path.join(folder, 'small') + path.sep), each.path).toBe(true)
        expect(typeof each.text).toBe('string')
      }
      writeFileSync(file, whole)
    }),
    runs(RUNS * 4),
  )
})

type Place = readonly string[]

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inside = Object.entries(value).flatMap(([key, each]) =>
    placesIn(each).map((place) => [key, ...place]),
  )
  return [[], ...inside]
}

function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) =>
      String(index) === key ? replaced(each, rest, by) : each,
    )
  }
  if (typeof value !== 'object' || value === null) return by
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === key ? replaced(each, rest, by) : each,
    ]),
  )
}
