import type { HistoryMethods } from '../follow-types.js'
import { at, count, items, rewriteAt, text } from './json.js'
import {
  eventKeys,
  finalized,
  type Notification,
  nullEvents,
  txHash,
  withoutZeros,
} from './shapes.js'

export type Payload = Pick<Notification, 'data' | 'events'>

/** How one kind of event is fetched, and how the delivered one is written in the same way. */
export interface BackfillKind {
  /** The calls that know its events. */
  readonly calls: readonly (keyof HistoryMethods)[]
  /** The events of one height in order; `undefined` when the node does not have the height (yet). */
  read(height: string, ...answers: unknown[]): readonly Payload[] | undefined
  /** Where in a notification the ways to write `nothing` differ, and the one that is chosen. */
  readonly path: readonly string[]
  write(member: unknown, name: string): unknown
  /** Whether heights without transactions have no such event; the others have exactly one. */
  readonly onlyWithTxs?: boolean
}

export const backfillKinds: Readonly<Record<string, BackfillKind>> = {
  NewBlock: {
    calls: ['block', 'blockResults'],
    read(_, found, results) {
      const block = at(found, 'block')
      if (!block || !results) return undefined
      const events = at(results, 'finalize_block_events')
      const result_finalize_block = {
        events,
        tx_results: at(results, 'txs_results'),
        validator_updates: at(results, 'validator_updates'),
        consensus_param_updates: at(results, 'consensus_param_updates'),
        app_hash: at(results, 'app_hash'),
      }
      const value = { block, block_id: at(found, 'block_id'), result_finalize_block }
      return [payload('NewBlock', value, events)]
    },
    path: ['data', 'value', 'result_finalize_block'],
    write: finalized,
  },

  NewBlockHeader: {
    calls: ['header'],
    read(_, found) {
      const header = at(found, 'header')
      return header ? [payload('NewBlockHeader', { header })] : undefined
    },
    path: ['data', 'value'],
    write: (member) => member,
  },

  NewBlockEvents: {
    calls: ['blockResults'],
    read(height, results) {
      if (!results) return undefined
      const events = at(results, 'finalize_block_events')
      const num_txs = String(items(at(results, 'txs_results')).length)
      return [payload('NewBlockEvents', { height, events, num_txs }, events)]
    },
    path: ['data', 'value'],
    write: nullEvents,
  },

  Tx: {
    calls: ['block', 'blockResults'],
    read(height, found, results) {
      const block = at(found, 'block')
      const txs = items(at(block, 'data', 'txs'))
      const outcomes = items(at(results, 'txs_results'))
      if (!block || !results || outcomes.length !== txs.length) return undefined
      return txs.map((tx, index) => {
        const result = outcomes[index]
        const own = { 'tx.hash': txHash(text(tx)), 'tx.height': height }
        const value = { TxResult: { height, index, tx, result } }
        return payload('Tx', value, at(result, 'events'), own)
      })
    },
    path: ['data', 'value', 'TxResult'],
    write: withoutZeros,
    onlyWithTxs: true,
  },
}

function payload(
  kind: string,
  value: unknown,
  events?: unknown,
  own?: Record<string, string>,
): Payload {
  return {
    data: { type: `tendermint/event/${kind}`, value },
    events: eventKeys({ 'tm.event': kind, ...own }, events),
  }
}

/** A notification in the shape that it has from either source. */
export function written(notification: unknown, { path, write }: BackfillKind): unknown {
  return rewriteAt(notification, path, write)
}

/** The heights of a `blockchain` answer that have no transactions. */
export function emptyHeights(answer: unknown): ReadonlySet<number> {
  const empty = items(at(answer, 'block_metas')).filter((meta) => at(meta, 'num_txs') === '0')
  return new Set(empty.map((meta) => count(at(meta, 'header', 'height'))))
}
