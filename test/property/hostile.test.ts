import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { hasErrors } from '../../generator/src/diagnostics/diagnostic.js'
import { locatorOf, printDiagnostic } from '../../generator/src/diagnostics/print.js'
import {
  type GeneratedFiles,
  generatePackage,
} from '../../generator/src/pipeline/generate-package.js'
import { faultsOf } from './fixtures/harmless.js'
import { openApiDocument, openRpcDocument, pen, penFrom } from './fixtures/hostile.arbitrary.js'
import { readmeFaults } from './fixtures/readme-faults.js'
import { lengthOf, patienceMs, runs } from './length.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function generate(document: object): Promise<GeneratedFiles> {
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(document))
  const name = '@test/hostile'
  const identity = { name, version: '1.0.0', runtime: '^1.0.0', license: 'MIT' }
  return generatePackage('spec.json', folder, identity)
}

/** Control characters, of which a terminal would do what they say. */
const COMMANDS = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u

function checkMessages({ diagnostics, document }: GeneratedFiles): void {
  for (const each of diagnostics) {
    expect(printDiagnostic(each, locatorOf(document), { color: false })).not.toMatch(COMMANDS)
    // A fault of ours is no way to refuse a document.
    expect(each.code).not.toBe('TW9001')
  }
}

function checkFiles({ files = [] }: GeneratedFiles): void {
  for (const { path: file, text } of files) {
    const absolute = path.resolve(folder, file)
    expect(path.relative(folder, absolute)).toBe(path.normalize(file))
    expect(absolute.startsWith(folder + path.sep)).toBe(true)
    if (file.endsWith('.ts')) expect(faultsOf(file, text), text).toEqual([])
    if (file.endsWith('.json')) expect(() => JSON.parse(text)).not.toThrow()
    if (file.endsWith('.md')) expect(readmeFaults(text)).toEqual([])
  }
}

const RUNS = 25

describe('arbitrary texts in every place of a document', () => {
  test.each([
    ['OpenAPI', openApiDocument],
    ['OpenRPC', openRpcDocument],
  ])(
    '%s: errors, or modules that parse and do nothing',
    { timeout: patienceMs },
    async (_, make) => {
      const counts = { refused: 0, generated: 0 }
      await fc.assert(
        fc.asyncProperty(pen, async (texts) => {
          const made = await generate(make(penFrom(texts)))
          checkMessages(made)
          expect(made.files === undefined).toBe(hasErrors(made.diagnostics))
          checkFiles(made)
          counts[made.files ? 'generated' : 'refused']++
        }),
        runs(RUNS, 2),
      )
      expect(counts.generated).toBeGreaterThan(lengthOf(RUNS, 2) / 10)
      console.info(`${counts.generated} generated, ${counts.refused} refused`)
    },
  )
})

describe('the test itself notices', () => {
  test.each([
    ['what does not parse', 'export const a = `', true],
    ['a statement', 'process.exit(1)', true],
    ['a call of something else', 'export const a = process.exit(1)', true],
    ['a template', ['export const a = `$', '{1}`'].join(''), true],
    ['code in a function', 'export function a() { return process.exit(1) }', true],
    ['code in a function of a constant', 'const a = { b: () => eval("1") }', true],
    ['a variable', 'let a = 1', true],
    [
      'nothing in a sound module',
      "const a = /*@__PURE__*/ keyTags(['a'])\nexport type B = 1",
      false,
    ],
  ])('%s', (_, text, faults) => {
    expect(faultsOf('a.ts', text).length > 0).toBe(faults)
  })

  test.each([
    ['<img src=x onerror=alert(1)>', true],
    ['[x](javascript:alert(1))', true],
    ['\\[x\\](javascript:alert(1))', false],
    ['`<img src=x>`', false],
  ])('%s in a README', (text, faults) => {
    expect(readmeFaults(text).length > 0).toBe(faults)
  })
})
