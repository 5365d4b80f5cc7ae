import { createNodeRpcClient, eventQuery, isRpcError, RpcError } from '@tagwire/node-rpc'
import { mockNodeRpc } from '@tagwire/node-rpc/mock'
import { responseValidators } from '@tagwire/node-rpc/validate'
import { expect, it } from 'vitest'
import { examples } from '../../../packages/node-rpc/dist/examples.js'

it('responds with the examples of the document, which match it', async () => {
  const node = createNodeRpcClient({ transport: mockNodeRpc() })
  expect(await node.status()).toEqual(examples.status)
  for (const [name, example] of Object.entries(examples)) {
    const validator = Object.entries(responseValidators).find(([key]) => key === name)?.[1]
    if (validator) expect(validator.strict.check(example), name).toEqual([])
  }
  expect(Object.keys(examples).length).toBeGreaterThan(25)
})

it('answers by handlers that know their parameters', async () => {
  const node = createNodeRpcClient({
    transport: mockNodeRpc({
      blockByHash: ({ hash }) => {
        throw new RpcError({ code: -32603, message: 'Internal error', data: String(hash) }, 'x')
      },
      health: async () => ({}),
    }),
  })
  expect(await node.health()).toEqual({})
  const error = await node.blockByHash({ hash: '0xff' }).catch((thrown: unknown) => thrown)
  expect(isRpcError(error)).toBe(true)
})

it('delivers the events of the test', async () => {
  const transport = mockNodeRpc()
  const node = createNodeRpcClient({ transport })
  const subscription = node.subscribe(eventQuery('NewRoundStep'), { resume: 'none' })
  const value = { height: '7', round: 0, step: 'RoundStepPropose' }
  const first = subscription[Symbol.asyncIterator]().next()
  await new Promise((resolve) => setTimeout(resolve, 5))
  transport.emit({
    data: { type: 'tendermint/event/RoundState', value },
    events: { 'tm.event': ['NewRoundStep'] },
  })
  expect((await first).value?.data).toMatchObject({ value })
  await node.close()
})
