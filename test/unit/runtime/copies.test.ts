import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { compiler } from '../../compiler.js'

/** With `runtime: 'inline'` the sources of the runtime are read by the tools of apps. */

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const sources = path.join(repository, 'packages/runtime/src')
const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-copies-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort()

test('no member is a declared field: Babel as React Native sets it up refuses these', () => {
  const declared = files.filter((file) =>
    /^\s+(?:static )?declare /m.test(readFileSync(path.join(sources, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(declared).toEqual([])
})

const dom = ['es2022', 'dom', 'dom.iterable', 'esnext.disposable']

test.each([
  ['a program for Node, without the types of the DOM', { lib: ['es2022'], types: ['node'] }],
  ['an app that is not strict', { lib: dom, strict: false }],
  [
    'an app with the newest module settings, whose sources Node runs without their types',
    { lib: dom, module: 'preserve', target: 'esnext', erasableSyntaxOnly: true },
  ],
])('they compile in %s', { timeout: 60_000 }, (_, options) => {
  const config = path.join(folder, 'tsconfig.json')
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true },
    ...{ types: [], typeRoots: [path.join(repository, 'node_modules/@types')] },
    ...options,
  }
  const all = files
    .filter((file) => file !== path.join('base64', 'node.ts'))
    .map((file) => path.join(sources, file))
  writeFileSync(config, JSON.stringify({ compilerOptions, files: all }))
  const { stdout, status } = spawnSync(compiler, ['-p', config, '--pretty', 'false'], {
    cwd: repository,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
