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

describe.each(hostileDocuments)('$name', ({ name, text }) => {
  const cwd = path.join(folder, name.replaceAll(/\W+/g, '-'))
  mkdirSync(cwd, { recursive: true })
  writeFileSync(path.join(cwd, 'spec.json'), text)

  test.each([
    ['inspect', ['inspect', 'spec.json']],
    ['generate', ['generate', '--spec', 'spec.json', '--out', 'out', '--name', 'hostile']],
  ])('%s', (_, args) => {
    expect(text.length).toBeLessThan(50_000)
    const { status, said, seconds, megabytes } = run(cwd, ...args)
    expect(said).not.toMatch(/TW900\d/)
    expect([0, 1], said).toContain(status)
    expect(seconds).toBeLessThan(SECONDS)
    expect(megabytes).toBeLessThan(MEGABYTES)
    expect(bytesIn(cwd) - text.length).toBeLessThan(WRITTEN)
  })
})
