import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

test('without the native formatter there is one clear error, and never other bytes', async () => {
  const before = project.read('packages/one/src/types.ts')
  project.write('fresh.json', '{ "$defs": { "Fresh": { "type": "string" } } }')
  const args = ['generate', '--spec', 'fresh.json', '--out', 'fresh']
  const environment = { NAPI_RS_NATIVE_LIBRARY_PATH: '/nowhere/oxfmt.node' }
  const { code, stderr } = await runProcess(project.folder, args, environment)
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error TW7005 /),
  })
  expect(stderr).toContain('1 error\n')
  expect(project.has('fresh')).toBe(false)
  expect(project.read('packages/one/src/types.ts')).toBe(before)
})
