import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { hostileDocuments } from './hostile-documents.fixture.js'

// What SECURITY.md promises of documents below 50 kB, for each command in a process of its own. Time is that of the
// processor: other programs of this machine are not what is measured.

const SECONDS = 5
const MEGABYTES = 500
const WRITTEN = 20e6

const command = fileURLToPath(new URL('../../generator/dist/main.js', import.meta.url))
const folder = path.join(tmpdir(), `tagwire-hostile-documents-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Prints what the process took as its last line of stderr. */
const METER = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    process._rawDebug(JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }))
  })`,
)}`

function run(cwd: string, ...args: readonly string[]) {
  const made = spawnSync(process.execPath, ['--import', METER, command, ...args], {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 2 ** 28,
  })
  const lines = made.stderr.trimEnd().split('\n')
  const { seconds, megabytes }: { seconds: number; megabytes: number } = JSON.parse(
    lines.pop() ?? '',
  )
  return { status: made.status, said: lines.join('\n'), seconds, megabytes }
}

function bytesIn(place: string): number {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, each) => sum + statSync(path.join(each.parentPath, each.name)).size, 0)
}

/** The next version of a document: one value or limit at the innermost place is another. */
function changed(text: string): string {
  const at = text.lastIndexOf('"const":"leaf"')
  if (at >= 0)
    return `${text.slice(0, at)}"const":"loaf"${text.slice(at + '"const":"leaf"'.length)}`
  const last = text.lastIndexOf('"type":"string"')
  return last < 0 ? text : `${text.slice(0, last)}"maxLength":9,${text.slice(last)}`
}

describe.each(hostileDocuments)('$name', ({ name, text }) => {
  const cwd = path.join(folder, name.replaceAll(/\W+/g, '-'))
  mkdirSync(cwd, { recursive: true })
  writeFileSync(path.join(cwd, 'spec.json'), text)
  writeFileSync(path.join(cwd, 'next.json'), changed(text))

  test.each([
    ['inspect', ['inspect', 'spec.json']] as const,
    ['generate', ['generate', '--spec', 'spec.json', '--out', 'out', '--name', 'hostile']] as const,
    ['diff', ['diff', 'spec.json', 'next.json']],
  ])('%s', (_, args) => {
    expect(text.length).toBeLessThan(50_000)
    const { status, said, seconds, megabytes } = run(cwd, ...args)
    expect(said).not.toMatch(/TW900\d/)
    expect([0, 1], said).toContain(status)
    expect(seconds).toBeLessThan(SECONDS)
    expect(megabytes).toBeLessThan(MEGABYTES)
    expect(bytesIn(cwd) - 2 * text.length).toBeLessThan(WRITTEN)
  })
})
