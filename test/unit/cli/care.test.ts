import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createProject, type Project, run } from './cli.fixture.js'

/** What must never happen to a folder, whatever is asked. */

const SPEC = `openapi: 3.1.0
info: { title: Small, version: '1' }
paths: {}
components: { schemas: { Point: { type: object, properties: { x: { type: number } } } } }
`

let project: Project

afterEach(() => project.remove())

function small(files: Readonly<Record<string, string>> = {}): Project {
  project = createProject({ 'openapi.yaml': SPEC, ...files })
  return project
}

const GENERATE = ['generate', '--spec', 'openapi.yaml', '--out', 'out', '--name', 'small']

describe('the output folder', () => {
  test('files that tagwire did not write are not overwritten', async () => {
    const { folder, read, has } = small({ 'out/README.md': 'Mine.\n' })
    const { code, stderr } = await run(folder, GENERATE)
    expect(code).toBe(1)
    expect(stderr).toContain('TW7002')
    expect(stderr).toContain('README.md')
    expect(read('out/README.md')).toBe('Mine.\n')
    expect(has('out/src/types.ts')).toBe(false)
  })

  test('a write that fails in the middle puts everything back', async () => {
    const { folder, read, write } = small()
    expect((await run(folder, GENERATE)).code).toBe(0)
    const before = read('out/src/types.ts')
    write('openapi.yaml', SPEC.replace('x:', 'y:').replace('Small', 'Changed'))
    await rm(path.join(folder, 'out/src/index.ts'))
    mkdirSync(path.join(folder, 'out/src/index.ts'))
    const { code, stderr } = await run(folder, GENERATE)
    expect(code).toBe(1)
    expect(stderr).toContain('TW7002')
    expect(read('out/src/types.ts')).toBe(before)
  })

  test.each([
    ['the same folder', 'out', './out'],
    ['one folder inside the other', 'out', 'out/src/deeper'],
  ])('two packages in %s are refused', async (_, one, other) => {
    const packages = {
      one: { spec: 'openapi.yaml', out: one, name: 'one' },
      other: { spec: 'openapi.yaml', out: other, name: 'other' },
    }
    const { folder, has } = small({ 'tagwire.config.json': JSON.stringify({ packages }) })
    const { code, stderr } = await run(folder, ['generate'])
    expect(code).toBe(1)
    expect(stderr).toContain('TW7001')
    expect(has('out')).toBe(false)
  })

  const odd: readonly (readonly [string, string])[] = [
    ['below a file', 'openapi.yaml/out'],
    ['at a link to nowhere', 'link/out'],
    ['with a name that is too long', `${'long'.repeat(100)}/out`],
    // Folders are looked for there, and can never be made.
    ...['/proc', '/dev/fd'].filter(existsSync).map((place) => [place, `${place}/out`] as const),
  ]
  test.each(odd)('a folder %s is one error with a remedy, and the run ends', async (_, out) => {
    const { folder, has } = small()
    symlinkSync('nowhere', path.join(folder, 'link'))
    const { code, stderr } = await run(folder, ['generate', '--spec', 'openapi.yaml', '--out', out])
    expect(code).toBe(1)
    expect(stderr.match(/error TW7002 no folder can be made at /g)).toHaveLength(1)
    expect(stderr).toContain('help: Choose an `out` folder')
    expect(has('nowhere')).toBe(false)
  })

  test('check leaves nothing behind, not even a cache', async () => {
    const { folder, has } = small()
    await run(folder, ['check', '--spec', 'openapi.yaml', '--out', 'out', '--name', 'small'])
    expect(has('out')).toBe(false)
    expect(has('.tagwire')).toBe(false)
  })
})

describe('documents that no specification knows', () => {
  test.each([
    ['parameters as an object', 'get: { operationId: a, parameters: {}, responses: {} }'],
    [
      'nesting without end',
      `get: { operationId: a, x-deep: ${'['.repeat(4000)}${']'.repeat(4000)} }`,
    ],
  ])('%s: one error, no stack, nothing written', async (_, operation) => {
    const { folder, has } = small({
      'openapi.yaml': SPEC.replace('paths: {}', `paths: { /a: { ${operation} } }`),
    })
    const { code, stdout } = await run(folder, [...GENERATE, '--json'])
    expect(code).toBe(1)
    expect(JSON.stringify(JSON.parse(stdout))).toContain('"severity":"error"')
    expect(has('out')).toBe(false)
  })

  test('operations with the name of a client member get another name', async () => {
    const paths = 'paths: { /a: { get: { operationId: http, responses: {} } } }'
    const { folder, read } = small({ 'openapi.yaml': SPEC.replace('paths: {}', paths) })
    const { code, stderr } = await run(folder, GENERATE)
    expect(code).toBe(0)
    expect(stderr).toContain('TW4002')
    expect(read('out/src/client.ts')).toMatch(/ {2}http_[0-9a-f]{4}\(/)
  })
})
