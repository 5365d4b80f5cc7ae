import {
  backoffMs,
  callerKey,
  checkOptions,
  headerPairs,
  isTransportError,
  type OptionForms,
  race,
  serverUrl,
  sleep,
  TransportError,
} from '../../core/index.js'
import { addressOf, redactorOf } from '../address.js'
import { createCallScope } from '../calls.js'
import { encoded } from '../codec.js'
import type { SocketDialect } from '../dialect.js'
import { mostBytes } from '../statuses.js'
import { callsBy } from '../together.js'
import {
  type LiveSubscription,
  type Outcome,
  type StreamingTransport,
  sendAttempt,
} from '../transport.js'
import { type Channels, createChannels } from './channels.js'
import { openConnection } from './connection.js'
import type { Connection, OnConnection } from './connection-types.js'
import { plainSignal } from './plain-signal.js'
import { type SocketConstructor, socketConstructor } from './socket.js'

export interface ReconnectOptions {
  /** How many connections may fail in a row before the transport gives up. @default Infinity */
  readonly attempts?: number | undefined
  /** The first pause is at most this long. @default 200 */
  readonly baseMs?: number | undefined
  /** @default 5000 */
  readonly maxMs?: number | undefined
}

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

/** The number of attempts to reach a node that was never reached, or that others can replace. */
const firstTries = 3
const longestOpeningMs = 15_000

/** Calls and subscriptions over one socket (more if the server limits subscriptions). */
export function createWebSocket(
  dialect: SocketDialect,
  url: string,
  options: WebSocketOptions,
): StreamingTransport {
  checkOptions(options, forms)
  const { timeoutMs = 15_000, keepAliveMs = 15_000, reconnect = true } = options
  const {
    attempts = Number.POSITIVE_INFINITY,
    baseMs = 200,
    maxMs = 5000,
  } = typeof reconnect === 'object' ? reconnect : {}
  const limit = options.subscriptionsPerConnection ?? dialect.subscriptionsPerConnection
  const headers = options.headers && headerPairs(options.headers)
  const redact = redactorOf(url, headers)
  const address = addressOf(url, ['ws:', 'wss:'])
  const calls = createCallScope('websocket', timeoutMs, address, redact, plainSignal)
  const closing = new AbortController()
  const connections = new Set<Connection>()
  let main: Promise<Connection> | undefined
  /** The connection that `main` has resolved to, so that calls do not need to await it. */
  let current: Connection | undefined
  /** Consecutive connections that did not open, and that opened and broke before any message. */
  let unopened = 0
  let brokenEarly = 0
  let everOpened = false
  /** Why there will be no further connection. */
  let finalError: TransportError | undefined

  async function dial(forCalls: boolean): Promise<Connection> {
    const before = unopened + brokenEarly
    if (before > 0) await sleep(backoffMs(before - 1, { baseMs, maxMs }), closing.signal)
    if (finalError) throw finalError
    let opened = false
    return new Promise((resolve, reject) => {
      const connection: Connection = openConnection({
        url,
        ping: dialect.ping,
        headers,
        WebSocket: socketConstructor(options.WebSocket),
        keepAliveMs,
        maxBodyBytes: options.maxBodyBytes ?? mostBytes,
        openMs: Math.min(timeoutMs, longestOpeningMs),
        answerMs: Math.min(timeoutMs, Math.max(keepAliveMs, 500)),
        // Both synchronously, because in Workers promises of another request may never continue.
        opened() {
          if (forCalls) current = connection
          opened = everOpened = true
          unopened = 0
          resolve(connection)
        },
        ended(error) {
          connections.delete(connection)
          if (forCalls) main = current = undefined
          // Such as an idle connection: nothing that was sent is lost.
          const onPurpose = opened && error.sent === false
          if (connection.received) brokenEarly = Number(!onPurpose)
          else if (opened) brokenEarly++
          else unopened++
          const isLast = unopened + brokenEarly > attempts || (!reconnect && opened && !onPurpose)
          if (isLast) finalError = error
          reject(error)
        },
      })
      connections.add(connection)
    })
  }

  /** The connection for calls, which the first caller opens. */
  function mainConnection(): Connection | Promise<Connection> {
    if (current) return current
    if (main) return main
    const dialled = dial(true)
    main = dialled
    // Also if the platform refuses to create a socket, as Workers do outside of a request.
    dialled.catch(() => {
      if (main === dialled) main = undefined
    })
    return dialled
  }

  const onConnection: OnConnection = async (workOptions, work) => {
    const { harmless, elsewhere, signal, note } = workOptions
    for (let attempt = 1; ; attempt++) {
      try {
        // An `await` costs more than the rest of a call.
        const main = mainConnection()
        return await work(main instanceof Promise ? await race(main, signal) : main)
      } catch (error) {
        if (signal.aborted || !isTransportError(error) || finalError || calls.closed) throw error
        if (error.sent !== false && !harmless) throw error
        if (
          error.fault !== 'network' ||
          !reconnect ||
          ((elsewhere || !everOpened) && attempt >= firstTries)
        )
          throw error
        note.failure = error
      }
    }
  }

  const channels: Channels = createChannels({
    dialect,
    limit,
    calls,
    connections,
    another: () => dial(false),
    onConnection,
  })

  return {
    kind: 'websocket',
    address,
    [serverUrl]: () => url,
    [callerKey]: () => headers,
    timeoutMs,
    attempts: true,
    follow: dialect.follow,
    redact,
    get connection() {
      return current
    },
    get closed() {
      return calls.closed || finalError !== undefined
    },
    ...callsBy((requests, options, read) => {
      const [{ method }] = requests
      return calls.run(method, options, async (signal, note) => {
        for (const name of ['headers', 'init'] as const) {
          if (options?.[name])
            throw new TypeError(`${name} of a call needs http or uri, not websocket`)
        }
        // Calls that were answered before a connection was lost are not repeated.
        const outcomes: Outcome[] = []
        const workOptions = { harmless: method.safe, elsewhere: options?.elsewhere, signal, note }
        return read(
          await onConnection(workOptions, (main) =>
            sendAttempt(note, requests, (all) =>
              main.callAll(all.map(encoded), signal, all.length > 1 ? outcomes : []),
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
    close() {
      calls.close()
      finalError ??= new TransportError('The transport is closed')
      closing.abort(finalError)
      for (const connection of [...connections]) connection.end(finalError, true)
    },
  }
}
