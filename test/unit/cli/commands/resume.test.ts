import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { begin, createProject, type Project, run, start } from '../cli.fixture.js'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const operation = (name: string, verb: string): string => `  /${name}:
    ${verb}:
      operationId: ${name}
      responses:
        '200':
          description: Here it is.
          content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }
`
const SPEC = (verb: string): string =>
  `openapi: 3.1.0\ninfo: { title: Letters, version: 1.0.0 }\npaths:\n${NAMES.map((name) => operation(name, verb)).join('')}`

let project: Project
let server: Server
let url: string
/** How often each address was asked, and what the server does not answer. */
let asked: Map<string, number>
let silent: ReadonlySet<string>

beforeEach(async () => {
  project = createProject({ 'openapi.yaml': SPEC('get'), 'unsafe.yaml': SPEC('post') })
  asked = new Map()
  silent = new Set()
  server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    asked.set(name, (asked.get(name) ?? 0) + 1)
    if (silent.has(name)) return
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: name === 'b' ? 7 : `secret of ${name}`, seen: true }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
  await project.remove()
})

/** Until all that is answered was answered: three, and four are made at a time. */
async function underWay(): Promise<void> {
  const finished = (): number =>
    project.has('state') ? project.read('state').split('"finish"').length - 1 : 0
  await expect.poll(finished, { timeout: 15_000, interval: 20 }).toBe(3)
  await expect.poll(() => asked.size, { timeout: 15_000, interval: 20 }).toBe(7)
}

const probing = (spec: string, ...more: readonly string[]): string[] => [
  ...['probe', spec, '--url', url, '--state', 'state'],
  ...more,
]

/** Starts a probe, and kills it without warning. */
async function killed(spec: string): Promise<void> {
  silent = new Set(NAMES.slice(3))
  const child = start(project.folder, probing(spec))
  await underWay()
  child.kill('SIGKILL')
  await once(child, 'exit')
  silent = new Set()
}

/** Leaves what a probe has written when it is killed, from this process. */
async function asKilled(spec: string, ...more: readonly string[]): Promise<void> {
  silent = new Set(NAMES.slice(3))
  const going = begin(project.folder, probing(spec, ...more))
  await underWay()
  const left = project.read('state')
  going.interrupt()
  await going.ended
  project.write('state', left)
  silent = new Set()
}

describe('a probe that was killed in the middle', () => {
  test('resumes without repeating calls, and reports the same in the end', async () => {
    await killed('openapi.yaml')
    expect(project.read('state')).not.toContain('secret of')
    const args = ['probe', 'openapi.yaml', '--url', url, '--json']
    const { stdout, code } = await run(project.folder, [...args, '--state', 'state'])
    expect(code).toBe(1)
    for (const name of ['a', 'b', 'c']) expect(asked.get(name), name).toBe(1)
    expect([...asked.keys()].sort()).toEqual(NAMES)
    const { resumed, ...result } = JSON.parse(stdout)
    expect(resumed).toBe(3)
    expect(result.counts).toMatchObject({ payloads: 8, mismatch: 1, drift: 7 })
    expect(project.has('state')).toBe(false)
    const whole = await run(project.folder, args)
    expect(result).toEqual(JSON.parse(whole.stdout))
  })

  test('loses no more than the line that was being written', async () => {
    await asKilled('openapi.yaml')
    project.write('state', project.read('state').slice(0, -30))
    const args = ['probe', 'openapi.yaml', '--url', url, '--state', 'state']
    const { stderr } = await run(project.folder, args)
    expect(stderr).toMatch(/[23] of the calls were answered before, and not made again\./)
  })

  test('does not repeat unsafe calls', async () => {
    await asKilled('unsafe.yaml', '--unsafe')
    const before = new Map(asked)
    const args = ['probe', 'unsafe.yaml', '--url', url, '--unsafe', '--state', 'state', '--json']
    const { stdout } = await run(project.folder, args)
    for (const [name, times] of before) expect(asked.get(name), name).toBe(times)
    const skipped = JSON.parse(stdout).payloads.filter(
      (each: { outcome: string }) => each.outcome === 'skipped',
    )
    expect(skipped.length).toBe(before.size - 3)
    expect(skipped[0].reason).toContain('was under way when the probe was stopped')
  })

  test('does not resume with another document', async () => {
    await asKilled('openapi.yaml')
    project.write('openapi.yaml', SPEC('get').replace('Letters', 'Others'))
    const args = ['probe', 'openapi.yaml', '--url', url, '--state', 'state']
    const { stderr, code } = await run(project.folder, args)
    expect(code).toBe(2)
    expect(stderr).toContain('The file state does not have the state of this probe')
  })
})

test('a rate spreads the calls over time', async () => {
  // When they are sent: a busy machine notices late what has arrived.
  const times: number[] = []
  const send = fetch
  // The first call of a process loads what it is made with.
  await send(url)
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => {
    times.push(performance.now())
    return send(...args)
  })
  await run(project.folder, ['probe', 'openapi.yaml', '--url', url, '--rate', '20'])
  expect(times).toHaveLength(NAMES.length)
  const after = (index: number): number => (times[index] ?? 0) - (times[0] ?? 0)
  expect(after(7)).toBeGreaterThan(300)
  // Four need not wait for an answer: without a rate they leave in one moment, however busy the machine is.
  expect(after(3)).toBeGreaterThan(120)
})

test('a state is of a server', async () => {
  const args = ['probe', 'openapi.yaml', '--samples', '.', '--state', 'state']
  const { code, stderr } = await run(project.folder, args)
  expect(code).toBe(2)
  expect(stderr).toContain('--state requires --url.')
})
