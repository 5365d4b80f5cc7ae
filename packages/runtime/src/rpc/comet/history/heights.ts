/*
 * Reads past heights. Blocks and their results are read, not the transaction index: the index is
 * filled later than the block, may be switched off, and searches by other rules than subscriptions
 * do (facts of the node, section 4.5). The query is evaluated here instead.
 */
import { backoffMs, isTimeoutError, isTransportError, race, sleep } from '../../../core/index.js'
import { GapError, isRpcError } from '../../errors.js'
import type { RpcMethod } from '../../method.js'
import type { Cursor } from '../../subscribe/follow-types.js'
import type { PassedOptions, Transport } from '../../transport.js'
import { blockMetas, heightsOf, page, pastMethods } from '../node-calls.js'
import { behind, withCursor } from '../position.js'
import { type Condition, matchesQuery } from '../query/index.js'
import type { BackfillKind } from './kinds.js'
import { written } from './kinds.js'
import { ordered } from './ordered.js'

/** An event of the past, and where it stands. */
export interface PastEvent {
  readonly position: Cursor
  readonly notification: unknown
}

/** Everything that was asked for of one height. */
export interface PastHeight<Content> {
  readonly height: number
  readonly content: Content
}

/** How to read. */
export interface ReadPlan {
  readonly call: Transport['call']
  readonly signal: AbortSignal
  /** Requests at the same time. */
  readonly concurrency: number
  /** Calls in one request, where the transport can put several in one. */
  readonly batch: number
  /** Whether to retry after a network failure; otherwise the reader retries by itself. */
  readonly persistent?: boolean
}

/** What to read of each height. */
export interface HeightReader<Content> {
  readonly methods: ReadonlyMap<string, RpcMethod>
  /** Heights without transactions have nothing of it. */
  readonly onlyWithTxs: boolean
  readonly empty: Content
  /** `undefined` when the node does not have the height (yet). */
  read(height: number, answers: ReadonlyMap<string, unknown>): Content | undefined
}

/** A height may be stored a moment before its results are. */
const patience = { attempts: 8, baseMs: 100, maxMs: 1000 }

/** The events of some kinds that fit a query. */
export function eventReader(
  kinds: readonly BackfillKind[],
  query: string | undefined,
  conditions: readonly Condition[],
): HeightReader<readonly PastEvent[]> {
  return {
    methods: new Map(kinds.flatMap(({ calls }) => calls.map((name) => [name, pastMethods[name]]))),
    onlyWithTxs: kinds.every((kind) => kind.onlyWithTxs),
    empty: [],
    read(height, answers) {
      const events: PastEvent[] = []
      let index = 0
      for (const kind of kinds) {
        const found = kind.read(String(height), ...kind.calls.map((name) => answers.get(name)))
        if (!found) return undefined
        for (const payload of found) {
          const position = { height, index: index++ }
          if (!matchesQuery(conditions, payload.events)) continue
          const event = written({ query: query ?? kind.query, ...payload }, kind)
          events.push({ position, notification: withCursor(event, behind(position)) })
        }
      }
      return events
    },
  }
}

/** All heights between two, both included, in order. */
export async function* readHeights<Content>(
  plan: ReadPlan,
  reader: HeightReader<Content>,
  from: number,
  to: number,
): AsyncGenerator<PastHeight<Content>, undefined> {
  const { batch, signal } = plan
  const calls = reader.methods.size
  const perRequest = Math.max(1, Math.floor(batch / calls))
  // Without batches, the calls of one height are as many requests.
  const requestsEach = Math.ceil((perRequest * calls) / batch)
  const concurrency = Math.max(1, Math.floor(plan.concurrency / requestsEach))
  const requests = reader.onlyWithTxs
    ? requestsWithTxs(plan, from, to, perRequest)
    : requestsForAll(from, to, perRequest)
  const load = ({ heights, full }: HeightsRequest): Promise<PastHeight<Content>[]> =>
    Promise.all(
      heights.map(async (height) => {
        const wanted = !full || full.has(height)
        return { height, content: wanted ? await readHeight(plan, reader, height) : reader.empty }
      }),
    )
  for await (const loaded of ordered(requests, load, concurrency, signal)) yield* loaded
}

/** Heights that are read together; of them only the `full` ones need to be asked for. */
interface HeightsRequest {
  readonly heights: readonly number[]
  readonly full?: ReadonlySet<number>
}

async function* requestsForAll(
  from: number,
  to: number,
  perRequest: number,
): AsyncGenerator<HeightsRequest, undefined> {
  for (let start = from; start <= to; start += perRequest) {
    yield { heights: heightsBetween(start, Math.min(to, start + perRequest - 1)) }
  }
}

/** Asks beforehand which heights have transactions, several pages ahead. */
async function* requestsWithTxs(
  plan: ReadPlan,
  from: number,
  to: number,
  perRequest: number,
): AsyncGenerator<HeightsRequest, undefined> {
  const { call, signal, concurrency } = plan
  const pages = requestsForAll(from, to, page)
  const load = async ({ heights }: HeightsRequest) => {
    const [first = from, last = first] = [heights[0], heights.at(-1)]
    return { heights, metas: await blockMetas(call, first, last, signal) }
  }
  const pagesAhead = Math.max(1, Math.ceil(concurrency / page))
  for await (const { heights, metas } of ordered(pages, load, pagesAhead, signal)) {
    let group: number[] = []
    let full = new Set<number>()
    for (const height of heights) {
      group.push(height)
      if (metas.get(height)?.txs !== 0) full.add(height)
      if (full.size < perRequest && height !== heights.at(-1)) continue
      yield { heights: group, full }
      group = []
      full = new Set()
    }
  }
}

function heightsBetween(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

async function readHeight<Content>(
  { call, signal, batch, persistent }: ReadPlan,
  { methods, read }: HeightReader<Content>,
  height: number,
): Promise<Content> {
  const options: PassedOptions = { signal, batch }
  const ask = async ([name, method]: readonly [string, RpcMethod]): Promise<[string, unknown]> => [
    name,
    await call({ method, params: { height } }, options),
  ]
  for (let attempt = 0; ; attempt++) {
    let refusal: unknown
    try {
      const found = read(height, new Map(await Promise.all([...methods].map(ask))))
      if (found) return found
    } catch (error) {
      if (!isRpcError(error)) {
        if (!persistent || attempt === patience.attempts || !passes(error)) throw error
        await sleep(backoffMs(attempt, patience), signal)
        continue
      }
      refusal = error
    }
    const { earliest } = await race(heightsOf(call, { signal }), signal)
    if (earliest > height) throw new GapError({ from: height, to: earliest - 1 }, refusal)
    if (attempt === patience.attempts) throw new GapError({ from: height, to: height }, refusal)
    await sleep(backoffMs(attempt, patience), signal)
  }
}

/** Whether only the way to the node failed. */
function passes(error: unknown): boolean {
  return isTimeoutError(error) || (isTransportError(error) && error.fault === 'network')
}
