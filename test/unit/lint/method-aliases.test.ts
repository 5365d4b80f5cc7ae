import { expect, test } from 'vitest'
import type { Diagnostic } from '../../../generator/src/diagnostics/diagnostic.js'
import { lintMethodAliases } from '../../../generator/src/lint/method-aliases.js'
import { lowered, openapi } from '../schema-model.fixture.js'

async function messages(...aliases: readonly unknown[]): Promise<string[]> {
  const ids = ['getOrder', 'listOrders']
  const operations = ids.map((operationId, index) => [
    `/${operationId}`,
    {
      get: {
        operationId,
        ...(aliases[index] === undefined ? {} : { 'x-tagwire-alias': aliases[index] }),
        responses: { 204: { description: 'Fine.' } },
      },
    },
  ])
  const { model } = await lowered(openapi({}, { paths: Object.fromEntries(operations) }))
  const found: Diagnostic[] = []
  lintMethodAliases(model, (each) => found.push(each))
  return found.map(({ message }) => message)
}

test('a name of before that nothing else has', async () => {
  expect(await messages('fetchOrder', ['orders', 'all'])).toEqual([])
  // The name of today is no other name: a rule of the configuration may be gone.
  expect(await messages('getOrder')).toEqual([])
})

test.each([
  [
    'listOrders',
    undefined,
    'x-tagwire-alias of getOrder: there is another listOrders, of listOrders',
  ],
  ['old', 'old', 'x-tagwire-alias of listOrders: there is another old, of getOrder'],
  ['answer', undefined, 'x-tagwire-alias of getOrder: there is another answer, of every client'],
])('a name that something else has: %s', async (first, second, message) => {
  expect(await messages(first, second)).toEqual([message])
})
