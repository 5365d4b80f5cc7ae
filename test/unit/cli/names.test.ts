import { afterEach, expect, test } from 'vitest'
import { createProject, type Project, run } from './cli.fixture.js'

/** Rules for names in a configuration: ready ones in JSON, and functions. */

let project: Project
afterEach(() => project.remove())

const SPEC = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders/{id}:
    get:
      operationId: read_order_orders__id__get
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: It., content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }
`

const client = 'out/shop/src/client.ts'

function shop(config: string, file = 'tagwire.config.json'): Project {
  project = createProject({ 'openapi.yaml': SPEC, [file]: config })
  return project
}

test('a ready rule names methods, and types that belong to them', async () => {
  const names = { operation: 'fastapi' }
  const one = { spec: 'openapi.yaml', out: 'out/shop', name: '@acme/shop', names }
  const { folder, read } = shop(JSON.stringify({ packages: { shop: one } }))
  expect(await run(folder, ['generate'])).toMatchObject({ code: 0 })
  expect(read(client)).toContain('readOrder(input: ReadOrderArguments')
  expect(read(client)).toContain('Promise<ReadOrderResponse>')
  expect(await run(folder, ['check'])).toMatchObject({ code: 0 })
})

test('functions work beside packages that are made in threads', async () => {
  const packages = (prefix: string): string =>
    `const names = { operation: ({ method }) => ${JSON.stringify(prefix)} + method }
export default { packages: {
  shop: { spec: 'openapi.yaml', out: 'out/shop', name: '@acme/shop', names },
  plain: { spec: 'openapi.yaml', out: 'out/plain', name: '@acme/plain' },
  other: { spec: 'openapi.yaml', out: 'out/other', name: '@acme/other' },
} }
`
  const file = 'tagwire.config.mjs'
  const { folder, read, write } = shop("export { default } from './packages.mjs'\n", file)
  write('packages.mjs', packages('one '))
  expect(await run(folder, ['generate', '--jobs', '2'])).toMatchObject({ code: 0 })
  expect(read(client)).toContain('oneGET(')
  expect(read('out/plain/src/client.ts')).toContain('readOrderOrdersIdGet(')
})
