import { afterEach, describe, expect, test } from 'vitest'
import { createProject, type Project, run } from './cli.fixture.js'

/** What a team meets in its first hour, each as it would: files of its own, and a command. */

const SPEC = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example.com' }]
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: All
          content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
components:
  schemas:
    Order:
      type: object
      properties:
        id: { type: string, minLength: 5, maxLength: 2 }
        state: { type: string, enum: [] }
`

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
  expect(has(`${home}/runtime/http/methods.ts`)).toBe(true)
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
