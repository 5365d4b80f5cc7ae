import {
  createNodeRpcClient,
  type EventDataNewBlock,
  type EventDataTx,
  type EventNotification,
  eventQuery,
  fallback,
  http,
  type NodeRpcLiveClient,
  type ResultBlock,
  type ResultStatus,
  type Transport,
  uri,
  webSocket,
} from '@tagwire/node-rpc'
import { expectTypeOf } from 'vitest'

// Options as the contract has them; results are the records of the document.

const node = createNodeRpcClient({ transport: http('http://a', { batch: true }) })
http('http://a', { batch: { size: 5, waitMs: 3 }, timeoutMs: 1, headers: { a: 'b' }, fetch })
http('http://a', { retry: false })
uri('http://a', { retry: { attempts: 5 } })
expectTypeOf(node.status()).toEqualTypeOf<Promise<ResultStatus>>()
expectTypeOf(node.block({ height: 5n })).toEqualTypeOf<Promise<ResultBlock>>()
node.block({ height: 5 })
node.block({ height: '5' })
node.block()
node.block({}, { signal: new AbortController().signal, timeoutMs: 5 })
node.blockByHash({ hash: new Uint8Array() })
node.blockByHash({ hash: '0xff' })

// Only what lasts can subscribe; the payload follows from the query.

const live = createNodeRpcClient({
  transport: webSocket('ws://a', { reconnect: { attempts: 3 }, keepAliveMs: 5, timeoutMs: 5 }),
})
expectTypeOf(live).toEqualTypeOf<NodeRpcLiveClient>()
const blocks = live.subscribe(eventQuery('NewBlock'), {
  resume: 'backfill',
  from: 5n,
  buffer: { size: 10, policy: 'drop-oldest' },
  onGap: ({ from, to }) => {
    expectTypeOf(from).toEqualTypeOf<number>()
    expectTypeOf(to).toEqualTypeOf<number>()
  },
})
for await (const event of blocks) expectTypeOf(event.data).toEqualTypeOf<EventDataNewBlock>()
for await (const event of live.subscribe(eventQuery('Tx').where('app.key', '=', 'name'))) {
  expectTypeOf(event.data).toEqualTypeOf<EventDataTx>()
  expectTypeOf(event.data.value.TxResult.tx).toEqualTypeOf<string | undefined>()
}
for await (const event of live.subscribe("tm.event = 'Tx'")) {
  expectTypeOf(event.data).toExtend<EventNotification['data']>()
}
await using closing = blocks
expectTypeOf(closing.return).toBeFunction()

// A fallback streams when one of its endpoints does; anybody can write a transport.

expectTypeOf(
  createNodeRpcClient({ transport: fallback([http('http://a'), webSocket('ws://a')]) }),
).toEqualTypeOf<NodeRpcLiveClient>()
const own: Transport = { kind: 'own', call: async () => ({}), close() {} }
createNodeRpcClient({ transport: own })
