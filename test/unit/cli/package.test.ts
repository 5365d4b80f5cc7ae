import { afterEach, describe, expect, test } from 'vitest'
import { createProject, document, type Project, run } from './cli.fixture.js'

const SPEC = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://eu.example.com' }, { url: 'https://us.example.com', description: West }]
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: All
          content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
components: { schemas: { Order: { type: object, properties: { id: { type: string } } } } }
`

let project: Project
afterEach(() => project.remove())

function shop(files: Readonly<Record<string, string>> = {}): Project {
  project = createProject({ 'openapi.yaml': SPEC, ...files })
  return project
}

function generate(...args: string[]): readonly string[] {
  return ['generate', '--spec', 'openapi.yaml', '--out', ...args]
}

function filesIn({ snapshot }: Project, folder: string): string[] {
  return Object.keys(snapshot(folder)).map((file) => file.slice(folder.length + 1))
}

const TYPES = ['generation.json', 'package.json', 'README.md', 'src/index.ts']

const isEntry = (name: string): boolean =>
  ['schema', 'validate', 'http', 'operations', 'mock'].includes(name)

describe('which parts are written', () => {
  test.each([
    ['none', []],
    ['client', ['client', 'operations']],
    ['validate', ['validate']],
    ['client,mock', ['client', 'examples', 'mock', 'operations', 'samples']],
    ['client, validate', ['client', 'operations', 'validate']],
    ['schema', ['schema']],
    ['client,schema', ['client', 'http', 'operations', 'schema']],
  ])('--emit %s', async (emit, modules) => {
    const { folder, read } = shop()
    const { code, stderr } = await run(folder, generate('api', '--emit', emit))
    expect({ code, stderr: stderr.replace(/^api → .*\nNext: .*\n/, '') }).toEqual({
      code: 0,
      stderr: '',
    })
    const expected = [
      ...TYPES,
      'src/types.ts',
      'tsconfig.json',
      ...modules.map((name) => `src/${name}.ts`),
      ...modules.filter(isEntry).map((name) => `${name}/package.json`),
    ]
    expect(filesIn(project, 'api').sort()).toEqual(expected.sort())

    const manifest = JSON.parse(read('api/package.json'))
    const entries = ['schema', 'validate', 'http', 'operations', 'mock'].filter((name) =>
      modules.includes(name),
    )
    expect(Object.keys(manifest.exports)).toEqual([
      '.',
      ...entries.map((name) => `./${name}`),
      './package.json',
    ])
    const hasClient = modules.includes('client')
    const hasHttp = hasClient && modules.includes('schema')
    expect(manifest.dependencies).toEqual({ '@tagwire/runtime': expect.any(String) })
    expect(manifest.peerDependencies).toEqual(hasHttp ? { 'openapi-fetch': '~0.17.0' } : undefined)
    expect(manifest.peerDependenciesMeta).toEqual(
      hasHttp ? { 'openapi-fetch': { optional: true } } : undefined,
    )
    expect(hasHttp && read('api/src/http.ts').includes('createApiHttp')).toBe(hasHttp)
    const readme = read('api/README.md')
    expect(readme.includes('## Quick start')).toBe(hasClient)
    expect(readme.includes('openapi-fetch')).toBe(hasHttp)
    expect(readme.includes('## Validate responses')).toBe(hasClient && modules.includes('validate'))
    expect(readme.includes('## Test without')).toBe(modules.includes('mock'))
  })

  test('a part that is left out later is removed, and check agrees', async () => {
    const { folder, has, write } = shop()
    const config = (emit: readonly string[]): string =>
      JSON.stringify({ packages: { api: { spec: 'openapi.yaml', out: 'api', name: 'api', emit } } })
    write('tagwire.config.json', config(['client', 'validate']))
    expect((await run(folder, ['generate', '--quiet'])).code).toBe(0)
    expect((await run(folder, ['check'])).code).toBe(0)
    write('tagwire.config.json', config(['client']))
    expect((await run(folder, ['check'])).code).toBe(1)
    expect((await run(folder, ['generate', '--quiet'])).code).toBe(0)
    expect(has('api/src/validate.ts')).toBe(false)
    expect((await run(folder, ['check'])).code).toBe(0)
  })

  test('an OpenRPC package without validators does not speak of them', async () => {
    project = createProject({ 'openapi.yaml': document() })
    await run(project.folder, generate('api', '--emit', 'client'))
    expect(project.read('api/src/client.ts')).not.toContain('entry point')
    expect(project.read('api/README.md')).not.toContain('/validate')
  })

  test('--emit accepts emitters and parts, relative to the working directory', async () => {
    const text = `export default {
      name: 'mine',
      emit: ({ structures }) => [
        structures.module('mine').file([structures.exportedConstant({ name: 'mine', value: '1' })]),
      ],
    }`
    project = createProject({ 'openapi.yaml': document(), 'mine.emitter.js': text })
    const args = generate('api', '--emit', 'client,./mine.emitter.js')
    const { code, stderr } = await run(project.folder, args)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(project.read('api/src/mine.ts')).toContain('export const mine = 1')
    expect((await run(project.folder, ['check', ...args.slice(1)])).code).toBe(0)
  })

  test.each([
    ['client,mok', 2, '--emit takes client, schema, validate, decode, mock, none, or emitters'],
    ['', 2, 'not "".'],
    ['client,./none.ts', 1, 'error TW7010 there is no emitter ./none.ts'],
    ['mock', 1, 'error TW7001 --emit has "mock" without "client"'],
  ])('--emit "%s" is refused', async (emit, exit, message) => {
    const { folder, has } = shop()
    const { code, stderr } = await run(folder, generate('api', '--emit', emit))
    expect(code).toBe(exit)
    expect(stderr).toContain(message)
    expect(has('api')).toBe(false)
  })
})

describe('the server', () => {
  test.each([
    ['one of the document', 'https://us.example.com', "description: 'West'"],
    ['another one', 'http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['a path', '/api', "'/api'"],
  ])('%s comes first', async (_, url, shown) => {
    const { folder, read } = shop()
    expect((await run(folder, generate('api', '--server', url))).code).toBe(0)
    const client = read('api/src/client.ts')
    expect(client).toContain(`  server: '${url}',`)
    const [first] = client.slice(client.indexOf('Object.freeze')).split('}')
    expect(first).toContain(shown)
    expect(client.split(`url: '${url}'`)).toHaveLength(2)
  })

  test('what cannot be called is refused', async () => {
    const { folder } = shop()
    const { code, stderr } = await run(folder, generate('api', '--server', 'example.com'))
    expect(code).toBe(1)
    expect(stderr).toContain('error TW7001 --server: "example.com" is not a URL')
  })
})

describe('inside a package that exists', () => {
  const OWN = { 'package.json': '{ "name": "@some.scope/app" }' }
  const MODULES = ['client.ts', 'http.ts', 'index.ts', 'operations.ts', 'schema.ts', 'types.ts']

  test.each([
    ['its src, whatever the name', 'src/api', ['--name', '@acme/api']],
    ['any folder, without a name', 'generated', []],
  ])('%s: sources only', async (_, out, name) => {
    const { folder, write, has, read } = shop(OWN)
    const args = generate(out, ...name, '--emit', 'client,schema')
    expect((await run(folder, args)).code).toBe(0)
    expect(filesIn(project, out)).toEqual(MODULES)
    expect(read(`${out}/client.ts`)).toContain("from './operations.js'")

    write(`${out}/validate.ts`, '// Generated by tagwire from openapi.yaml. Do not edit.\n')
    write(`${out}/mine.ts`, '// By hand.\n')
    write(`${out}/below/types.ts`, '// Generated by tagwire from other.yaml. Do not edit.\n')
    write('openapi.yaml', SPEC.replace('id:', 'number:'))
    const again = await run(folder, args)
    expect(again.stderr).toContain('1 written, 1 removed')
    expect(has(`${out}/validate.ts`)).toBe(false)
    expect([has(`${out}/mine.ts`), has(`${out}/below/types.ts`)]).toEqual([true, true])
    expect((await run(folder, ['check', ...args.slice(1)])).code).toBe(0)
  })

  test('a file that tagwire did not write is not overwritten', async () => {
    const { folder, read } = shop({ ...OWN, 'src/api/index.ts': '// By hand.\n' })
    const { code, stderr } = await run(folder, generate('src/api'))
    expect(code).toBe(1)
    expect(stderr).toContain('files that tagwire did not write: index.ts')
    expect(read('src/api/index.ts')).toBe('// By hand.\n')
  })

  test.each([
    ['a name', OWN, 'packages/api', ['--name', '@acme.org/api']],
    [
      'a pnpm workspace',
      { ...OWN, 'pnpm-workspace.yaml': 'packages: [packages/*]\n' },
      'packages/api',
      [],
    ],
    ['an npm workspace', { 'package.json': '{ "workspaces": ["libs/*"] }' }, 'libs/api', []],
  ])('with %s, a package of its own', async (_, files, out, name) => {
    const { folder, read } = shop(files)
    for (let round = 0; round < 2; round++) {
      expect((await run(folder, generate(out, ...name))).code).toBe(0)
      expect(JSON.parse(read(`${out}/package.json`)).name).toBe(name[1] ?? 'api')
    }
  })
})

describe('a configuration that cannot be is shown in place', () => {
  const JSON_CONFIG = (options: string): string =>
    `{\n  "packages": {\n    "api": { "spec": "openapi.yaml", "out": "api", ${options} }\n  }\n}\n`
  const TS_CONFIG = `// packages: { api: { emit: ['nothing'] } }
const shared = { license: 'MIT' } as const
export default {
  packages: {
    other: { spec: 'openapi.yaml', out: 'other', emit: [] },
    'api': {
      ...shared,
      spec: 'openapi.yaml',
      out: 'api',
      emit: ['client', /* soon: 'mock' */ 'validator'],
    },
  },
}
`

  test.each([
    [
      'json',
      JSON_CONFIG('"emit": ["client", "mok"]'),
      '3:71',
      'unknown part "mok"',
      'Did you mean mock?',
    ],
    [
      'json',
      JSON_CONFIG('"emit": "client"'),
      '3:52',
      'emit has to be a list',
      'Known are "client"',
    ],
    [
      'json',
      JSON_CONFIG('"emit": ["mock"]'),
      '3:52',
      'has "mock" without "client"',
      'add "client"',
    ],
    [
      'json',
      JSON_CONFIG('"site": "https://x.example/"'),
      '3:52',
      'is not the URL of pages',
      '`{page}`',
    ],
    [
      'json',
      JSON_CONFIG('"site": "javascript:alert({page})"'),
      '3:52',
      'is not the URL of pages',
      '`{page}`',
    ],
    ['json', JSON_CONFIG('"server": "x.example"'), '3:52', 'is not a URL', 'such as `https://'],
    [
      'json',
      JSON_CONFIG('"name": "Api"'),
      '3:52',
      'not a valid name for an npm package',
      'lower-case',
    ],
    ['json', JSON_CONFIG('"licence": "MIT"'), '3:52', 'unknown option "licence"', 'mean license?'],
    ['json', JSON_CONFIG('"author": 1'), '3:52', 'author has to be a text', ''],
    ['ts', TS_CONFIG, '10:43', 'unknown part "validator"', 'Did you mean validate?'],
  ])('%s: %s', async (form, text, place, message, help) => {
    const { folder } = shop({ [`tagwire.config.${form}`]: text })
    const { code, stderr } = await run(folder, ['generate'])
    expect(code).toBe(1)
    expect(stderr).toContain(`tagwire.config.${form}:${place} error TW7001`)
    expect(stderr).toContain(message)
    expect(stderr).toContain(help)

    const { stdout } = await run(folder, ['generate', '--json'])
    const [line, column] = place.split(':').map(Number)
    expect(JSON.parse(stdout).diagnostics).toMatchObject([
      { code: 'TW7001', file: `tagwire.config.${form}`, line, column },
    ])
  })
})
