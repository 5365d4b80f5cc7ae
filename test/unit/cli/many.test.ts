import { cpSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  createProject,
  document,
  type Project,
  run,
  runBuilt,
  runProcess,
  start,
} from './cli.fixture.js'

/** Several packages at the same time: files and messages are the same, in the same order. */

const KEYS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']

let project: Project
afterEach(() => project.remove())

/** The later ones are smaller, so that they are done first. */
function spec(index: number): string {
  const methods = Array.from(
    { length: (KEYS.length - index) * 3 },
    (_, at) =>
      `  - { name: m${at}, params: [], result: { name: r, schema: { type: integer, example: no } } }\n`,
  )
  return document().replace('methods:\n', `methods:\n${methods.join('')}`)
}

function packages(more: Readonly<Record<string, object>> = {}): Project {
  const specs = KEYS.map((key, index) => [`${key}.yaml`, spec(index)] as const)
  const own = KEYS.map(
    (key) => [key, { spec: `${key}.yaml`, out: `out/${key}`, name: `@many/${key}` }] as const,
  )
  project = createProject({
    ...Object.fromEntries(specs),
    'tagwire.config.json': JSON.stringify({ packages: { ...Object.fromEntries(own), ...more } }),
  })
  return project
}

let made: Project
beforeAll(async () => {
  made = packages()
  await run(made.folder, ['generate'])
})
afterAll(() => made.remove())

/** The same with everything generated: a copy, which is quicker than to generate it again. */
function generated(): Project {
  project = createProject()
  cpSync(made.folder, project.folder, { recursive: true, preserveTimestamps: true })
  return project
}

const withoutTimes = (text: string): string => text.replace(/\(\d+ ms\)/g, '(ms)')
const texts = (folder: string): string[][] =>
  Object.entries(project.snapshot(folder)).map(([file, { text }]) => [file, text])

describe('several threads', { timeout: 120_000 }, () => {
  test('write and say what one does, in the order of the configuration', async () => {
    const { folder, remove } = packages()
    const one = await run(folder, ['generate', '--jobs', '1'])
    const alone = texts('out')
    await remove()
    const several = packages()
    // Options of a process are no options of its threads.
    const options = ['--max-old-space-size=3000', '--stack-trace-limit=5']
    const two = await runProcess(several.folder, ['generate', '--jobs', '2'], {}, options)
    expect(two.code).toBe(0)
    expect(two.stderr.match(/\d+ written/g)).toHaveLength(KEYS.length)
    expect(withoutTimes(two.stderr)).toBe(withoutTimes(one.stderr))
    expect(two.stderr.indexOf('alpha →')).toBeLessThan(two.stderr.indexOf('beta →'))
    expect(two.stderr.match(/TW2014/g)?.length).toBeGreaterThan(KEYS.length)
    expect(texts('out')).toEqual(alone)
    expect((await run(several.folder, ['check'])).code).toBe(0)
  })

  test('errors are reported for each document, and nothing is written', async () => {
    const { folder, write, has } = packages()
    write('beta.yaml', 'openrpc: 1.3.2\nmethdos: []\n')
    write('delta.yaml', 'a: [1\n')
    const { code, stderr } = await runBuilt(folder, ['generate', '--jobs', '2'])
    expect(code).toBe(1)
    expect(stderr.indexOf('beta.yaml:2:1 error TW1008')).toBeGreaterThan(0)
    expect(stderr.indexOf('delta.yaml:2:1 error TW1002')).toBeGreaterThan(
      stderr.indexOf('beta.yaml'),
    )
    expect(stderr).toContain('Nothing was written.')
    expect(has('out')).toBe(false)
  })

  test('check prints the same as with one thread', async () => {
    const { folder, write, read } = generated()
    write('gamma.yaml', spec(2).replace('m0', 'renamed'))
    write('out/delta/src/client.ts', `${read('out/delta/src/client.ts')}// Edited.\n`)
    const before = texts('out')
    const one = await run(folder, ['check', '--jobs', '1'])
    const two = await runBuilt(folder, ['check', '--jobs', '2'])
    expect(one.stdout).toContain('-// Edited.')
    expect(one.stdout).toContain('renamed')
    expect([one.code, two.code]).toEqual([1, 1])
    expect(two.stdout).toBe(one.stdout)
    expect(two.stderr).toBe(one.stderr)
    expect(texts('out')).toEqual(before)
  })

  test('the library generates with them too', async () => {
    const { folder } = packages()
    const { check, generate } = await import('../../../generator/dist/index.js')
    const before = await check({ cwd: folder, jobs: 2 })
    expect(before.same).toBe(false)
    expect(before.packages.map(({ missing }) => missing.length > 5)).toEqual(KEYS.map(() => true))
    const made = await generate({ cwd: folder, jobs: 2 })
    expect(made.packages.map(({ name, written }) => [name, written.length > 5])).toEqual(
      KEYS.map((key) => [key, true]),
    )
    // Two threads write the same files as one.
    expect((await check({ cwd: folder, jobs: 1 })).same).toBe(true)
  })

  test('a thread that exits is one error', async () => {
    const crash = { spec: 'alpha.yaml', out: 'out/crash', emit: ['./crash.emitter.mjs'] }
    const { folder, write, has } = packages({ crash })
    write(
      'crash.emitter.mjs',
      "import 'node:fs'\nexport default { name: 'crash', emit: () => process.exit(3) }\n",
    )
    const { code, stderr } = await runBuilt(folder, ['generate', '--jobs', '2'])
    expect({ code, errors: stderr.match(/error TW\d+/g) }).toEqual({
      code: 1,
      errors: ['error TW9002'],
    })
    expect(stderr).toContain('the thread that generated crash ended unexpectedly')
    expect(stderr).toContain('`--jobs 1`')
    expect(has('out')).toBe(false)
  })

  test('Ctrl-C ends them, and nothing is half written', async () => {
    const { folder, has } = packages()
    const child = start(folder, ['generate', '--jobs', '2'])
    setTimeout(() => child.kill('SIGINT'), 250)
    const ended = await new Promise((resolve) =>
      child.on('close', (code, signal) => resolve(signal ?? code)),
    )
    // Where the machine is quick, all was done before.
    if (ended === 'SIGINT') expect(has('out')).toBe(false)
    else expect(ended).toBe(0)
    expect((await run(folder, ['generate'])).code).toBe(0)
    expect((await run(folder, ['check'])).code).toBe(0)
  })

  test.each(['0', 'many', '65', '-1'])('--jobs %s means nothing', async (jobs) => {
    const { folder } = packages()
    const { code, stderr } = await run(folder, ['generate', `--jobs=${jobs}`])
    expect(code).toBe(2)
    expect(stderr).toContain(`--jobs must be a number from 1 to 64, not "${jobs}".`)
  })
})

describe('a package that is as it would be written', () => {
  test('is not generated again, and its warnings are reported with their lines', async () => {
    const { folder, snapshot } = packages()
    const first = await run(folder, ['generate'])
    const before = snapshot('out')
    const second = await run(folder, ['generate'])
    expect(second.stderr).toContain('alpha → out/alpha: up to date')
    const warnings = (text: string): string[] =>
      text.split('\n\n').filter((each) => /TW2014/.test(each))
    expect(warnings(second.stderr)).toEqual(warnings(first.stderr))
    expect(snapshot('out')).toEqual(before)
  })

  test.each<[string, (project: Project) => void]>([
    [
      'a changed module',
      ({ write }) => write('out/beta/src/client.ts', '// Generated by tagwire from x\n'),
    ],
    [
      'a stray module',
      ({ write }) => write('out/beta/src/old.ts', '// Generated by tagwire from x\n'),
    ],
    ['a changed document', ({ write }) => write('beta.yaml', spec(1).replace('m0', 'renamed'))],
    [
      'a manifest that lacks what is ours',
      ({ read, write }) => {
        const manifest = JSON.parse(read('out/beta/package.json'))
        write('out/beta/package.json', JSON.stringify({ ...manifest, exports: undefined }))
      },
    ],
  ])('%s is found, and nothing else is written', async (_, change) => {
    const { folder } = generated()
    change(project)
    const { stderr } = await run(folder, ['generate'])
    expect(stderr).toMatch(/beta → out\/beta: \d+ written/)
    expect(stderr.match(/up to date/g)).toHaveLength(KEYS.length - 1)
    expect((await run(folder, ['check'])).code).toBe(0)
  })

  test('fields of its maintainers are not a difference', async () => {
    const { folder, read, write } = generated()
    const manifest = JSON.parse(read('out/beta/package.json'))
    write(
      'out/beta/package.json',
      `${JSON.stringify({ ...manifest, private: true }, undefined, 2)}\n`,
    )
    const { stderr } = await run(folder, ['generate'])
    expect(stderr.match(/up to date/g)).toHaveLength(KEYS.length)
  })
})
