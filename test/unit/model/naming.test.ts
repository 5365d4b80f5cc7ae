import { describe, expect, test } from 'vitest'
import type { NamedOperation, OperationNaming } from '../../../generator/src/model/naming.js'
import { lowered, openapi } from '../schema-model.fixture.js'

// Methods that are named by a rule of the configuration.

type Item = readonly [path: string, method: string, operationId?: string, more?: object]

async function named(items: readonly Item[], operation: OperationNaming) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [path, method, operationId, more] of items)
    paths[path] = {
      ...paths[path],
      [method]: { operationId, responses: { 204: { description: 'A' } }, ...more },
    }
  const { model, diagnostics } = await lowered(openapi({}, { paths }), { names: { operation } })
  return {
    names: model.operations.map(({ name }) => name),
    ids: model.operations.map(({ id }) => id),
    said: diagnostics
      .filter(({ code }) => /^TW(?:40|70)/.test(code))
      .map(({ code, message }) => `${code} ${message}`),
  }
}

describe('fastapi', () => {
  test.each<[path: string, method: string, id: string, name: string]>([
    ['/api/v1/orders/{id}', 'get', 'get_order_api_v1_orders__id__get', 'getOrder'],
    ['/api/v1/orders/{id}', 'get', 'GetOrderApiV1OrdersIdGet', 'getOrder'],
    ['/items/', 'post', 'create_item_items__post', 'createItem'],
    ['/', 'get', 'root__get', 'root'],
    ['/orders', 'get', 'list_orders', 'listOrders'],
    ['/orders', 'get', 'orders_get', 'ordersGet'],
    ['/orders', 'get', 'read_others_get', 'readOthersGet'],
  ])('%s %s %s is %s', async (path, method, id, name) => {
    expect(await named([[path, method, id]], 'fastapi')).toEqual({
      names: [name],
      ids: [id],
      said: [],
    })
  })

  test('keeps all of the second of two', async () => {
    const { names, said } = await named(
      [
        ['/orders', 'get', 'read_orders_get'],
        ['/users', 'get', 'read_users_get'],
      ],
      'fastapi',
    )
    expect(names).toEqual(['read', 'readUsersGet'])
    expect(said).toEqual([])
  })
})

describe('nestjs', () => {
  test('drops the controller, and keeps the resource of the second of two', async () => {
    const { names, said } = await named(
      [
        ['/orders', 'get', 'OrdersController_findAll'],
        ['/users', 'get', 'UsersController_findAll'],
        ['/users', 'post', 'UsersController_create_v1'],
        ['/health', 'get', 'health'],
        ['/close', 'post', 'AppController_close'],
      ],
      'nestjs',
    )
    expect(names).toEqual(['findAll', 'usersFindAll', 'createV1', 'health', 'appClose'])
    expect(said).toEqual([])
  })
})

describe('a function', () => {
  test('gets what the document says, and names in any spelling', async () => {
    const seen: NamedOperation[] = []
    const { names } = await named(
      [
        ['/orders/{id}', 'get', 'a-b', { tags: ['orders'] }],
        ['/orders', 'post'],
        ['/users', 'get', 'kept'],
        ['/users', 'put', 'a', { 'x-tagwire-name': 'given' }],
      ],
      (operation) => {
        seen.push(operation)
        const { method, path } = operation
        return path === '/users' ? undefined : `${method.toLowerCase()} ${path}`
      },
    )
    expect(names).toEqual(['getOrdersId', 'postOrders', 'kept', 'given'])
    expect(seen).toEqual([
      { operationId: 'a-b', method: 'GET', path: '/orders/{id}', tags: ['orders'] },
      { operationId: undefined, method: 'POST', path: '/orders', tags: [] },
      { operationId: 'kept', method: 'GET', path: '/users', tags: [] },
    ])
  })

  test('that gives one name twice is reported', async () => {
    const items: Item[] = [
      ['/a', 'get', 'a'],
      ['/b', 'get', 'b'],
    ]
    const { names, said } = await named(items, () => 'same')
    expect(names[0]).toBe('same')
    expect(names[1]).toMatch(/^same_\w{4}$/)
    expect(said).toEqual([expect.stringMatching(/^TW4002 b and a both become same;/)])
  })

  test.each<[() => unknown, string]>([
    [() => 5, 'returns 5'],
    [() => '', 'returns ""'],
    [() => '!?', 'returns "!?"'],
    [() => null, 'returns null'],
    [() => Symbol('a'), 'returns symbol'],
    [
      () => {
        throw new Error('no idea')
      },
      'fails: no idea',
    ],
  ])('that does something else is one error: %s', async (rule, why) => {
    const items: Item[] = [
      ['/a', 'get', 'a'],
      ['/b', 'get', 'b'],
    ]
    // @ts-expect-error
    const { names, said } = await named(items, rule)
    expect(said).toEqual([`TW7001 names.operation, for a, ${why}`])
    expect(names).toEqual(['a', 'b'])
  })
})

test('methods of JSON-RPC have names by the same rule', async () => {
  const methods = [{ name: 'shop.getOrder', params: [], tags: [{ name: 'orders' }] }]
  const seen: NamedOperation[] = []
  const document = { openrpc: '1.3.2', info: { title: 'T', version: '1' }, methods }
  const operation = (one: NamedOperation): string | undefined => {
    seen.push(one)
    return one.operationId?.replace('shop.', '')
  }
  const { model } = await lowered(document, { names: { operation } })
  expect(model.operations).toMatchObject([{ id: 'shop.getOrder', name: 'getOrder' }])
  expect(seen).toEqual([
    { operationId: 'shop.getOrder', method: 'shop.getOrder', path: '', tags: ['orders'] },
  ])
})
