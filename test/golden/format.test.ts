import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { expectedModules, goldenFolder } from './cases.js'

const packagesFolder = fileURLToPath(new URL('../../packages', import.meta.url))

/** What this repository publishes, as `routing/src/client.ts`. */
const published = ['routing', 'node-rpc'].flatMap((name) =>
  readdirSync(path.join(packagesFolder, name, 'src')).map((file) => `${name}/src/${file}`),
)

interface Module {
  readonly name: string
  readonly file: string
}

/** openapi-typescript prints `schema.ts` its own way. */
const modules: readonly Module[] = [
  ...expectedModules().map((name) => ({ name, file: path.join(goldenFolder, name) })),
  ...published.map((name) => ({ name, file: path.join(packagesFolder, name) })),
].filter(({ name }) => !name.endsWith('/schema.ts'))

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-format-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('generated modules', () => {
  test("are formatted: the repository's own formatter would change nothing", () => {
    const settings: unknown = JSON.parse(
      readFileSync(new URL('../../biome.json', import.meta.url), 'utf8'),
    )
    const { vcs: _, files: __, ...formatting } = Object(settings)
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(formatting))
    for (const { name, file } of modules) {
      const copy = path.join(folder, 'cases', name)
      mkdirSync(path.dirname(copy), { recursive: true })
      cpSync(file, copy)
    }
    const { status, stdout, stderr } = runBiome([
      'format',
      '--colors=off',
      '--max-diagnostics=30',
      'cases',
    ])
    expect(stderr + stdout, 'what biome would change').toMatch(`Checked ${modules.length} files`)
    expect(status, stderr + stdout).toBe(0)
  })

  test.each(modules)('$name stays within 100 columns', ({ file }) => {
    const long = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.length > 100 && !isUnbreakable(line))
    expect(long).toEqual([])
  })
})

/**
 * One word or one text that is longer than a line cannot be helped, nor can an address or a name
 * that stands beside its type.
 */
function isUnbreakable(line: string): boolean {
  if (/^export const \w+: \w+<\w+> =$/.test(line)) return true
  const words = line.trim().split(/ (?=(?:[^']*'[^']*')*[^']*$)/)
  return words.some((word) => word.length > 80) || /^\s*\*? ?@see \S+$/.test(line)
}

function runBiome(args: readonly string[]) {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  return spawnSync(process.execPath, [biome, ...args], { cwd: folder, encoding: 'utf8' })
}
