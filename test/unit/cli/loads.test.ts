import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createProject, type Project, runProcess } from './cli.fixture.js'

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
async function loadedBy(args: readonly string[]): Promise<string[]> {
  const hook = path.join(project.folder, 'hook.cjs')
  const loaded = path.join(project.folder, 'loaded.txt')
  writeFileSync(hook, HOOK)
  writeFileSync(loaded, '')
  const env = { NODE_OPTIONS: `--require ${hook}`, LOADED: loaded }
  expect((await runProcess(project.folder, [...args], env)).code).toBe(0)
  return readFileSync(loaded, 'utf8').split('\n')
}

const GENERATE = 'generate --spec api.yaml --out out --name api --quiet'.split(' ')

test('the linter that openapi-typescript brings along is never loaded', async () => {
  project = createProject({ 'api.yaml': HTTP })
  const modules = await loadedBy(GENERATE)
  // That the part which draws types is there shows that the list is one.
  expect(modules.some((each) => each.includes('openapi-typescript'))).toBe(true)
  expect(modules.filter((each) => each.includes('@redocly'))).toEqual([])
})

test('what prints TypeScript is loaded by runs that print something', async () => {
  project = createProject({ 'api.yaml': HTTP })
  const printers = (modules: readonly string[]): string[] =>
    modules.filter((each) =>
      /node_modules\/(?:ts-morph|typescript|openapi-typescript)\//.test(each),
    )
  expect(printers(await loadedBy(['--help']))).toEqual([])
  const generating = printers(await loadedBy(GENERATE)).join()
  expect(generating).toContain('openapi-typescript')
  // Openapi-typescript draws without it, and ts-morph, which has one in it, is for what emitters of others declare.
  expect(generating).not.toMatch(/node_modules\/(?:typescript|ts-morph)\//)
  expect(printers(await loadedBy(GENERATE))).toEqual([])
})

/** The modules of tagwire itself that a process has loaded: coverage names every one. */
async function ownModules(args: readonly string[]): Promise<string> {
  const reports = path.join(project.folder, 'coverage')
  const { code } = await runProcess(project.folder, [...args], { NODE_V8_COVERAGE: reports })
  expect(code).toBe(0)
  const texts = readdirSync(reports).map((each) => readFileSync(path.join(reports, each), 'utf8'))
  return [...texts.join().matchAll(/generator\/dist\/([\w/-]+)\.js/g)]
    .map(([, own]) => own)
    .join('\n')
}

test('what reads documents is not loaded by a run that has nothing to do', async () => {
  project = createProject({ 'api.yaml': HTTP })
  expect((await runProcess(project.folder, GENERATE)).code).toBe(0)
  const modules = await ownModules(GENERATE)
  expect(modules).toContain('pipeline/plan')
  expect(modules).not.toMatch(/^(?:lower|normalize|grammar)\//m)
})
