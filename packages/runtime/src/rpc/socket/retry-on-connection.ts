import { isTransportError, race } from '../../core/index.js'
import type { ConnectionPool } from './connection-pool.js'
import type { Connection, WorkOptions } from './connection-types.js'

/** The number of attempts to reach a node that was never reached, or that others can replace. */
const firstTries = 3

/** Runs work with the connection for calls, and again with the next one if that is lost. */
export async function retryOnConnection<T>(
  pool: ConnectionPool,
  workOptions: WorkOptions,
  work: (main: Connection) => Promise<T>,
): Promise<T> {
  const { elsewhere, signal, note } = workOptions
  for (let attempt = 1; ; attempt++) {
    try {
      // An `await` costs more than the rest of a call.
      const main = pool.mainConnection()
      return await work(main instanceof Promise ? await race(main, signal) : main)
    } catch (error) {
      const isLast = (elsewhere || !pool.everOpened) && attempt >= firstTries
      if (!mayRepeat(error, workOptions) || isLast || !pool.reconnects || pool.isClosed())
        throw error
      note.failure = error
    }
  }
}

/** Whether work on a connection that was lost may be done on another one. */
function mayRepeat(error: unknown, { harmless, signal }: WorkOptions): boolean {
  if (signal.aborted || !isTransportError(error)) return false
  return error.fault === 'network' && (harmless || error.sent === false)
}
