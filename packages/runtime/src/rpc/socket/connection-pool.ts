import { backoffMs, type Ending, sleep, TransportError } from '../../core/index.js'
import type { TransportCalls } from '../calls/transport-calls.js'
import { openConnection } from './connection.js'
import type { Connection, ConnectionInit } from './connection-types.js'

export interface ReconnectOptions {
  /** How many connections may fail in a row before the transport gives up. @default Infinity */
  readonly attempts?: number | undefined
  /** The first pause is at most this long. @default 200 */
  readonly baseMs?: number | undefined
  /** @default 5000 */
  readonly maxMs?: number | undefined
}

/** The connections of one transport: one for calls, which is opened again after a loss, and others for subscriptions. */
export interface ConnectionPool {
  readonly connections: ReadonlySet<Connection>
  /** The open connection for calls. */
  readonly connection: Connection | undefined
  /** How often to try work whose connection is lost: not again if there will be no other. */
  mostTries(elsewhere: boolean | undefined): number
  /** Whether there will be no further connection. */
  isClosed(): boolean
  /** The connection for calls, which the first caller opens. */
  mainConnection(): Connection | Promise<Connection>
  /** Opens another connection. */
  openAnother(): Promise<Connection>
  close(): void
}

/** The number of attempts to reach a node that was never reached, or that others can replace. */
const firstTries = 3

/** `init` is what a new connection needs; it throws where there are no sockets. */
export function createConnectionPool(
  init: () => Omit<ConnectionInit, 'opened' | 'ended'>,
  reconnect: boolean | ReconnectOptions,
  calls: TransportCalls<Ending>,
): ConnectionPool {
  const options: ReconnectOptions = typeof reconnect === 'object' ? reconnect : {}
  const { attempts = Number.POSITIVE_INFINITY, baseMs = 200, maxMs = 5000 } = options
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
        ...init(),
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

  const isClosed = (): boolean => calls.closed || finalError !== undefined

  return {
    connections,
    get connection() {
      return current
    },
    mostTries(elsewhere) {
      if (!reconnect || isClosed()) return 1
      return elsewhere || !everOpened ? firstTries : Number.POSITIVE_INFINITY
    },
    isClosed,
    mainConnection,
    openAnother: () => dial(false),
    close() {
      calls.close()
      finalError ??= new TransportError('The transport is closed')
      closing.abort(finalError)
      for (const connection of [...connections]) connection.end(finalError, true)
    },
  }
}
