import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { compiler } from '../compiler.js'
import { createProject, ordersDocument, type Project, run } from '../unit/cli/cli.fixture.js'

/** The list of faults that teams met in their first hour, each with files and a command as they had them. */

const repository = path.resolve(import.meta.dirname, '../..')

/** Nothing fits either member of an order. */
const SPEC = ordersDocument(
  'type: object, properties: { id: { type: string, minLength: 5, maxLength: 2 }, state: { type: string, enum: [] } }',
)

let project: Project
afterEach(() => project.remove())

function shop(files: Readonly<Record<string, string>> = {}): Project {
  project = createProject({ 'openapi.yaml': SPEC, ...files })
  return project
}

describe('a folder with a package.json of its own', () => {
  const generate = ['generate', '--spec', 'openapi.yaml', '--out', 'api']
  const own = {
    name: '@acme/orders',
    version: '1.2.3',
    private: true,
    scripts: { build: 'tsc' },
    main: 'index.js',
    dependencies: { leftpad: '^1.0.0' },
  }

  test('becomes the package, and keeps its name and what its maintainers wrote', async () => {
    const { folder, read } = shop({ 'api/package.json': JSON.stringify(own) })
    expect(await run(folder, generate)).toMatchObject({ code: 0 })
    const merged = JSON.parse(read('api/package.json'))
    const { name, version, scripts } = own
    expect(merged).toMatchObject({ name, version, private: true, scripts, type: 'module' })
    expect(merged.exports['.'].default).toBe('./dist/index.js')
    expect(merged.dependencies).toMatchObject({ leftpad: '^1.0.0' })
    expect(read('api/README.md')).toContain("from '@acme/orders'")
    expect(await run(folder, generate)).toMatchObject({ code: 0 })
    expect(JSON.parse(read('api/package.json'))).toEqual(merged)
  })

  test('whose entry exists is another package', async () => {
    const { folder, read, has } = shop({
      'api/package.json': JSON.stringify(own),
      'api/index.js': 'export {}',
    })
    const { code, stderr } = await run(folder, generate)
    expect(code).toBe(1)
    expect(stderr).toMatch(/TW7002 .*its package\.json leads to index\.js/)
    expect(stderr).toContain('such as `src/api`')
    expect(JSON.parse(read('api/package.json'))).toEqual(own)
    expect(has('api/src')).toBe(false)
  })

  test('and with other files is refused because of these', async () => {
    const { folder } = shop({ 'api/package.json': '{}', 'api/README.md': 'mine' })
    const { stderr } = await run(folder, generate)
    expect(stderr).toMatch(/files that tagwire did not write: README\.md\n/)
  })
})

test.each([
  ['a package', ['--name', '@acme/shop']],
  ['sources inside an app', []],
])('the runtime of %s moves between the sources and its package', async (_, name) => {
  const { folder, has } = shop({ 'package.json': '{ "type": "module" }' })
  const generate = ['generate', '--spec', 'openapi.yaml', '--out', 'api', ...name]
  const home = name.length > 0 ? 'api/src' : 'api'
  expect(await run(folder, [...generate, '--runtime', 'inline'])).toMatchObject({ code: 0 })
  expect(has(`${home}/runtime/http/generated-client.ts`)).toBe(true)
  expect(await run(folder, generate)).toMatchObject({ code: 0 })
  expect(has(`${home}/runtime`)).toBe(false)
  expect(has(`${home}/operations.ts`)).toBe(true)
})

describe('accepted warnings', () => {
  const config = (accept: unknown) => ({
    'tagwire.config.json': JSON.stringify({
      packages: { shop: { spec: 'openapi.yaml', out: 'shop', name: '@acme/shop', accept } },
    }),
  })
  const order = '#/components/schemas/Order'

  test('are not reported, also when warnings are errors', async () => {
    const { folder } = shop(config({ TW2012: [{ at: order, reason: 'the service is older' }] }))
    const { code, stderr } = await run(folder, ['generate', '--strict'])
    expect(stderr).not.toContain('TW2012')
    expect(code).toBe(0)
  })

  test('are those of one place', async () => {
    const { folder } = shop(config({ TW2012: [`${order}/properties/state`] }))
    const { stderr } = await run(folder, ['generate'])
    expect(stderr.match(/warning TW2012/g)).toHaveLength(1)
    expect(stderr).toContain('`minLength` is 5')
  })

  test('that do not occur are reported', async () => {
    const { folder } = shop(config({ TW2012: [order], TW3004: [`${order}/properties/id`] }))
    const { code, stderr } = await run(folder, ['generate'])
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /warning TW7012 `accept` has TW3004 at openapi\.yaml#\/components\/schemas\/Order\/properties\/id, where it does not occur/,
    )
    expect(await run(folder, ['generate', '--strict'])).toMatchObject({ code: 1 })
  })

  test('are no errors', async () => {
    const { folder, write } = shop(config({ TW1004: ['#'] }))
    write('openapi.yaml', SPEC.replace('schemas/Order', 'schemas/Ordre'))
    const { code, stderr } = await run(folder, ['generate'])
    expect(code).toBe(1)
    expect(stderr).toContain('error TW1004')
  })
})

test('an empty list of values is reported: nothing fits', async () => {
  const { folder } = shop()
  const { stderr } = await run(folder, ['inspect', 'openapi.yaml'])
  expect(stderr).toMatch(/openapi\.yaml:\d+:\d+ warning TW2012 no value fits: `enum` is empty/)
})

/** What the compiler reports for a program beside the sources of a package, strictly. */
function problemsOf(folder: string, program: string): string {
  project.write('app.ts', program)
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  const flags = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022']
  const lib = ['--lib', 'es2023,dom,dom.iterable,esnext.disposable', '--types', '']
  const args = ['app.ts', ...flags, ...lib, '--ignoreConfig', '--pretty', 'false']
  const { status, stdout, stderr } = spawnSync(compiler, args, { cwd: folder, encoding: 'utf8' })
  return `${stdout}${stderr}` || (status === 0 ? '' : `the compiler ended with ${status}`)
}

test('`assert` of a validator narrows in sources inside an app', async () => {
  const { folder } = shop({ 'package.json': '{ "type": "module" }' })
  const args = ['--spec', 'openapi.yaml', '--out', 'api', '--emit', 'client,validate']
  expect(await run(folder, ['generate', ...args])).toMatchObject({ code: 0 })
  const program = `import { orderValidator } from './api/validate.js'
export function idOf(value: unknown): string | undefined {
  orderValidator.assert(value)
  return value.id
}
export function idOfExact(value: unknown): string | undefined {
  orderValidator.strict.assert(value)
  return value.id
}
export const wrong = (value: unknown) => value.id
`
  expect(problemsOf(folder, program)).toMatch(/^app\.ts\(10,42\): error TS18046: .*\n$/)
}, 30_000)

test('`dates: "date"` compiles with `@tagwire/emit-query`', async () => {
  const dated = SPEC.replace('minLength: 5, maxLength: 2', 'format: date-time')
  const { folder, write } = shop({ 'package.json': '{ "type": "module" }' })
  write('openapi.yaml', dated)
  const built = path.join(repository, 'packages/emit-query/dist/index.js')
  const emit = ['client', 'decode', `./${path.relative(folder, built)}`]
  const api = { spec: 'openapi.yaml', out: 'api', dates: 'date', emit }
  write('tagwire.config.json', JSON.stringify({ packages: { api } }))
  expect(await run(folder, ['generate'])).toMatchObject({ code: 0 })
  const program = `import { QueryClient } from '@tanstack/query-core'
import { createApiClient } from './api/client.js'
import { listOrdersQuery } from './api/query.js'
const order = await new QueryClient().fetchQuery(listOrdersQuery(createApiClient()))
export const placed: Date | undefined = order.id
`
  expect(problemsOf(folder, program)).toBe('')
}, 30_000)

test('`update` counts no changes of operations that the package leaves out', async () => {
  const withRefunds = (type: string): string =>
    SPEC.replace(
      'components:',
      `  /refunds: { get: { operationId: listRefunds, responses: { '200': { description: All, content: { application/json: { schema: { type: ${type} } } } } } } }
components:`,
    )
  let text = withRefunds('string')
  const server = createServer((_, response) => response.end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { folder, write } = shop()
    const { port } = Object(server.address())
    const spec = `http://127.0.0.1:${port}/openapi.yaml`
    const update = async (more: object) => {
      const config = { packages: { shop: { spec, out: 'shop', name: '@acme/shop', ...more } } }
      write('tagwire.config.json', JSON.stringify(config))
      text = withRefunds('string')
      await run(folder, ['update'])
      text = withRefunds('integer')
      const { stdout, stderr } = await run(folder, ['update'])
      return stdout + stderr
    }
    expect(await update({})).toContain('breaking')
    const left = await update({ exclude: { operations: ['listRefunds'] } })
    expect(left).not.toContain('breaking')
    expect(left).toContain('openapi.yaml written.')
  } finally {
    server.close()
  }
})

/** A configuration as JSON and as a module, and where the fault in it is. */
describe.each([
  ['tagwire.config.json', (packages: string) => `{\n  ${packages}\n}\n`],
  [
    'tagwire.config.ts',
    (packages: string) =>
      `import { defineConfig } from 'tagwire'\nexport default defineConfig({\n  ${packages},\n})\n`,
  ],
])('a fault in %s has its line', (file, text) => {
  const line = file.endsWith('.json') ? 2 : 3

  test.each([
    [
      'a misspelled option',
      '"packages": { "shop": { "spec": "openapi.yaml", "out": "shop", "nmae": "x" } }',
      '"nmae"',
      'packages.shop has an unknown option "nmae"',
      'Did you mean name?',
    ],
    [
      '`package` for `packages`',
      '"package": { "shop": { "spec": "openapi.yaml", "out": "shop" } }',
      '"package"',
      'names no packages',
      'Did you mean packages?',
    ],
    [
      'a folder in place of a document',
      '"packages": { "shop": { "spec": ".", "out": "shop" } }',
      '"spec"',
      'packages.shop.spec is not a document',
      'It is a folder. Specify the document in it, such as openapi.yaml.',
    ],
    [
      'one folder for two packages',
      '"packages": { "a": { "spec": "openapi.yaml", "out": "shop" }, "b": { "spec": "openapi.yaml", "out": "./shop/" } }',
      '"out": "./shop/"',
      'packages.a and packages.b have the same folder',
      'Give each package a folder of its own.',
    ],
  ])('%s', async (_, packages, at, message, help) => {
    const { folder, has } = shop({ [file]: text(packages) })
    const { code, stderr } = await run(folder, ['generate'])
    expect(code).toBe(1)
    const where = `${file}:${line}:${packages.indexOf(at) + 3}`
    expect(stderr).toContain(`${where} error TW7001 ${file}`)
    expect(stderr).toContain(message)
    expect(stderr).toContain(`help: ${help}\n`)
    expect(stderr).toMatch(/\n1 error\n$/)
    expect(has('shop')).toBe(false)
  })
})

describe('sentences', () => {
  const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')

  test('the guide gives middleware for `client.use`, and says that hooks only observe', () => {
    const guide = read('docs/guides/11-from-openapi-typescript.md')
    const row = guide.split('\n').find((text) => text.includes('`client.use({ onRequest })`'))
    expect(row).toContain('middleware: [{ name, attempt(request, next)')
    expect(row).toContain('The hooks `onRequest`, `onResponse` and `onRetry` only observe')
  })

  test("the README's program with a WebSocket is followed by what Node 20 needs", () => {
    const [, , after = ''] =
      /(```ts\n[^`]*webSocket[^`]*```)([\s\S]*)/.exec(read('README.md')) ?? []
    expect(after.trimStart().split('\n')[0]).toMatch(
      /^Before Node 22: `webSocket\(url, \{ WebSocket \}\)`/,
    )
  })
})
