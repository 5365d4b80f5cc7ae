import type { HistoryMethods } from '../follow-types.js'
import type { RpcMethod } from '../method.js'
import { at, count, items, text } from './json.js'
import {
  blockEvents,
  eventKeys,
  finalizeResult,
  type Notification,
  txHash,
  txResult,
} from './shapes.js'

/** Calls one method for one height. */
export type Ask = (method: RpcMethod, height: number) => Promise<unknown>

type Payload = Pick<Notification, 'data' | 'events'>

/** How one kind of event is fetched, and how the delivered one is written in the same way. */
export interface BackfillKind {
  /** The events of one height in order; `undefined` when the node does not have the height (yet). */
  read(ask: Ask, methods: HistoryMethods, height: number): Promise<readonly Payload[] | undefined>
  normalise(value: unknown): unknown
  /** Whether heights without transactions have no such event. */
  readonly onlyWithTxs?: boolean
}

export const backfillKinds: Readonly<Record<string, BackfillKind>> = {
  NewBlock: {
    async read(ask, methods, height) {
      const [found, results] = await Promise.all([
        ask(methods.block, height),
        ask(methods.blockResults, height),
      ])
      const block = at(found, 'block')
      if (!block || !results) return undefined
      const value = {
        block,
        block_id: at(found, 'block_id'),
        result_finalize_block: finalizeResult({
          events: at(results, 'finalize_block_events'),
          tx_results: at(results, 'txs_results'),
          validator_updates: at(results, 'validator_updates'),
          consensus_param_updates: at(results, 'consensus_param_updates'),
          app_hash: at(results, 'app_hash'),
        }),
      }
      return [payload('NewBlock', value, at(results, 'finalize_block_events'))]
    },
    normalise: (value) => replace(value, 'result_finalize_block', finalizeResult),
  },

  NewBlockHeader: {
    async read(ask, methods, height) {
      const header = at(await ask(methods.header, height), 'header')
      return header ? [payload('NewBlockHeader', { header })] : undefined
    },
    normalise: (value) => value,
  },

  NewBlockEvents: {
    async read(ask, methods, height) {
      const results = await ask(methods.blockResults, height)
      if (!results) return undefined
      const events = at(results, 'finalize_block_events')
      const num_txs = String(items(at(results, 'txs_results')).length)
      const value = blockEvents({ height: String(height), events, num_txs })
      return [payload('NewBlockEvents', value, events)]
    },
    normalise: blockEvents,
  },

  Tx: {
    async read(ask, methods, height) {
      const [found, results] = await Promise.all([
        ask(methods.block, height),
        ask(methods.blockResults, height),
      ])
      const block = at(found, 'block')
      if (!block || !results) return undefined
      const outcomes = items(at(results, 'txs_results'))
      const txs = items(at(block, 'data', 'txs'))
      if (outcomes.length !== txs.length) return undefined
      return txs.map((tx, index) => txPayload(height, index, text(tx), outcomes[index]))
    },
    normalise: (value) => replace(value, 'TxResult', txResult),
    onlyWithTxs: true,
  },
}

function txPayload(height: number, index: number, tx: string, result: unknown): Payload {
  const TxResult = txResult({ height: String(height), index, tx, result })
  const own = { 'tx.hash': txHash(tx), 'tx.height': String(height) }
  return payload('Tx', { TxResult }, at(result, 'events'), own)
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

function replace(value: unknown, name: string, change: (member: unknown) => unknown): unknown {
  const member = at(value, name)
  return typeof value === 'object' && member ? { ...value, [name]: change(member) } : value
}

/** The heights of a `blockchain` answer that have no transactions. */
export function emptyHeights(answer: unknown): ReadonlySet<number> {
  const empty = items(at(answer, 'block_metas')).filter((meta) => at(meta, 'num_txs') === '0')
  return new Set(empty.map((meta) => count(at(meta, 'header', 'height'))))
}
