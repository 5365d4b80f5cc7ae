import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import {
  type StreamingTransport,
  type WebSocketOptions,
  webSocket,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { broadcast, status, subscribe, unsubscribe } from '../document.fixture.js'
import type { ScriptedNode } from '../node.fixture.js'

const reconnect = { baseMs: 5, maxMs: 20 }

export function connect(
  node: Pick<ScriptedNode, 'wsUrl'>,
  options: WebSocketOptions = {},
): StreamingTransport {
  const transport = webSocket(node.wsUrl, { WebSocket, reconnect, ...options })
  onTestFinished(() => transport.close())
  return transport
}

export const ask = (transport: StreamingTransport) => transport.call({ method: status, params: {} })
export const send = (transport: StreamingTransport) =>
  transport.call({ method: broadcast, params: { tx: '0x01' } })

export function listen(transport: StreamingTransport, query: string) {
  const seen: unknown[] = []
  const ends: unknown[] = []
  const request = { method: subscribe, unsubscribe, params: { query }, query }
  const observer = { next: (event: unknown) => seen.push(event), end: (e: unknown) => ends.push(e) }
  return { seen, ends, live: transport.subscribe(request, observer) }
}
