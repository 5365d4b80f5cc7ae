import {
  callerKey,
  checkOptions,
  headerPairs,
  type OptionForms,
  serverUrl,
} from '../../core/index.js'
import { addressOf, redactorOf } from '../address.js'
import { callAndCallAll } from '../calls/call-and-call-all.js'
import { createTransportCalls } from '../calls/transport-calls.js'
import type { SocketDialect } from '../dialect.js'
import { mostBytes } from '../limits.js'
import {
  type CallOutcome,
  type LiveSubscription,
  type StreamingTransport,
  sendAttempt,
} from '../transport.js'
import { createConnectionPool, type ReconnectOptions } from './connection-pool.js'
import { plainSignal } from './plain-signal.js'
import { type SocketConstructor, socketConstructor } from './platform-socket.js'
import { createQueryChannels } from './query-channels.js'
import { retryOnConnection } from './retry-on-connection.js'

export interface WebSocketOptions {
  /** Whether to reconnect after a lost connection. @default true */
  readonly reconnect?: boolean | ReconnectOptions | undefined
  /** The silence after which a cheap call is made; 0 for never. @default 15000 */
  readonly keepAliveMs?: number | undefined
  /**
   * The longest message that is read. The package `ws` counts bytes and stops receiving there; other sockets receive
   * messages whole, and their characters are counted. @default 67108864
   */
  readonly maxBodyBytes?: number | undefined
  /** The timeout of one call, from connecting to decoding. @default 15000 */
  readonly timeoutMs?: number | undefined
  /**
   * How many subscriptions per connection the server allows; further ones open another connection.
   */
  readonly subscriptionsPerConnection?: number | undefined
  /** Sent with the handshake, which browsers and Workers do not support. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For platforms without a global `WebSocket`, such as Node 20: the one of the package `ws`. */
  readonly WebSocket?: SocketConstructor | undefined
}

const forms: OptionForms = {
  'number > 0': 'timeoutMs',
  'number >= 0': 'keepAliveMs maxBodyBytes reconnect.attempts reconnect.baseMs reconnect.maxMs',
  'number >= 1': 'subscriptionsPerConnection',
  'object | boolean': 'reconnect',
  object: 'headers',
  function: 'WebSocket',
}

const longestOpeningMs = 15_000

/** Calls and subscriptions over one socket (more if the server limits subscriptions). */
export function createWebSocketTransport(
  dialect: SocketDialect,
  url: string,
  options: WebSocketOptions,
): StreamingTransport {
  checkOptions(options, forms)
  const { timeoutMs = 15_000, keepAliveMs = 15_000, reconnect = true } = options
  const limit = options.subscriptionsPerConnection ?? dialect.subscriptionsPerConnection
  const headers = options.headers && headerPairs(options.headers)
  const redact = redactorOf(url, headers)
  const address = addressOf(url, ['ws:', 'wss:'])
  const calls = createTransportCalls('websocket', timeoutMs, address, redact, plainSignal)
  const pool = createConnectionPool(
    () => ({
      url,
      ping: dialect.ping,
      headers,
      WebSocket: socketConstructor(options.WebSocket),
      keepAliveMs,
      maxBodyBytes: options.maxBodyBytes ?? mostBytes,
      openMs: Math.min(timeoutMs, longestOpeningMs),
      answerMs: Math.min(timeoutMs, Math.max(keepAliveMs, 500)),
    }),
    reconnect,
    calls,
  )
  const channels = createQueryChannels({ dialect, limit, calls, pool })

  return {
    kind: 'websocket',
    address,
    [serverUrl]: () => url,
    [callerKey]: () => headers,
    timeoutMs,
    attempts: true,
    streamEvents: dialect.streamEvents,
    redact,
    get connection() {
      return pool.connection
    },
    get closed() {
      return pool.isClosed()
    },
    ...callAndCallAll((requests, options, read) => {
      const [{ method }] = requests
      return calls.run(method, options, async (signal, note) => {
        for (const name of ['headers', 'init'] as const) {
          if (options?.[name])
            throw new TypeError(`${name} of a call needs http or uri, not websocket`)
        }
        // Calls that were answered before a connection was lost are not repeated.
        const outcomes: CallOutcome[] = []
        const workOptions = { harmless: method.safe, elsewhere: options?.elsewhere, signal, note }
        return read(
          await retryOnConnection(pool, workOptions, (main) =>
            sendAttempt(note, requests, (all) =>
              main.callAll(all, signal, all.length > 1 ? outcomes : []),
            ),
          ),
        )
      })
    }),
    subscribe(request, observer, options) {
      return calls.run(request.method, options, (signal, note) => {
        const join = (): Promise<LiveSubscription> =>
          channels.join(request, observer, signal, options?.elsewhere)
        return note.around?.subscribe?.(request, address, join) ?? join()
      })
    },
    close: pool.close,
  }
}
