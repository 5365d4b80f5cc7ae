/*
 * Fetches events of past heights. Blocks and their results are read, not the transaction index:
 * the index is filled later than the block, may be switched off, and searches by other rules than
 * subscriptions do (facts of the node, section 4.5). The query is evaluated here instead.
 */
import { backoffMs, race, sleep } from '../../core/index.js'
import { GapError, isRpcError } from '../errors.js'
import type { HistoryMethods } from '../follow-types.js'
import { matchesQuery } from '../query/match.js'
import type { Condition } from '../query/parse.js'
import type { Transport } from '../transport.js'
import { at, count } from './json.js'
import { type BackfillKind, backfillKinds, emptyHeights, written } from './kinds.js'
import { isAfter, type Position, positionOf } from './position.js'

export interface Past {
  readonly position: Position
  readonly notification: unknown
}

/** What to fetch, and from where. */
export interface HistoryPlan {
  readonly call: Transport['call']
  readonly methods: HistoryMethods
  readonly kind: string
  readonly query: string
  readonly conditions: readonly Condition[]
  readonly signal: AbortSignal
}

/** Heights that are fetched at the same time. */
const ahead = 4
/** Heights that one `blockchain` call covers. */
const page = 20
/** A height may be stored a moment before its results are. */
const patience = { attempts: 8, baseMs: 100, maxMs: 1000 }

/** The heights a node has, and of which chain. */
export async function heightsOf(
  call: Transport['call'],
  methods: HistoryMethods,
  signal: AbortSignal,
): Promise<{ earliest: number; latest: number; chain: unknown }> {
  const status = await race(call({ method: methods.status, params: {} }), signal)
  const info = at(status, 'sync_info')
  return {
    earliest: count(at(info, 'earliest_block_height')),
    latest: count(at(info, 'latest_block_height')),
    chain: at(status, 'node_info', 'network'),
  }
}

/** All events after `since` up to and with height `to`, in order. */
export async function* readHistory(
  plan: HistoryPlan,
  since: Position,
  to: number,
): AsyncGenerator<Past, undefined> {
  const kind = backfillKinds[plan.kind]
  if (!kind) return undefined
  const first = Number.isFinite(since.index) && kind.onlyWithTxs ? since.height : since.height + 1
  const loads: Promise<readonly Past[]>[] = []
  const heights = wantedHeights(plan, kind, Math.max(first, 1), to)
  for (;;) {
    const height = loads.length < ahead ? (await heights.next()).value : undefined
    if (height !== undefined) {
      const load = readHeight(plan, kind, height)
      load.catch(() => {}) // heard of when its turn comes
      loads.push(load)
      if (loads.length < ahead) continue
    }
    const load = loads.shift()
    if (!load) return undefined
    for (const past of await race(load, plan.signal)) if (isAfter(past.position, since)) yield past
  }
}

/** Every height, or those with transactions. */
async function* wantedHeights(
  { call, methods, signal }: HistoryPlan,
  kind: BackfillKind,
  from: number,
  to: number,
): AsyncGenerator<number, undefined> {
  for (let start = from; start <= to; start += page) {
    const end = Math.min(to, start + page - 1)
    let empty: ReadonlySet<number> = new Set()
    if (kind.onlyWithTxs) {
      const params = { minHeight: start, maxHeight: end }
      const answer = await race(call({ method: methods.blockchain, params }), signal).catch(gone)
      empty = emptyHeights(answer)
    }
    for (let height = start; height <= end; height++) if (!empty.has(height)) yield height
  }
  return undefined
}

/** A pruned window is an error of this call; reading the height tells which heights are gone. */
function gone(error: unknown): undefined {
  if (!isRpcError(error)) throw error
}

async function readHeight(
  plan: HistoryPlan,
  kind: BackfillKind,
  height: number,
): Promise<readonly Past[]> {
  const { call, methods, query, conditions, signal } = plan
  const answers = (): Promise<unknown[]> =>
    Promise.all(kind.calls.map((name) => call({ method: methods[name], params: { height } })))
  for (let attempt = 0; ; attempt++) {
    let refusal: unknown
    try {
      const found = kind.read(String(height), ...(await answers()))
      if (found) {
        return found
          .filter((payload) => matchesQuery(conditions, payload.events))
          .map((payload) => past(written({ query, ...payload }, kind), height))
      }
    } catch (error) {
      if (!isRpcError(error)) throw error
      refusal = error
    }
    const { earliest } = await heightsOf(call, methods, signal)
    if (earliest > height) throw new GapError({ from: height, to: earliest - 1 }, refusal)
    if (attempt === patience.attempts) throw new GapError({ from: height, to: height }, refusal)
    await sleep(backoffMs(attempt, patience), signal)
  }
}

function past(notification: unknown, height: number): Past {
  return { notification, position: positionOf(notification) ?? { height, index: 0 } }
}
