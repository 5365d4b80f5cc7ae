import {
  attempt,
  connectNodeRpc,
  http,
  type Middleware,
  methods,
  type NodeRpcClient,
  type ResultBlock,
  type RpcError,
  type RpcReason,
} from '@tagwire/node-rpc'
import { expectTypeOf } from 'vitest'

declare const node: NodeRpcClient

export async function attempts(): Promise<void> {
  const tried = await node.attempt.block({ height: 5n }, { headers: { a: 'b' }, retry: false })
  if (tried.described) {
    expectTypeOf(tried.error).toExtend<RpcError>()
    expectTypeOf(tried.error.reason).toExtend<RpcReason>()
  } else if (!tried.error) expectTypeOf(tried.data).toEqualTypeOf<ResultBlock>()
  const api = connectNodeRpc({ transport: http('http://a') })
  const { data } = await attempt(api, methods.block, { height: 5n })
  expectTypeOf(data).toEqualTypeOf<ResultBlock | undefined>()
  // @ts-expect-error: the hash is needed
  await node.attempt.blockByHash()
}

export const log: Middleware = {
  name: 'log',
  call({ operation }, next) {
    if (operation.id === 'broadcast_tx_sync') expectTypeOf(operation.path).toEqualTypeOf<''>()
    // @ts-expect-error: no such method
    if (operation.id === 'broadcast') return next()
    return next()
  },
}
