import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import {
  type Cursor,
  createRpcClient,
  type QueryInput,
  type SubscribeOptions,
  type Subscription,
  webSocket,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { openEventStream } from '../../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { source } from '../document.fixture.js'
import type { ScriptedNode } from '../node.fixture.js'

export interface Event {
  readonly query: string
  readonly data: { readonly type: string; readonly value: Record<string, unknown> }
  readonly events: Record<string, string[]>
  readonly cursor?: Cursor
}

export function connect(node: ScriptedNode, options = {}, release?: string) {
  const reconnect = { baseMs: 5, maxMs: 20 }
  const transport = webSocket(node.wsUrl, { WebSocket, reconnect, ...options })
  const rules = [['cancelled', 'subscription was canceled *']] as const
  const client = createRpcClient({ transport, release }, rules)
  onTestFinished(() => client.close())
  return (query: QueryInput, options?: SubscribeOptions) =>
    openEventStream(client, source, query, options) as Subscription<Event>
}

/** Collects events until the subscription ends. */
export function collect(subscription: Subscription<Event>) {
  const events: Event[] = []
  const result = { events, heights: () => events.map(heightOf), end: undefined as unknown }
  const run = async () => {
    try {
      for await (const event of subscription) events.push(event)
      result.end = 'done'
    } catch (error) {
      result.end = error
    }
  }
  void run()
  return result
}

export function heightOf({ data: { value } }: Event): number {
  const { block, header, TxResult, height } = value as {
    block?: { header: { height: string } }
    header?: { height: string }
    TxResult?: { height: string }
    height?: string
  }
  return Number(block?.header.height ?? header?.height ?? TxResult?.height ?? height)
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

export function cancel(node: ScriptedNode): void {
  const peer = node.peers.at(-1)
  const data =
    'subscription was canceled (reason: internal subscription event buffer is out of capacity)'
  for (const id of peer?.queries.values() ?? []) {
    peer?.send({ jsonrpc: '2.0', id, error: { code: -32000, message: 'Server error', data } })
  }
}
