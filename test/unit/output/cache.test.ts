import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashOf } from '../../../generator/src/output/fingerprint.js'
import { type Plan, type PlanOptions, planPackage } from '../../../generator/src/pipeline/plan.js'

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

function plan(options?: PlanOptions): Promise<Plan> {
  const config = { spec: 'openapi.yaml', out: 'small', name: 'small' }
  return planPackage('small', config, folder, options)
}

function entries(): string[] {
  return readdirSync(path.join(folder, '.tagwire')).filter((name) => name.endsWith('.json'))
}

/** Puts a mark into the kept types, which only a plan that comes from the cache can show. */
function mark(): void {
  for (const name of entries()) {
    rewrite(name, (body) => body.replaceAll('export interface Point', 'kept Point'))
  }
}

/** Changes what an entry says, and seals it again as somebody could who knows how. */
function rewrite(name: string, change: (body: string) => string): void {
  const file = path.join(folder, '.tagwire', name)
  const [, ...lines] = readFileSync(file, 'utf8').split('\n')
  const body = change(lines.join('\n'))
  writeFileSync(file, `${hashOf(name.replace('.json', ''), body)}\n${body}`)
}

/** The same for the entry as data. */
function rewriteData(change: (entry: Record<string, unknown>) => unknown): void {
  for (const name of entries()) rewrite(name, (body) => JSON.stringify(change(JSON.parse(body))))
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

describe('an entry is untrusted', () => {
  test('who only looks never believes one', async () => {
    await plan()
    mark()
    expect(types(await plan())).toContain('kept Point')
    expect(types(await plan({ onlyLook: true }))).not.toContain('kept Point')
  })

  test('one flipped bit anywhere makes it no entry', async () => {
    const cold = await plan()
    const [name = ''] = entries()
    const file = path.join(folder, '.tagwire', name)
    const bytes = readFileSync(file)
    for (let flip = 0; flip < 40; flip++) {
      const changed = Buffer.from(bytes)
      const at = Math.floor((flip * bytes.length) / 40)
      changed.writeUInt8(bytes.readUInt8(at) ^ (1 << (flip % 8)), at)
      writeFileSync(file, changed)
      expect((await plan()).files).toEqual(cold.files)
    }
  })

  test('an entry of another package is none of this one', async () => {
    await plan()
    const [name = ''] = entries()
    const other = { spec: 'openapi.yaml', out: 'other', name: 'other' }
    await planPackage('other', other, folder)
    const [others = ''] = entries().filter((each) => each !== name)
    const kept = path.join(folder, '.tagwire')
    writeFileSync(path.join(kept, others), readFileSync(path.join(kept, name)))
    const { files } = await planPackage('other', other, folder)
    expect(files?.find((file) => file.path === 'package.json')?.text).toContain('"other"')
  })

  const paths = [
    '../evil.ts',
    '/etc/evil',
    'src/../../evil.ts',
    'src\\..\\evil.ts',
    'C:evil',
    '',
    '.',
  ]
  test.each(paths)('a file at %j makes it no entry', async (evil) => {
    const cold = await plan()
    rewriteData((entry) => ({ ...entry, files: [{ path: evil, text: 'evil' }] }))
    expect((await plan()).files).toEqual(cold.files)
  })

  test.each([
    ['nothing', () => null],
    ['a list', () => []],
    ['no files', ({ files: _, ...entry }) => entry],
    ['files that are texts', (entry) => ({ ...entry, files: ['a'] })],
    ['files without text', (entry) => ({ ...entry, files: [{ path: 'a.ts' }] })],
    ['sources that are none', (entry) => ({ ...entry, sources: [null] })],
    ['no sources', (entry) => ({ ...entry, sources: [] })],
    ['no positions', (entry) => ({ ...entry, positions: null })],
    ['a position without a line', (entry) => ({ ...entry, positions: { 'a#': { column: 1 } } })],
    ['an unknown code', (entry) => warned(entry, { code: 'constructor' })],
    ['an error', (entry) => warned(entry, { severity: 'error' })],
    ['a message that is none', (entry) => warned(entry, { message: { toString: 1 } })],
    ['a place that is none', (entry) => warned(entry, { at: { file: 5 } })],
  ] satisfies [string, (entry: Record<string, unknown>) => unknown][])(
    '%s makes it no entry',
    async (_, change) => {
      const cold = await plan()
      rewriteData(change)
      const made = await plan()
      expect(made.files).toEqual(cold.files)
      expect(made.diagnostics).toEqual(cold.diagnostics)
    },
  )

  function warned(entry: Record<string, unknown>, change: object): object {
    const fine = { code: 'TW2007', severity: 'warning', message: 'a' }
    return { ...entry, diagnostics: [{ ...fine, ...change }] }
  }

  test('a folder that is a link is neither read nor written', async () => {
    const cold = await plan()
    const elsewhere = path.join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    for (const name of entries()) {
      writeFileSync(path.join(elsewhere, name), readFileSync(path.join(folder, '.tagwire', name)))
    }
    mark()
    rmSync(path.join(folder, '.tagwire'), { recursive: true })
    symlinkSync(elsewhere, path.join(folder, '.tagwire'))
    const before = readdirSync(elsewhere)
    mark()
    expect((await plan()).files).toEqual(cold.files)
    expect(readdirSync(elsewhere)).toEqual(before)
  })

  test('nothing is written through a link inside the folder', async () => {
    const victim = path.join(folder, 'victim')
    writeFileSync(victim, 'mine')
    mkdirSync(path.join(folder, '.tagwire'))
    symlinkSync(victim, path.join(folder, '.tagwire/.gitignore'))
    await plan()
    expect(readFileSync(victim, 'utf8')).toBe('mine')
    expect(existsSync(path.join(folder, '.tagwire/.gitignore'))).toBe(true)
  })
})
