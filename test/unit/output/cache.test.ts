import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Plan, planPackage } from '../../../generator/src/pipeline/plan.js'

const DOCUMENT = `openapi: 3.1.0
info: { title: Small, version: '1' }
paths: {}
components:
  schemas:
    Point: { $ref: 'parts.yaml#/Point' }
    Shape: { oneOf: [{ type: object, properties: { a: { type: string }, b: { type: string } } }, { type: object, properties: { c: { type: string }, d: {} } }] }
`
const PARTS = 'Point: { type: object, required: [x], properties: { x: { type: number } } }\n'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tagwire-cache-'))
  writeFileSync(path.join(folder, 'openapi.yaml'), DOCUMENT)
  writeFileSync(path.join(folder, 'parts.yaml'), PARTS)
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function plan(): Promise<Plan> {
  return planPackage('small', { spec: 'openapi.yaml', out: 'small', name: 'small' }, folder)
}

function entries(): string[] {
  return readdirSync(path.join(folder, '.tagwire')).filter((name) => name.endsWith('.json'))
}

/** Puts a mark into the kept types, which only a plan that comes from the cache can show. */
function mark(): void {
  for (const name of entries()) {
    const file = path.join(folder, '.tagwire', name)
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll('export interface Point', 'kept Point'),
    )
  }
}

function types(made: Plan): string {
  return made.files?.find((file) => file.path === 'src/types.ts')?.text ?? ''
}

describe('what was generated is kept', () => {
  test('and given back as it was, warnings with their places included', async () => {
    const cold = await plan()
    const warm = await plan()
    expect(warm.files).toEqual(cold.files)
    expect(warm.diagnostics).toEqual(cold.diagnostics)
    expect(warm.diagnostics.length).toBeGreaterThan(0)
    for (const { at } of warm.diagnostics) {
      if (at) expect(warm.places.locate(at)).toEqual(cold.places.locate(at))
      if (at) expect(warm.places.textOf(at.file)).toBe(cold.places.textOf(at.file))
    }
    expect(new Set(warm.sources)).toEqual(new Set(cold.sources))
  })

  test('the second run reads the entry and nothing else', async () => {
    await plan()
    mark()
    expect(types(await plan())).toContain('kept Point')
  })

  test.each(['openapi.yaml', 'parts.yaml'])('a change of %s ends it', async (name) => {
    await plan()
    mark()
    const file = path.join(folder, name)
    writeFileSync(file, `${readFileSync(file, 'utf8')}# changed\n`)
    expect(types(await plan())).not.toContain('kept Point')
  })

  test('a file that is gone ends it', async () => {
    await plan()
    rmSync(path.join(folder, 'parts.yaml'))
    const made = await plan()
    expect(made.files).toBeUndefined()
    expect(made.diagnostics.map((each) => each.code)).toContain('TW1004')
  })

  test('an entry that is broken is made again', async () => {
    const cold = await plan()
    for (const name of entries()) writeFileSync(path.join(folder, '.tagwire', name), '{"files":')
    expect((await plan()).files).toEqual(cold.files)
  })

  test('runs at the same time do not disturb each other', async () => {
    const plans = await Promise.all([plan(), plan(), plan(), plan()])
    for (const each of plans) expect(each.files).toEqual(plans[0]?.files)
    expect(entries()).toHaveLength(1)
  })

  test('a document with errors is never kept', async () => {
    writeFileSync(path.join(folder, 'openapi.yaml'), DOCUMENT.replace('#/Point', '#/Missing'))
    await plan()
    expect(() => entries()).toThrow()
  })
})
