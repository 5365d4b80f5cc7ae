import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { locatorOf, printDiagnostic } from '../../../generator/src/diagnostics/print.js'
import type { OperationFilter } from '../../../generator/src/model/operations/filter.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-select-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

writeFileSync(
  path.join(folder, 'http.yaml'),
  `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get: { operationId: listOrders, tags: [orders], responses: { '200': { $ref: '#/components/responses/Orders' } } }
    post: { operationId: createOrder, tags: [orders, write], responses: { '204': { description: Done. } } }
  /orders/{id}/items:
    $ref: 'items.yaml'
  /users:
    get:
      operationId: listUsers
      tags: [users]
      responses: { '200': { description: U, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } }
components:
  responses:
    Orders: { description: O, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
  schemas:
    Order: { type: object, properties: { by: { $ref: '#/components/schemas/Animal' } } }
    Animal: { type: object, discriminator: { propertyName: kind }, required: [kind], properties: { kind: { type: string } } }
    Dog: { allOf: [{ $ref: '#/components/schemas/Animal' }, { type: object, properties: { bark: { type: string } } }] }
    User: { type: object, properties: { name: { $ref: '#/components/schemas/Name/properties/first' } } }
    Name: { type: object, properties: { first: { type: string } } }
    Nobody: { type: object }
`,
)
writeFileSync(
  path.join(folder, 'items.yaml'),
  `parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
get: { operationId: listItems, responses: { '204': { description: Done. } } }
delete: { operationId: deleteItems, responses: { '204': { description: Done. } } }
`,
)
writeFileSync(
  path.join(folder, 'rpc.yaml'),
  `openrpc: 1.3.2
info: { title: Node, version: '1' }
methods:
  - { name: status, params: [], result: { name: r, schema: { type: string } } }
  - { name: block, tags: [{ name: chain }], params: [{ name: height, schema: { type: strin } }], result: { name: r, schema: { type: string } } }
`,
)

async function read(spec: string, filter: OperationFilter) {
  const { document, model, diagnostics } = await readModel(spec, folder, filter)
  return {
    operations: model?.operations.map(({ name }) => name),
    types: model?.declarations.map(({ name }) => name),
    messages: diagnostics.map((each) =>
      printDiagnostic(each, locatorOf(document), { color: false }),
    ),
  }
}

describe('operations', () => {
  test.each<[OperationFilter, string[]]>([
    [{ include: { tags: ['orders'] } }, ['listOrders', 'createOrder']],
    [{ include: { tags: ['orders'], methods: ['POST'] } }, ['createOrder']],
    [{ include: { paths: ['/orders/**'] } }, ['listItems', 'deleteItems']],
    [{ include: { paths: ['/*'] } }, ['listOrders', 'createOrder', 'listUsers']],
    [{ include: { operations: ['list*'] } }, ['listOrders', 'listItems', 'listUsers']],
    [{ exclude: { methods: ['get'] } }, ['createOrder', 'deleteItems']],
    [
      { include: { paths: ['/orders**'] }, exclude: { tags: ['write'] } },
      ['listOrders', 'listItems', 'deleteItems'],
    ],
  ])('%j', async (filter, expected) => {
    const { operations, messages } = await read('http.yaml', filter)
    expect(messages).toEqual([])
    expect(operations).toEqual(expected)
  })

  test('methods of JSON-RPC, and faults behind them in their place', async () => {
    expect((await read('rpc.yaml', { exclude: { tags: ['chain'] } })).operations).toEqual([
      'status',
    ])
    const { messages } = await read('rpc.yaml', { include: { operations: ['block'] } })
    expect(messages.join('\n')).toContain('rpc.yaml:5:')
  })
})

describe('components', () => {
  test('what nothing refers to any more leaves, what extends a base stays with it', async () => {
    expect((await read('http.yaml', { include: { tags: ['orders'] } })).types).toEqual(
      expect.arrayContaining(['Order', 'Animal', 'Dog']),
    )
    const { types } = await read('http.yaml', { include: { tags: ['users'] } })
    expect(types).toEqual(['User', 'Name', 'first'])
  })

  test('without a selection everything stays', async () => {
    expect((await read('http.yaml', {})).types).toContain('Nobody')
  })
})

describe('faults', () => {
  test('a word that selects nothing', async () => {
    const { messages } = await read('http.yaml', { exclude: { tags: ['user'] } })
    expect(messages.join('\n')).toBe(
      'warning TW8003 exclude.tags has "user", which matches no operation\n  help: Did you mean users?',
    )
  })

  test('a selection of nothing at all', async () => {
    const { messages, operations } = await read('http.yaml', { exclude: { paths: ['/**'] } })
    expect(operations).toBeUndefined()
    expect(messages.join('\n')).toContain('error TW8003 `include` and `exclude` leave no operation')
  })
})
