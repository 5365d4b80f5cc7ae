import { createFallback, type Fallback, type FallbackOptions } from '../fallback/fallback.js'
import { createMockTransport, type MockOptions, type MockTransport } from '../mock-transport.js'
import { createWebSocketTransport, type WebSocketOptions } from '../socket/web-socket-transport.js'
import type { StreamingTransport, Transport } from '../transport.js'
import { askState, comet, lacks } from './dialect.js'
import { mockEventKeys } from './mock-event-keys.js'
import { matchesQuery } from './query/match.js'
import { tryParseQuery } from './query/parse.js'
import { streamChainEvents } from './stream-chain-events.js'

/** Calls and subscriptions over one socket (more if the node's subscription limit requires it). */
export function webSocket(url: string, options: WebSocketOptions = {}): StreamingTransport {
  return createWebSocketTransport(comet, url, options)
}

/**
 * Several nodes as one, in order of preference. It stays with a node while that is healthy: close to the
 * highest block, not catching up, fast to respond. After a failure, a safe call goes to the next node; any
 * other call is sent to one node only. Nodes of another chain than `chainId`, or than the first that was
 * reached, are never used.
 */
export function fallback<const Endpoints extends readonly Transport[]>(
  transports: Endpoints,
  options: FallbackOptions = {},
): Fallback<Endpoints> {
  return createFallback(transports, options, askState, lacks)
}

/** A transport without a node. */
export function mockTransport(options: MockOptions = {}): MockTransport {
  return createMockTransport(options, {
    streamEvents: streamChainEvents,
    wants(query, { data, events: given }) {
      const conditions = tryParseQuery(query)
      const events = { ...mockEventKeys(data, conditions), ...given }
      return !conditions || matchesQuery(conditions, events) ? events : undefined
    },
  })
}
