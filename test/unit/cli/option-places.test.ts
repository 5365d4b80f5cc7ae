import { afterEach, expect, test } from 'vitest'
import { createProject, type Project, run } from './cli.fixture.js'

/** Options that turn out to be wrong only when the document is read have their places, too. */

const SPEC = `openapi: 3.1.0
info: { title: Shop, version: '1' }
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
    Order: { type: object, properties: { user: { $ref: '#/components/schemas/User' } } }
    User: { type: object, properties: { id: { type: string } } }
    Group: { type: object }
`

let project: Project
afterEach(() => project.remove())

const OPTIONS = `import { defineConfig } from 'tagwire'

export default defineConfig({
  packages: {
    shop: {
      spec: 'openapi.yaml',
      out: 'shop',
      name: '@acme/shop',
      OPTION,
    },
  },
})
`

async function generateWith(option: string) {
  project = createProject({
    'openapi.yaml': SPEC,
    'tagwire.config.ts': OPTIONS.replace('OPTION', option),
  })
  return run(project.folder, ['generate'])
}

test.each([
  ["safe: ['listOrders', 'get*']", 28, 'error TW7001 safe: no operation matches "get*"'],
  [
    "paginators: [{ operations: 'find*', items: '/data', next: { cursor: '/next', into: 'cursor' } }]",
    20,
    'error TW7001 paginators: no operation matches "find*"',
  ],
  [
    "paginators: [{ operations: 'list*', items: '/data', next: { cursor: '/next', into: 'cursor' } }]",
    20,
    'error TW7001 paginators: the rule for "list*" fits none of 1 operations',
  ],
  ["accept: { TW3004: ['#/components'] }", 26, 'warning TW7012 `accept` has TW3004'],
])('%s', async (option, column, message) => {
  const { stderr } = await generateWith(option)
  expect(stderr).toContain(`tagwire.config.ts:9:${column} ${message}`)
  expect(stderr).toContain(`9 |       ${option.slice(0, 40)}`)
})

test('in JSON, `file`, `line` and `column` are those of the configuration', async () => {
  await generateWith("safe: ['get*']")
  const { stdout } = await run(project.folder, ['generate', '--json'])
  expect(JSON.parse(stdout).packages[0].diagnostics).toMatchObject([
    { code: 'TW7001', file: 'tagwire.config.ts', line: 9, column: 14 },
  ])
})

test('one name for all types is reported at each that cannot have it', async () => {
  const { code, stderr } = await generateWith("names: { type: () => 'Thing' }")
  expect(code).toBe(0)
  expect(stderr.match(/warning TW4002/g)).toHaveLength(2)
  expect(stderr).toMatch(
    /openapi\.yaml:14:\d+ warning TW4002 names\.type gives Thing to User, but that is the name of Order; this one keeps its name\n/,
  )
})

test('`emit: []` is a package of types', async () => {
  expect(await generateWith('emit: []')).toMatchObject({ code: 0 })
  expect(project.has('shop/src/types.ts')).toBe(true)
  expect(project.has('shop/src/client.ts')).toBe(false)
})
