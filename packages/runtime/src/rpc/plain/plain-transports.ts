/*
 * The transports for any JSON-RPC server without a dialect. Those for CometBFT have the same names, in
 * `comet/transports.ts`; `http` and `uri` are the same for both.
 */
import type { SocketDialect } from '../dialect.js'
import { createFallback, type Fallback, type FallbackOptions } from '../fallback/fallback.js'
import { createMockTransport, type MockOptions, type MockTransport } from '../mock-transport.js'
import { createWebSocketTransport, type WebSocketOptions } from '../socket/web-socket-transport.js'
import type { StreamingTransport, Transport } from '../transport.js'
import { streamPlainEvents } from './stream-plain-events.js'

/** Calls and subscriptions over one socket. */
export function webSocket(url: string, options: WebSocketOptions = {}): StreamingTransport {
  return createWebSocketTransport(plainDialect(), url, options)
}

/**
 * Several endpoints as one, in order of preference. It stays with an endpoint while calls to it
 * succeed. After a failure, a safe call goes to the next endpoint; any other call is sent to one only.
 */
export function fallback<const Endpoints extends readonly Transport[]>(
  transports: Endpoints,
  options: FallbackOptions = {},
): Fallback<Endpoints> {
  return createFallback(transports, options)
}

/** A transport without a server, whose subscriptions receive every event. */
export function mockTransport(options: MockOptions = {}): MockTransport {
  return createMockTransport(options, {
    streamEvents: streamPlainEvents,
    wants: (_, { events }) => events ?? {},
  })
}

/** A function, so that bundlers can drop it. */
function plainDialect(): SocketDialect {
  return {
    // Every server responds to it, even if only with `method not found`.
    ping: 'rpc.discover',
    subscriptionsPerConnection: Number.POSITIVE_INFINITY,
    normaliseQuery: (query) => query,
    subscriptionLimit: () => undefined,
    isDuplicate: () => false,
    streamEvents: streamPlainEvents,
  }
}
