import type {
  EventSource,
  RpcMethod,
  RpcParam,
} from '../../../../packages/runtime/src/rpc/comet/index.js'

/** The part of a document that the tests call: as a generated package has it. */
function method(
  name: string,
  params: RpcParam[] = [],
  more: Partial<RpcMethod> = {},
): RpcMethod<object, never> {
  return { name, safe: true, params, ...more } as RpcMethod<object, never>
}

const height: RpcParam = { name: 'height', kind: 'integer' }
const tx: RpcParam = { name: 'tx', kind: 'bytes', required: true }
const query: RpcParam = { name: 'query', kind: 'text', required: true }
const stream: Partial<RpcMethod> = { safe: false, transports: ['websocket'] }

export const status = method('status')
export const block = method('block', [height])
export const header = method('header', [height])
export const txByHash = method('tx', [
  { name: 'hash', kind: 'bytes', required: true },
  { name: 'prove', kind: 'json' },
])
export const abciQuery = method('abci_query', [
  { name: 'path', kind: 'text' },
  { name: 'data', kind: 'hex' },
])
export const validators = method('validators', [
  height,
  { name: 'page', kind: 'integer' },
  { name: 'per_page', kind: 'integer' },
])
export const broadcast = method('broadcast_tx_sync', [tx], { safe: false })
export const subscribe = method('subscribe', [query], stream)
export const unsubscribe = method('unsubscribe', [query], stream)

export const source: EventSource = {
  subscribe,
  unsubscribe,
  query: 'query',
  key: 'tm.event',
  kinds: {
    NewBlock: 'backfill',
    NewBlockHeader: 'backfill',
    NewBlockEvents: 'backfill',
    Tx: 'backfill',
    NewRound: 'reconnect',
  },
}
