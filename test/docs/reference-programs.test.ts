import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ProgramFolder } from './programs.js'

/**
 * Pages of types, unions and enums need no server: their programs run with the example next to them.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const programs = new ProgramFolder()
afterAll(() => programs.remove())

const folders = ['routing', 'node-rpc', 'node-rpc-0.37', 'node-rpc-1.0'].flatMap((name) =>
  ['unions', 'types', 'enums'].map((kind) => `packages/${name}/docs/${kind}`),
)

/** What the programs of a page export: each takes the example. */
const EXPECTED: Readonly<Record<string, (result: unknown) => void>> = {
  problems: (result) => expect(result).toEqual([]),
  read: (result) => expect(result).toBeDefined(),
  describe: (result) => expect(result).toEqual(expect.any(String)),
  create: (result) => expect(result).toEqual(expect.any(Object)),
  isKnown: (result) => expect(result).toEqual(expect.any(Boolean)),
}

// Some print what they know.
beforeAll(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))
afterAll(() => void vi.restoreAllMocks())

function blocksOf(text: string, language: string): string[] {
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))
  return [...blocks].map(([, code = '']) => code)
}

describe.each(folders)('%s', (folder) => {
  const pages = readdirSync(path.join(root, folder)).filter((file) => file.endsWith('.md'))

  it.each(pages)('%s', async (file) => {
    const text = readFileSync(path.join(root, folder, file), 'utf8')
    const [json] = blocksOf(text, 'json')
    const example: unknown = json === undefined ? undefined : JSON.parse(json)
    for (const code of blocksOf(text, 'ts')) {
      const program: unknown = await import(programs.add(code))
      for (const [name, value] of Object.entries(Object(program))) {
        if (typeof value !== 'function' || (example === undefined && name === 'problems')) continue
        expect(EXPECTED, code).toHaveProperty(name)
        EXPECTED[name]?.(Reflect.apply(value, undefined, [example]))
      }
    }
  })
})
