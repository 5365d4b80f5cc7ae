import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { packagePages, pagesIn } from './package-pages.js'
import { ProgramFolder } from './programs.js'

/**
 * Pages of types, unions and enums need no server: their programs run with the example next to them.
 */

const programs = new ProgramFolder()
afterAll(() => programs.remove())

const LINES = ['0.37', '0.39', '0.40', '1.0'].map((line) => `node-rpc-${line}`)

const folders = ['routing', 'node-rpc', ...LINES].flatMap((name) =>
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
  const pages = pagesIn(folder).map((name) => [path.basename(name), name] as const)

  it.each(pages)('%s', async (_, name) => {
    const text = packagePages.get(name) ?? ''
    const [json] = blocksOf(text, 'json')
    const example: unknown = json === undefined ? undefined : JSON.parse(json)
    for (const code of blocksOf(text, 'ts')) {
      const program: unknown = await import(programs.add(code))
      for (const [exported, value] of Object.entries(Object(program))) {
        if (typeof value !== 'function' || (example === undefined && exported === 'problems'))
          continue
        expect(EXPECTED, code).toHaveProperty(exported)
        EXPECTED[exported]?.(Reflect.apply(value, undefined, [example]))
      }
    }
  })
})
