import { expect, test } from 'vitest'
import type { Diagnostic } from '../../../../generator/src/diagnostics/diagnostic.js'
import { withResources } from '../../../../generator/src/lower/operations/resources.js'
import type { ResourceNaming } from '../../../../generator/src/model/naming.js'
import { lowered, openapi } from '../../schema-model.fixture.js'

async function groups(rule: ResourceNaming, ...operations: readonly (readonly string[])[]) {
  const paths = operations.map(([operationId = '', ...tags]) => [
    `/${operationId}`,
    { get: { operationId, tags, responses: { 204: { description: 'Fine.' } } } },
  ])
  const { model } = await lowered(openapi({}, { paths: Object.fromEntries(paths) }))
  const found: Diagnostic[] = []
  const made = withResources(model, rule, (each) => found.push(each))
  const names = made.operations.map(({ resource }) => resource && Object.values(resource).join('.'))
  return { names, messages: found.map(({ message }) => message) }
}

test.each([
  [['listOrders', 'orders'], 'orders.list'],
  [['orders_list', 'Orders'], 'orders.list'],
  [['getOrderItems', 'order items'], 'orderItems.get'],
  [['getOrderItem', 'order'], 'order.getItem'],
  [['categoriesSearch', 'category'], 'category.search'],
  [['refresh', 'orders', 'admin'], 'orders.refresh'],
  [['orders', 'order'], 'order.orders'],
  [['status', 'status'], 'status_.status'],
  [['start', '3.0 beta'], '_30Beta.start'],
  [['ping', 'then'], 'then_.ping'],
  [['ping'], undefined],
])('of %o by its tag: %s', async (operation, expected) => {
  expect((await groups('tags', operation)).names).toEqual([expected])
})

test('two methods of a group that would have the same name: the second keeps its own', async () => {
  const { names } = await groups('tags', ['listOrders', 'orders'], ['ordersList', 'orders'])
  expect(names).toEqual(['orders.list', 'orders.ordersList'])
})

test('a rule names the group, and the method if it likes', async () => {
  const rule: ResourceNaming = ({ name }) =>
    name === 'ping' ? undefined : name === 'stats' ? 'admin.read stats' : 'shop'
  const { names } = await groups(rule, ['ping'], ['stats'], ['shopOpen'])
  expect(names).toEqual([undefined, 'admin.readStats', 'shop.open'])
})

test('what a rule does wrong is one error', async () => {
  const wrong: ResourceNaming = () => '1'
  expect(await groups(wrong, ['a'], ['b'])).toEqual({
    names: [undefined, undefined],
    messages: ['names.resource, for a, returns "1"'],
  })
})
