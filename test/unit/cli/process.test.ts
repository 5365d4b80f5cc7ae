import { spawnSync } from 'node:child_process'
import v8 from 'node:v8'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tuneEngine } from '../../../generator/src/cli/tune-engine.js'
import { layOut } from '../../../generator/src/emit/typescript/layout.js'
import { BROKEN, createWorkspace, type Project, run, runBuilt, runProcess } from './cli.fixture.js'

/** What the other tests of commands take for granted: the program does what `run` does in their process. */

let project: Project
beforeAll(() => {
  project = createWorkspace()
  project.write('broken.yaml', BROKEN)
})
afterAll(() => project.remove())

describe('the built program says what the same command line says in this process', () => {
  test.each<readonly [number, readonly string[], typeof runBuilt]>([
    [0, ['--version'], runProcess],
    [2, ['check', '--fast', '--json'], runProcess],
    [0, ['help', 'generate'], runBuilt],
    [1, ['inspect', 'broken.yaml'], runBuilt],
    [1, ['check', 'one'], runBuilt],
  ])('exit code %i: %j', async (code, args, runIt) => {
    const built = await runIt(project.folder, args)
    expect(built).toEqual(await run(project.folder, args))
    expect(built.code).toBe(code)
  })

  test('colours depend on the environment of the process', async () => {
    const args = ['inspect', 'broken.yaml']
    const built = await runProcess(project.folder, args, { FORCE_COLOR: '1' })
    expect(built).toEqual(await run(project.folder, args, { FORCE_COLOR: '1' }))
    expect(built.code).toBe(1)
    expect(built.stderr).toContain('\u001b[31merror\u001b[0m')
  })
})

test('it writes below the folder that it is started in, and check agrees', async () => {
  const { code, stdout, stderr } = await runProcess(project.folder, ['generate'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toMatch(
    /^one → packages\/one: \d+ written, .+\ntwo → packages\/two: \d+ written, /,
  )
  expect(project.read('packages/one/src/types.ts')).toContain('export interface One ')
  expect(await run(project.folder, ['check'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Everything is up to date.\n',
  })
})

/** The formatter as on a machine that it has no binary for. */
const NO_FORMATTER = { NAPI_RS_NATIVE_LIBRARY_PATH: '/nowhere/oxfmt.node' }

test('without the native formatter there is one clear error, and never other bytes', async () => {
  const before = project.read('packages/one/src/types.ts')
  project.write('fresh.json', '{ "$defs": { "Fresh": { "type": "string" } } }')
  const args = ['--spec', 'fresh.json', '--out', 'fresh']
  for (const command of ['generate', 'check']) {
    const { code, stderr } = await runProcess(project.folder, [command, ...args], NO_FORMATTER)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error TW7005 /),
    })
    expect(stderr).toContain('1 error\n')
    expect(stderr).toContain('--unformatted')
  }
  expect(project.has('fresh')).toBe(false)
  expect(project.read('packages/one/src/types.ts')).toBe(before)
})

test('--unformatted writes the same code there, which is not kept, and formats it where it can', async () => {
  const responses = { 200: { description: 'fine' } }
  const operation = (operationId: string) => ({ get: { operationId, responses } })
  project.write(
    'calls.json',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Calls', version: '1' },
      paths: { '/a': operation('a'), '/b': operation('b') },
    }),
  )
  const to = (out: string) => ['--spec', 'calls.json', '--out', out, '--name', 'calls']
  const plain = ['generate', ...to('plain'), '--unformatted']
  const first = await runProcess(project.folder, plain, NO_FORMATTER)
  expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/^warning TW7005 /) })
  const again = await runProcess(project.folder, plain, NO_FORMATTER)
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('up to date') })

  // Here, there is one.
  const fine = await runProcess(project.folder, ['generate', ...to('fine'), '--unformatted'])
  expect(fine.stderr).not.toContain('TW7005')
  const files = ['src/client.ts', 'src/index.ts', 'src/operations.ts', 'src/schema.ts']
  for (const file of files) {
    const unformatted = project.read(`plain/${file}`)
    const formatted = project.read(`fine/${file}`)
    expect(unformatted).not.toBe(formatted)
    expect((await layOut(file, unformatted)).code).toBe(formatted)
  }
  expect(await run(project.folder, ['check', ...to('fine')])).toMatchObject({ code: 0 })
  const check = await run(project.folder, ['check', ...to('plain')])
  expect(check).toMatchObject({ code: 1, stderr: expect.stringContaining('only in formatting') })
})

const engine = JSON.stringify(
  new URL('../../../generator/modules/cli/tune-engine.js', import.meta.url).href,
)

/** The megabytes of the space for new objects, after a program has kept a million of them. */
function newSpaceAfter(bytes: number): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { tuneEngine } from ${engine}
    tuneEngine(process.versions.node, ${bytes})()
    const kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
    const space = getHeapSpaceStatistics().find((each) => each.space_name === 'new_space')
    console.log(kept.length && space.space_size / 2 ** 20)`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect(ended.stderr).toBe('')
  return Number(ended.stdout)
}

test('for small documents, the space for new objects does not grow', () => {
  const [small, large] = [newSpaceAfter(300_000), newSpaceAfter(3_000_000)]
  expect(small).toBeLessThan(large / 2)
})

test('for large documents, what is no longer needed is collected earlier, by an option that the engine has', () => {
  // What it saves is measured by the bench: when garbage is collected depends on what else the machine does.
  const set = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => undefined)
  try {
    tuneEngine('26.0.0', 3_000_000)
    expect(set.mock.calls).toEqual([['--no-turbofan'], ['--heap-growing-percent=50']])
  } finally {
    set.mockRestore()
  }
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  expect(stdout).toContain('--heap-growing-percent')
})
