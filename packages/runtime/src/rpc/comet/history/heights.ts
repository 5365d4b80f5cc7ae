/*
 * Reads past heights. Blocks and their results are read, not the transaction index: the index is
 * filled later than the block, may be switched off, and searches by other rules than subscriptions
 * do (facts of the node, section 4.5). The query is evaluated here instead.
 */
import { backoffMs } from '../../../core/index.js'
import { GapError } from '../../errors.js'
import type { RpcMethod } from '../../method.js'
import type { Cursor } from '../../subscribe/follow-types.js'
import type { RpcRequest } from '../../transport.js'
import { blockMetas, heightsOf, page, pastMethods } from '../node-calls.js'
import { behind, withCursor } from '../position.js'
import { type Condition, matchesQuery } from '../query/index.js'
import { ask, patience, type ReadPlan, rest } from './ask.js'
import type { BackfillKind } from './kinds.js'
import { written } from './kinds.js'
import { ordered, type Weigh } from './ordered.js'

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

/** What to read of each height. */
export interface HeightReader<Content> {
  readonly methods: readonly RpcMethod[]
  /** Heights without transactions have nothing of it. */
  readonly onlyWithTxs: boolean
  readonly empty: Content
  /** From the answers of the methods; `undefined` when the node does not have the height (yet). */
  read(height: number, answers: readonly unknown[]): Content | undefined
}

/** The events of some kinds that fit a query. */
export function eventReader(
  kinds: readonly BackfillKind[],
  query: string | undefined,
  conditions: readonly Condition[],
): HeightReader<readonly PastEvent[]> {
  const names = [...new Set(kinds.flatMap(({ calls }) => calls))]
  const placesOf = kinds.map(({ calls }) => calls.map((name) => names.indexOf(name)))
  return {
    methods: names.map((name) => pastMethods[name]),
    onlyWithTxs: kinds.every((kind) => kind.onlyWithTxs),
    empty: [],
    read(height, answers) {
      const events: PastEvent[] = []
      let index = 0
      for (const [at, kind] of kinds.entries()) {
        const own = placesOf[at]?.map((place) => answers[place]) ?? []
        const found = kind.read(String(height), ...own)
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

/** How long the answers may be together that wait to be taken, unless somebody says it. */
export const mostCharacters = 67_108_864

/** All heights between two, both included, in order. */
export async function* readHeights<Content>(
  plan: ReadPlan,
  reader: HeightReader<Content>,
  from: number,
  to: number,
): AsyncGenerator<PastHeight<Content>, undefined> {
  for await (const group of readGroups(plan, reader, from, to)) yield* group
}

/** The same; heights that came together are given together. */
export function readGroups<Content>(
  plan: ReadPlan,
  reader: HeightReader<Content>,
  from: number,
  to: number,
): AsyncGenerator<readonly PastHeight<Content>[], undefined> {
  const { batch, signal, characters } = plan
  const calls = reader.methods.length
  const perRequest = Math.max(1, Math.floor(batch / calls))
  // Without batches, the calls of one height are as many requests.
  const requestsEach = Math.ceil((perRequest * calls) / batch)
  const concurrency = Math.max(1, Math.floor(plan.concurrency / requestsEach))
  const requests = reader.onlyWithTxs
    ? requestsWithTxs(plan, from, to, perRequest)
    : requestsForAll(from, to, perRequest)
  const load = ({ heights, full }: HeightsRequest, weigh: Weigh): Promise<PastHeight<Content>[]> =>
    full ? readSome(plan, reader, heights, full, weigh) : readTogether(plan, reader, heights, weigh)
  return ordered(requests, load, { concurrency, characters }, signal)
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
  { transport, signal, concurrency }: ReadPlan,
  from: number,
  to: number,
  perRequest: number,
): AsyncGenerator<HeightsRequest, undefined> {
  const pages = requestsForAll(from, to, page)
  const load = async ({ heights }: HeightsRequest) => {
    const [first = from, last = first] = [heights[0], heights.at(-1)]
    return { heights, metas: await blockMetas(transport.call, first, last, signal) }
  }
  const pagesAhead = Math.max(1, Math.ceil(concurrency / page))
  const limits = { concurrency: pagesAhead, characters: Number.POSITIVE_INFINITY }
  for await (const { heights, metas } of ordered(pages, load, limits, signal)) {
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

async function readSome<Content>(
  plan: ReadPlan,
  reader: HeightReader<Content>,
  heights: readonly number[],
  wanted: ReadonlySet<number>,
  weigh: Weigh,
): Promise<PastHeight<Content>[]> {
  const found = await readTogether(plan, reader, [...wanted], weigh)
  const contents = new Map(found.map(({ height, content }) => [height, content]))
  return heights.map((height) => ({ height, content: contents.get(height) ?? reader.empty }))
}

async function readTogether<Content>(
  plan: ReadPlan,
  reader: HeightReader<Content>,
  heights: readonly number[],
  weigh: Weigh,
): Promise<PastHeight<Content>[]> {
  const { methods } = reader
  const outcomes = await ask(plan, requestsOf(reader, heights), weigh)
  const found: PastHeight<Content>[] = []
  for (const [index, height] of heights.entries()) {
    const own = outcomes.slice(index * methods.length, (index + 1) * methods.length)
    const content = reader.read(
      height,
      own.map(({ result }) => result),
    )
    // Whatever is wrong with one, the others are there.
    found.push({ height, content: content ?? (await readPatiently(plan, reader, height, weigh)) })
  }
  return found
}

function requestsOf(
  { methods }: HeightReader<unknown>,
  heights: readonly number[],
): readonly RpcRequest[] {
  return heights.flatMap((height) => methods.map((method) => ({ method, params: { height } })))
}

/** Waits for a height that is not there yet, and says so when it never comes. */
async function readPatiently<Content>(
  plan: ReadPlan,
  reader: HeightReader<Content>,
  height: number,
  weigh: Weigh,
): Promise<Content> {
  const { transport, signal } = plan
  for (let attempt = 0; ; attempt++) {
    // Alone, so that the error says where it came from.
    const outcomes = await ask({ ...plan, batch: 1 }, requestsOf(reader, [height]), weigh)
    const refusal = outcomes.find(({ error }) => error)?.error
    const answers = outcomes.map(({ result }) => result)
    const content = refusal ? undefined : reader.read(height, answers)
    if (content) return content
    const { earliest } = await heightsOf(transport.call, { signal })
    if (earliest > height) throw new GapError({ from: height, to: earliest - 1 }, refusal)
    if (attempt === patience.attempts) throw new GapError({ from: height, to: height }, refusal)
    await rest(backoffMs(attempt, patience), signal)
  }
}
