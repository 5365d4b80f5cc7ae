import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { compiler } from '../compiler.js'
import { expectedModules, goldenFolder } from './cases.js'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-compile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a careful user would switch on, beyond what generated packages ask for themselves. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  skipLibCheck: false,
  noEmit: true,
  types: [],
  paths: { '@tagwire/runtime/*': [path.join(repository, 'packages/runtime/dist/*/index.d.ts')] },
}

test('all expected modules compile under strict flags, in one program', { timeout: 60_000 }, () => {
  const files = expectedModules().map((file) => path.join(goldenFolder, file))
  expect(files.length).toBeGreaterThan(60)
  const config = path.join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, files }))
  const { stdout, status } = runTsc(['-p', config, '--pretty', 'false', '--listFiles'])
  const listed = new Set(stdout.trim().split(/\r?\n/))
  for (const file of files) expect(listed).toContain(file.split(path.sep).join('/'))
  // Whatever is no file of the program is a complaint.
  expect([...listed].filter((line) => !/^(?:\/|[A-Z]:).*\.d?\.?[cm]?ts$/.test(line))).toEqual([])
  expect(status).toBe(0)
})

test('what is sent as a union has one key too, where its type is another one', {
  timeout: 60_000,
}, () => {
  const unions = path.join(goldenFolder, 'read-write/expected/src/unions.js')
  const file = path.join(folder, 'sent.mts')
  const config = path.join(folder, 'sent.json')
  const user = "{ name: 'n', password: 'p' }"
  const lines = [
    `import type { SubjectInput } from ${JSON.stringify(unions)}`,
    `export const one: SubjectInput = { user: ${user} }`,
    `export const two: SubjectInput = { user: ${user}, bot: 'b' }`,
    'export const none: SubjectInput = {}',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
  const { stdout } = runTsc(['-p', config, '--pretty', 'false'])
  const complaints = stdout.matchAll(/sent\.mts\((\d+),\d+\): error (TS\d+)/g)
  expect([...complaints].map(([, line, code]) => `${line} ${code}`)).toEqual([
    '3 TS2322',
    '4 TS2322',
  ])
})

function runTsc(args: readonly string[]) {
  return spawnSync(compiler, args, { cwd: repository, encoding: 'utf8' })
}
