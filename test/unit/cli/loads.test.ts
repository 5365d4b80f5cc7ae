import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createProject, type Environment, main, type Project, runProcess } from './cli.fixture.js'

let project: Project
afterEach(() => project.remove())

const HTTP = `openapi: 3.1.0
info: { title: Small, version: '1' }
paths:
  /a:
    get: { operationId: a, responses: { 200: { description: fine } } }
`

/** Writes down every script that a process has loaded by the time it ends; those of ESM packages as well. */
const HOOK = `const { Module } = require('node:module')
const loaded = []
const load = Module.prototype.load
Module.prototype.load = function (file) {
  loaded.push(file)
  return load.call(this, file)
}
process.on('exit', () => {
  require('node:fs').appendFileSync(process.env.LOADED, '\\n' + loaded.join('\\n'))
})`

/** The modules that a process has loaded by its end. */
async function loadedBy(args: readonly string[], more: Environment = {}): Promise<string[]> {
  const hook = path.join(project.folder, 'hook.cjs')
  const loaded = path.join(project.folder, 'loaded.txt')
  writeFileSync(hook, HOOK)
  writeFileSync(loaded, '')
  const env = { NODE_OPTIONS: `--require ${hook}`, LOADED: loaded, ...more }
  expect((await runProcess(project.folder, [...args], env)).code).toBe(0)
  return readFileSync(loaded, 'utf8').split('\n')
}

const GENERATE = 'generate --spec api.yaml --out out --name api --quiet'.split(' ')

const reports = (): string => path.join(project.folder, 'coverage')

/**
 * The modules of tagwire itself that the last process has loaded. Coverage names every file, and the map of a file names its
 * modules.
 */
function ownModules(): string {
  return ownFiles().flatMap(modulesOf).join('\n')
}

function ownFiles(): string[] {
  const texts = readdirSync(reports()).map((each) =>
    readFileSync(path.join(reports(), each), 'utf8'),
  )
  const files = [...texts.join().matchAll(/generator\/dist\/([\w-]+\.js)/g)].map(([file]) =>
    path.basename(file),
  )
  return [...new Set(files)]
}

function modulesOf(file: string): string[] {
  const map = path.join(path.dirname(main), `${file}.map`)
  if (!existsSync(map)) return []
  const { sources }: { sources: readonly string[] } = JSON.parse(readFileSync(map, 'utf8'))
  return sources.map((each) => each.replace('../src/', '').replace(/\.ts$/, ''))
}

/**
 * The modules of Node.js that these files load. Each of them takes a millisecond or two, and more if it is imported, because
 * an import loads what all of its exports need.
 */
function builtinsOf(files: readonly string[]): string[] {
  const texts = files.map((each) => readFileSync(path.join(path.dirname(main), each), 'utf8'))
  expect(texts.join('\n')).not.toMatch(/^import .* from "node:/m)
  const names = [
    ...texts.join('\n').matchAll(/^const .* = process\.getBuiltinModule\("node:([\w/]+)"\)/gm),
  ]
  return [...new Set(names.map(([, name]) => name ?? ''))].sort()
}

/** Which bundled parts of other packages the last process has loaded. */
function vendored(): string[] {
  const texts = readdirSync(reports()).map((each) =>
    readFileSync(path.join(reports(), each), 'utf8'),
  )
  rmSync(reports(), { recursive: true })
  return [...texts.join().matchAll(/dist\/vendor\/([\w-]+)\.js/g)]
    .map(([, name]) => name ?? '')
    .sort()
}

// One project for all of these: a process takes as long as ten other tests.
test('a run loads what it needs: to help, to generate, and to see that nothing is to be done', async () => {
  project = createProject({ 'api.yaml': HTTP })
  const covered = { NODE_V8_COVERAGE: reports() }
  await loadedBy(['--help'], covered)
  expect(vendored()).toEqual([])

  const first = await loadedBy(GENERATE, covered)
  expect(vendored()).toEqual(['handlebars', 'openapi-typescript', 'ts-morph'])
  expect(first.filter((each) => /typescript|ts-morph|@redocly|handlebars|ajv/.test(each))).toEqual(
    [],
  )

  await loadedBy(GENERATE, covered)
  // What reads documents is not loaded either.
  const modules = ownModules()
  // `generate` only names what `unchanged` has.
  const files = ownFiles().sort()
  expect(files.map((each) => each.replace(/-[\w-]{8}\./, '.'))).toEqual([
    ...['generate.js', 'main.js', 'start.js', 'unchanged.js'],
  ])
  expect(builtinsOf(files)).toEqual([
    ...['crypto', 'fs', 'fs/promises', 'module', 'os', 'path', 'url', 'util'],
  ])
  expect(vendored()).toEqual([])
  expect(modules).toContain('pipeline/generate-or-reuse')
  expect(modules).not.toMatch(/^(?:lower|normalize|grammar|emit\/typescript)\//m)
  expect(modules).not.toMatch(
    /^(?:cli\/watch\/watch|config\/emitters|output\/write|pipeline\/many\/pool)$/m,
  )
})
