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
import {
  type GeneratedPackage,
  type GenerateOrReuseOptions,
  generateOrReuse,
} from '../../../generator/src/pipeline/generate-or-reuse.js'

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

function plan(options?: GenerateOrReuseOptions): Promise<GeneratedPackage> {
  const config = { spec: 'openapi.yaml', out: 'small', name: 'small' }
  return generateOrReuse('small', config, folder, options)
}

function kept(ending: '.digest' | '.texts'): string[] {
  return readdirSync(path.join(folder, '.tagwire')).filter((name) => name.endsWith(ending))
}

function inCache(name: string): string {
  return path.join(folder, '.tagwire', name)
}

interface StoredOutput {
  readonly path: string
  readonly hash: string
  readonly bytes: number
}

/** Puts a mark into the kept types, which only a plan that comes from the cache can show. */
function mark(): void {
  rewriteData((entry, texts) => {
    const outputs = entry.outputs as StoredOutput[]
    const index = outputs.findIndex((each) => each.path === 'src/types.ts')
    const start = outputs.slice(0, index).reduce((sum, each) => sum + each.bytes, 0)
    const end = start + (outputs[index]?.bytes ?? 0)
    const text = texts
      .subarray(start, end)
      .toString()
      .replace('export interface Point', 'kept Point')
    return {
      entry: {
        ...entry,
        outputs: outputs.with(index, {
          path: 'src/types.ts',
          hash: hashOf(text),
          bytes: Buffer.byteLength(text),
        }),
      },
      texts: Buffer.concat([texts.subarray(0, start), Buffer.from(text), texts.subarray(end)]),
    }
  })
}

type Entry = Readonly<Record<string, unknown>>

/** Changes the content of entries and updates their hash, as an attacker could. */
function rewriteData(
  change: (entry: Entry, texts: Buffer) => { readonly entry: unknown; readonly texts?: Buffer },
): void {
  for (const name of kept('.digest')) {
    const key = name.replace('.digest', '')
    const [, ...lines] = readFileSync(inCache(name), 'utf8').split('\n')
    const before = readFileSync(inCache(`${key}.texts`))
    const { entry, texts = before } = change(JSON.parse(lines.join('\n')), before)
    const body = JSON.stringify(entry)
    writeFileSync(inCache(name), `${hashOf(key, body)}\n${body}`)
    writeFileSync(inCache(`${key}.texts`), texts)
  }
}

function types(made: GeneratedPackage): string {
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
      if (at) expect(warm.locator.locate(at)).toEqual(cold.locator.locate(at))
      if (at) expect(warm.locator.textOf(at.file)).toBe(cold.locator.textOf(at.file))
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

  test('a missing file invalidates it', async () => {
    await plan()
    rmSync(path.join(folder, 'parts.yaml'))
    const made = await plan()
    expect(made.files).toBeUndefined()
    expect(made.diagnostics.map((each) => each.code)).toContain('TW1004')
  })

  test.each(['.digest', '.texts'] as const)(
    'an entry is made again if its %s is broken',
    async (half) => {
      const cold = await plan()
      for (const name of kept(half)) writeFileSync(inCache(name), '{"files":')
      expect((await plan()).files).toEqual(cold.files)
    },
  )

  test.each(['.digest', '.texts'] as const)(
    'an entry is recreated if its %s is missing',
    async (half) => {
      const cold = await plan()
      for (const name of kept(half)) rmSync(inCache(name))
      expect((await plan()).files).toEqual(cold.files)
      expect(kept(half)).toHaveLength(1)
    },
  )

  test('texts of an earlier document are not part of a later entry', async () => {
    await plan()
    const [texts = ''] = kept('.texts')
    const earlier = readFileSync(inCache(texts))
    writeFileSync(path.join(folder, 'openapi.yaml'), DOCUMENT.replaceAll('Shape', 'Figure'))
    const cold = await plan()
    writeFileSync(inCache(texts), earlier)
    expect((await plan()).files).toEqual(cold.files)
  })

  test('runs at the same time do not disturb each other', async () => {
    const plans = await Promise.all([plan(), plan(), plan(), plan()])
    for (const each of plans) expect(each.files).toEqual(plans[0]?.files)
    expect(kept('.digest')).toHaveLength(1)
    expect(kept('.texts')).toHaveLength(1)
  })

  test('a document with errors is never kept', async () => {
    writeFileSync(path.join(folder, 'openapi.yaml'), DOCUMENT.replace('#/Point', '#/Missing'))
    await plan()
    expect(() => kept('.digest')).toThrow()
  })
})

describe('an entry is untrusted', () => {
  test('check never trusts an entry', async () => {
    await plan()
    mark()
    expect(types(await plan())).toContain('kept Point')
    expect(types(await plan({ onlyLook: true }))).not.toContain('kept Point')
  })

  test.each(['.digest', '.texts'] as const)(
    'one flipped bit in %s makes it no entry',
    async (half) => {
      const cold = await plan()
      const [name = ''] = kept(half)
      const file = inCache(name)
      const bytes = readFileSync(file)
      for (let flip = 0; flip < 40; flip++) {
        const changed = Buffer.from(bytes)
        const at = Math.floor((flip * bytes.length) / 40)
        changed.writeUInt8(bytes.readUInt8(at) ^ (1 << (flip % 8)), at)
        writeFileSync(file, changed)
        expect((await plan()).files).toEqual(cold.files)
      }
    },
  )

  test('an entry of another package is ignored', async () => {
    await plan()
    const [own = ''] = kept('.digest')
    const other = { spec: 'openapi.yaml', out: 'other', name: 'other' }
    await generateOrReuse('other', other, folder)
    const [others = ''] = kept('.digest').filter((each) => each !== own)
    for (const half of ['.digest', '.texts']) {
      const from = inCache(own.replace('.digest', half))
      writeFileSync(inCache(others.replace('.digest', half)), readFileSync(from))
    }
    const { files } = await generateOrReuse('other', other, folder)
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
    const outputs = [{ path: evil, hash: hashOf('evil'), bytes: 4 }]
    rewriteData((entry) => ({ entry: { ...entry, outputs }, texts: Buffer.from('evil') }))
    expect((await plan()).files).toEqual(cold.files)
  })

  test.each([
    ['nothing', () => null],
    ['a list', () => []],
    ['no outputs', ({ outputs: _, ...entry }) => entry],
    ['outputs that are texts', (entry) => ({ ...entry, outputs: ['a'] })],
    ['outputs without a hash', (entry) => ({ ...entry, outputs: [{ path: 'a.ts', bytes: 0 }] })],
    ['an output without a length', (entry) => withOutput(entry, { bytes: undefined })],
    ['an output of a negative length', (entry) => withOutput(entry, { bytes: -1 })],
    ['an output that is longer than all texts', (entry) => withOutput(entry, { bytes: 1e9 })],
    ['fewer outputs than texts', (entry) => ({ ...entry, outputs: [] })],
    ['sources that are none', (entry) => ({ ...entry, sources: [null] })],
    ['no sources', (entry) => ({ ...entry, sources: [] })],
    ['no positions', (entry) => ({ ...entry, positions: null })],
    ['a position without a line', (entry) => ({ ...entry, positions: { 'a#': { column: 1 } } })],
    ['an unknown code', (entry) => warned(entry, { code: 'constructor' })],
    ['an error', (entry) => warned(entry, { severity: 'error' })],
    ['a message that is none', (entry) => warned(entry, { message: { toString: 1 } })],
    ['a place that is none', (entry) => warned(entry, { at: { file: 5 } })],
  ] satisfies [string, (entry: Entry) => unknown][])('%s makes it no entry', async (_, change) => {
    const cold = await plan()
    rewriteData((entry) => ({ entry: change(entry) }))
    const made = await plan()
    expect(made.files).toEqual(cold.files)
    expect(made.diagnostics).toEqual(cold.diagnostics)
  })

  function withOutput(entry: Entry, change: object): object {
    const [first, ...others] = entry.outputs as StoredOutput[]
    return { ...entry, outputs: [{ ...first, ...change }, ...others] }
  }

  function warned(entry: Entry, change: object): object {
    const fine = { code: 'TW2007', severity: 'warning', message: 'a' }
    return { ...entry, diagnostics: [{ ...fine, ...change }] }
  }

  test('a folder that is a link is neither read nor written', async () => {
    const cold = await plan()
    const elsewhere = path.join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    for (const name of [...kept('.digest'), ...kept('.texts')]) {
      writeFileSync(path.join(elsewhere, name), readFileSync(inCache(name)))
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
