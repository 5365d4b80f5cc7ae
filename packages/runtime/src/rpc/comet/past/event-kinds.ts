import { at, items, text } from '../answer-parts.js'
import type { PastMethod } from '../node-calls.js'
import { txHash } from '../tx.js'
import { rewrite, rewriteAt } from './rewrite.js'
import {
  eventKeys,
  finalized,
  type Notification,
  nullEvents,
  withoutZeros,
} from './shared-shape.js'

export type Payload = Pick<Notification, 'data' | 'events'>

/**
 * How one kind of event is fetched, and how delivered events of it are brought into the same shape.
 */
export interface BackfillKind {
  /** The query for all of its events. */
  readonly query: string
  /** The calls that return its events. */
  readonly calls: readonly PastMethod[]
  /** The events of one height in order; `undefined` when the node does not have the height (yet). */
  read(height: string, ...answers: unknown[]): readonly Payload[] | undefined
  /** The path to the object in a notification that is written differently by subscriptions and by calls. */
  readonly path: readonly string[]
  /** Brings a member of that object into the common shape; `undefined` leaves it out. */
  write(member: unknown, name: string): unknown
  /** Whether heights without transactions have no such event; the others have exactly one. */
  readonly onlyWithTxs?: boolean
}

const backfillKinds: Readonly<Record<string, BackfillKind>> = {
  NewBlock: {
    query: "tm.event='NewBlock'",
    calls: ['block', 'blockResults'],
    read(_, found, results) {
      const block = at(found, 'block')
      if (!block || !hasResults(block, results)) return undefined
      if (at(results, 'begin_block_events') !== undefined) {
        return [begunAndEnded('NewBlock', { block }, results)]
      }
      const events = at(results, 'finalize_block_events')
      const result_finalize_block = {
        events,
        tx_results: at(results, 'txs_results'),
        ...updatesIn(results),
        app_hash: at(results, 'app_hash'),
      }
      const value = { block, block_id: at(found, 'block_id'), result_finalize_block }
      return [payload('NewBlock', value, events)]
    },
    path: ['data', 'value'],
    write: withResults,
  },

  NewBlockHeader: {
    query: "tm.event='NewBlockHeader'",
    calls: ['header'],
    read(_, found) {
      const header = at(found, 'header')
      return header ? [payload('NewBlockHeader', { header })] : undefined
    },
    path: ['data', 'value'],
    write: (member) => member,
  },

  NewBlockEvents: {
    query: "tm.event='NewBlockEvents'",
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
    query: "tm.event='Tx'",
    calls: ['block', 'blockResults'],
    read(height, found, results) {
      const block = at(found, 'block')
      if (!block || !hasResults(block, results)) return undefined
      const outcomes = items(at(results, 'txs_results'))
      return items(at(at(block, 'data'), 'txs')).map((tx, index) => {
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

/** Before 0.38, a header is delivered with the results of its block. */
const headerWithResults: BackfillKind = {
  query: "tm.event='NewBlockHeader'",
  calls: ['header', 'blockResults'],
  read(_, found, results) {
    const header = at(found, 'header')
    if (!header || !results) return undefined
    const num_txs = String(items(at(results, 'txs_results')).length)
    return [begunAndEnded('NewBlockHeader', { header, num_txs }, results)]
  },
  path: ['data', 'value'],
  write: withResults,
}

/** How to fetch events of a kind from nodes of a release; `undefined` if that is not possible. */
export function backfillKindOf(
  name: string | undefined,
  release?: string,
): BackfillKind | undefined {
  if (name === 'NewBlockHeader' && release === '0.37') return headerWithResults
  return name !== undefined && Object.hasOwn(backfillKinds, name) ? backfillKinds[name] : undefined
}

/** Whether each transaction of a block has a result. */
function hasResults(block: unknown, results: unknown): boolean {
  const { length } = items(at(at(block, 'data'), 'txs'))
  return results !== undefined && items(at(results, 'txs_results')).length === length
}

function updatesIn(results: unknown) {
  return {
    validator_updates: at(results, 'validator_updates'),
    consensus_param_updates: at(results, 'consensus_param_updates'),
  }
}

/** The payload of a block or a header as it was before 0.38, with two lists of events. */
function begunAndEnded(kind: string, value: object, results: unknown): Payload {
  const begun = at(results, 'begin_block_events')
  const ended = at(results, 'end_block_events')
  const result_begin_block = { events: begun }
  const result_end_block = { ...updatesIn(results), events: ended }
  const events = [...items(begun), ...items(ended)]
  return payload(kind, { ...value, result_begin_block, result_end_block }, events)
}

function withResults(member: unknown, name: string): unknown {
  return name.startsWith('result_') ? rewrite(member, finalized) : member
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

/** A notification in the shape that both sources share. */
export function inSharedShape(notification: unknown, { path, write }: BackfillKind): unknown {
  return rewriteAt(notification, path, write)
}
