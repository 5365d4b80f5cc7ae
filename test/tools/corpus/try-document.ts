import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { withChecks } from '../../with-checks.js'
import { type DocumentReport, errorsOf, type Made } from './report.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const TIMEOUT_MS = 300_000

const EMPTY = {
  version: '',
  operations: 0,
  types: 0,
  unions: { key: 0, property: 0, pair: 0, untagged: 0 },
  diagnostics: [],
  typeErrors: 0,
  seconds: 0,
  mb: 0,
  files: 0,
  lines: 0,
}

/** Generates, type-checks, builds and loads the package of one document. */
export async function tryDocument(
  file: string,
  document: string,
  cache: string,
): Promise<DocumentReport> {
  const out = path.join(cache, document.replace(/[^A-Za-z0-9]+/g, '-'))
  const made = await make(file, out)
  if ('fault' in made) return { ...EMPTY, document, status: 'broken', fault: made.fault }
  const { ok, ...facts } = made
  if (!ok) {
    const ours = facts.diagnostics.some((each) => each.code === 'TW9001')
    const status = errorsOf(facts) > 0 && !ours ? 'refused' : 'broken'
    return { ...EMPTY, ...facts, document, status }
  }
  checkEverything(out)
  const types = await typeCheck(out)
  const fault = types.first ?? (await load(out))
  return {
    ...facts,
    document,
    status: fault === undefined ? 'ok' : 'broken',
    typeErrors: types.count,
    ...sizes(out),
    ...(fault === undefined ? {} : { fault }),
  }
}

/** Generates a package in a process of its own. */
export async function make(file: string, out: string): Promise<Made | { fault: string }> {
  const script = fileURLToPath(new URL('one.mjs', import.meta.url))
  try {
    const { stdout } = await run('node', [script, file, out], {
      cwd: root,
      timeout: TIMEOUT_MS,
      maxBuffer: 1 << 28,
    })
    return JSON.parse(stdout)
  } catch (error) {
    return { fault: firstLine(error) }
  }
}

/** Users' compilers leave the validators out; here, they are checked like the rest. */
function checkEverything(out: string): void {
  const file = path.join(out, 'src', 'validate.ts')
  if (existsSync(file)) writeFileSync(file, withChecks(readFileSync(file, 'utf8')))
}

async function typeCheck(out: string): Promise<{ count: number; first?: string }> {
  const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
  try {
    await run(tsc, ['-p', out], { maxBuffer: 1 << 28, timeout: TIMEOUT_MS })
    return { count: 0 }
  } catch (error) {
    const text = outputOf(error)
    const errors = text.split('\n').filter((line) => line.includes('error TS'))
    return { count: errors.length, first: errors[0] ?? firstLine(error) }
  }
}

/** Imports what was built: it has to load, and do nothing else. */
async function load(out: string): Promise<string | undefined> {
  const index = path.join(out, 'dist', 'index.js')
  if (!existsSync(index)) return 'there is no dist/index.js'
  try {
    await run('node', [
      '--input-type=module',
      '-e',
      `await import(${JSON.stringify(pathToFileURL(index).href)})`,
    ])
    return undefined
  } catch (error) {
    return firstLine(error)
  }
}

function sizes(out: string): { files: number; lines: number } {
  const files = readdirSync(path.join(out, 'src'))
  const lines = files.map(
    (file) => readFileSync(path.join(out, 'src', file), 'utf8').split('\n').length - 1,
  )
  return { files: files.length, lines: lines.reduce((total, each) => total + each, 0) }
}

function outputOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'stdout' in error
    ? String(error.stdout)
    : ''
}

function firstLine(error: unknown): string {
  const text =
    typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : ''
  const lines = (text || String(error)).split('\n').map((line) => line.trim())
  return (
    lines.find((line) => /Error|error/.test(line)) ?? lines.find((line) => line !== '') ?? 'failed'
  )
}
