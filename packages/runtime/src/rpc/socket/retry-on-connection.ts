import { isTransportError, race } from '../../core/index.js'
import type { ConnectionPool } from './connection-pool.js'
import type { Connection, WorkOptions } from './connection-types.js'

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
      if (!mayRepeat(error, workOptions) || attempt >= pool.mostTries(elsewhere)) throw error
      note.failure = error
    }
  }
}

/** Whether work on a connection that was lost may be done on another one. */
function mayRepeat(error: unknown, { harmless, signal }: WorkOptions): boolean {
  if (signal.aborted || !isTransportError(error)) return false
  return error.fault === 'network' && (harmless || error.sent === false)
}
