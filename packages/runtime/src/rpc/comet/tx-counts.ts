import type { Transport } from '../transport.js'
import { blockMetas, page } from './node-calls.js'

/** The number of transactions per height. */
export interface TxCounts {
  /** The count of a height, if it is already known. */
  known(height: number): number | undefined
  /** The count of a height; requests those up to `to` in the same call. `undefined` if the node does not know. */
  ask(call: Transport['call'], height: number, to: number): Promise<number | undefined>
  forget(): void
}

export function createTxCounts(signal: AbortSignal): TxCounts {
  const counts = new Map<number, number>()
  const asked = new Map<number, Promise<void>>()

  async function load(call: Transport['call'], height: number, to: number): Promise<void> {
    const metas = await blockMetas(call, height, Math.min(to, height + page - 1), signal)
    for (const meta of metas.values()) counts.set(meta.height, meta.txs)
  }

  /** Forgets the counts of earlier heights. */
  function tidy(height: number): void {
    for (const map of [counts, asked]) {
      for (const old of map.keys()) if (old < height) map.delete(old)
    }
  }

  return {
    known: (height) => counts.get(height),
    async ask(call, height, to) {
      tidy(height)
      if (!counts.has(height)) {
        const loading = asked.get(height) ?? load(call, height, to)
        asked.set(height, loading)
        await loading.finally(() => asked.delete(height))
      }
      return counts.get(height)
    },
    forget() {
      counts.clear()
      asked.clear()
    },
  }
}
