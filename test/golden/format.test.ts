import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { printModule } from '../../generator/src/emit/typescript/print.js'
import { expectedModules, goldenFolder } from './cases.js'

const packagesFolder = fileURLToPath(new URL('../../packages', import.meta.url))

/** What this repository publishes, as `routing/src/client.ts`. */
const published = ['routing', 'node-rpc'].flatMap((name) =>
  readdirSync(path.join(packagesFolder, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${name}/src/${file.replaceAll(path.sep, '/')}`),
)

interface Module {
  readonly name: string
  readonly file: string
}

const modules: readonly Module[] = [
  ...expectedModules().map((name) => ({ name, file: path.join(goldenFolder, name) })),
  ...published.map((name) => ({ name, file: path.join(packagesFolder, name) })),
]

describe('generated modules', () => {
  test.each(modules)('$name is laid out: printing it again changes nothing', async ({ file }) => {
    const written = readFileSync(file, 'utf8')
    const { text, faults } = await printModule({ path: file, imports: [], statements: [written] })
    expect(faults).toEqual([])
    expect(text).toBe(written)
  })

  test.each(modules)('$name stays within 100 columns', ({ file }) => {
    const long = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.length > 100 && !isUnbreakable(line))
    expect(long).toEqual([])
  })
})

/**
 * A single word or string that is longer than a line cannot be broken, nor can a URL, or a name next to its
 * type.
 */
function isUnbreakable(line: string): boolean {
  if (/^export const \w+: \w+<\w+> =$/.test(line)) return true
  if (/^export interface \w+ extends [\w<>]+ \{$/.test(line)) return true
  const words = line.trim().split(/ (?=(?:[^']*'[^']*')*[^']*$)/)
  return words.some((word) => word.length > 80)
}
