import { expect, it } from 'vitest'
import {
  createRpcClient,
  eventQuery,
  isStreaming,
  mockTransport,
  RpcError,
} from '../../../../packages/runtime/src/rpc/comet/index.js'
import { openEventStream } from '../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { block, broadcast, source, status } from './document.fixture.js'
import { rejection } from './node.fixture.js'

const round = (height: number, events?: Record<string, string[]>) => ({
  data: { type: 'tendermint/event/NewRound', value: { height: String(height) } },
  ...(events && { events }),
})

it('answers by handler, by example, or says that it cannot', async () => {
  const transport = mockTransport({
    handlers: {
      block: ({ height }: { height: number }) => ({ height }),
      broadcastTxSync: () => {
        throw new RpcError({ code: -32603, message: 'm', data: 'full' }, 'broadcast_tx_sync')
      },
    },
    examples: { status: { ok: true }, block: 'not this' },
  })
  const client = createRpcClient({ transport }, [['mempool-full', 'full']])
  expect(await client.call(block, { height: 5 })).toEqual({ height: 5 })
  expect(await client.call(status)).toEqual({ ok: true })
  expect(await rejection(client.call(broadcast, { tx: '0x' }))).toMatchObject({
    reason: 'mempool-full',
  })
  const bare = createRpcClient({ transport: mockTransport() })
  expect(await rejection(bare.call(status))).toMatchObject({
    message: 'The mock has no answer to status',
  })
})

it('delivers events to whom they concern, over a lost connection too', async () => {
  const transport = mockTransport()
  expect(isStreaming(transport)).toBe(true)
  const client = createRpcClient({ transport })
  const rounds = openEventStream(client, source, eventQuery('NewRound'))
  const keyed = openEventStream(client, source, eventQuery('NewRound').where('a.b', '=', 'x'))
  await Promise.all([rounds.ready, keyed.ready])
  transport.emit(round(1))
  transport.emit({ data: { type: 'tendermint/event/Vote', value: {} } })
  transport.emit(round(2, { 'tm.event': ['NewRound'], 'a.b': ['x'] }))
  expect(await rounds.next()).toMatchObject({
    value: { query: "tm.event = 'NewRound'", events: { 'tm.event': ['NewRound'] } },
  })
  expect(await rounds.next()).toMatchObject({ value: { data: { value: { height: '2' } } } })
  expect(await keyed.next()).toMatchObject({ value: { data: { value: { height: '2' } } } })
  transport.drop()
  const next = rounds.next()
  const timer = setInterval(() => transport.emit(round(3)), 5)
  expect(await next).toMatchObject({ value: { data: { value: { height: '3' } } } })
  clearInterval(timer)
  await client.close()
  expect(await rejection(rounds.next())).toMatchObject({ message: 'The transport is closed' })
})

it('reads the keys that are left out from the payload', async () => {
  const attributes = [{ key: 'key', value: 'name', index: true }]
  const result = { events: [{ type: 'app', attributes }] }
  const tx = {
    type: 'tendermint/event/Tx',
    value: { TxResult: { height: '4', tx: 'AQ==', result } },
  }
  const step = { type: 'tendermint/event/RoundState', value: { height: '7', round: 0, step: 's' } }
  const transport = mockTransport()
  const client = createRpcClient({ transport })
  const named = eventQuery('Tx').where('app.key', '=', 'name').where('tx.height', '=', 4)
  const byKey = openEventStream(client, source, named, { resume: 'none' })
  const more = eventQuery('Tx').where('more.key', '=', 'x')
  const byMore = openEventStream(client, source, more, { resume: 'none' })
  const steps = openEventStream(client, source, eventQuery('NewRoundStep'), { resume: 'none' })
  await Promise.all([byKey.ready, byMore.ready, steps.ready])
  transport.emit({ data: tx })
  transport.emit({ data: tx, events: { 'more.key': ['x'] } })
  transport.emit({ data: step })
  transport.emit({ data: { type: 'tendermint/event/Tx', value: { TxResult: { tx: '?' } } } })
  const keys = {
    'tm.event': ['Tx'],
    'tx.hash': ['4BF5122F344554C53BDE2EBB8CD2B7E3D1600AD631C385A5D7CCE23C7785459A'],
    'tx.height': ['4'],
    'app.key': ['name'],
  }
  expect(await byKey.next()).toMatchObject({ value: { events: keys } })
  expect(await byMore.next()).toMatchObject({ value: { events: { ...keys, 'more.key': ['x'] } } })
  expect(await steps.next()).toMatchObject({ value: { data: step } })
  await client.close()
})

it('can validate results', async () => {
  const transport = mockTransport({ examples: { status: 5 } })
  const check = ({ name }: { name: string }, result: unknown) => {
    throw new TypeError(`${name} is ${result}`)
  }
  const client = createRpcClient({ transport, check })
  expect(await rejection(client.call(status))).toMatchObject({ message: 'status is 5' })
})
