/*
 * Reads past heights. Blocks and their results are read, not the transaction index: the index is
 * filled later than the block, may be switched off, and searches by other rules than subscriptions
 * do. The query is evaluated here instead.
 */
import { backoffMs, sleep, TransportError } from '../../../core/index.js'
import { GapError } from '../../errors.js'
import type { RpcMethod } from '../../method.js'
import type { Cursor } from '../../subscribe/subscription-types.js'
import type { CallOutcome, RpcRequest, Transport } from '../../transport.js'
import { at, count } from '../answer-parts.js'
import {
  type BlockMeta,
  blockMetas,
  heightsOf,
  type Link,
  linkIn,
  page,
  pastMethods,
} from '../node-calls.js'
import { type Condition, matchesQuery } from '../query/index.js'
import type { BackfillKind } from './event-kinds.js'
import { inSharedShape } from './event-kinds.js'
import { loadInOrder } from './load-in-order.js'

/** A past event and its position. */
export interface PastEvent {
  readonly position: Cursor
  readonly notification: unknown
}

/** Everything that was requested of one height. */
export interface PastHeight<Content> {
  readonly height: number
  readonly content: Content
  readonly link: Link | undefined
}

/** Makes calls of safe methods, at most `size` in one request; of several nodes, one that has what `hasAll` wants. */
export type AskNode = (
  requests: readonly RpcRequest[],
  hasAll?: (outcomes: readonly CallOutcome[]) => boolean,
  size?: number,
) => Promise<readonly CallOutcome[]>

/** How to read past heights. */
export interface ReadPlan {
  readonly call: Transport['call']
  readonly ask: AskNode
  readonly signal: AbortSignal
  /** How many heights are read concurrently. */
  readonly concurrency: number
  /** How many heights may be in flight or wait to be consumed. */
  readonly most: () => number
  /** How many heights are read together. @default 1 */
  readonly together?: () => number
}

/** What to read at each height. */
export interface HeightReader<Content> {
  readonly methods: readonly RpcMethod[]
  /** Whether there is nothing to read at heights without transactions. */
  readonly onlyWithTxs: boolean
  readonly empty: Content
  /**
   * The content, from the results of the methods; `undefined` if the node does not have the height (yet).
   */
  read(height: number, answers: readonly unknown[]): Content | undefined
}

/** Reads the events of some kinds that match a query. */
export function eventReader(
  kinds: readonly BackfillKind[],
  query: string | undefined,
  conditions: readonly Condition[],
): HeightReader<readonly PastEvent[]> {
  const names = [...new Set(kinds.flatMap(({ calls }) => calls))]
  const indexesOf = kinds.map(({ calls }) => calls.map((name) => names.indexOf(name)))
  return {
    methods: names.map((name) => pastMethods[name]),
    onlyWithTxs: kinds.every((kind) => kind.onlyWithTxs),
    empty: [],
    read(height, answers) {
      const events: PastEvent[] = []
      let index = 0
      for (const [at, kind] of kinds.entries()) {
        const own = indexesOf[at]?.map((call) => answers[call]) ?? []
        const found = kind.read(String(height), ...own)
        if (!found) return undefined
        for (const payload of found) {
          const position = { height, index: index++ }
          if (!matchesQuery(conditions, payload.events)) continue
          const notification = inSharedShape({ query: query ?? kind.query, ...payload }, kind)
          events.push({ position, notification })
        }
      }
      return events
    },
  }
}

/** A height is stored shortly before its results are, and a node may be unreachable for a while. */
export const patience = { attempts: 8, baseMs: 100, maxMs: 1000 }

/**
 * All heights from one to another, both included, in order; those of one request are yielded together.
 * `delivered` is the number of transactions of the first height that were already delivered.
 */
export function readHeights<Content>(
  plan: ReadPlan,
  reader: HeightReader<Content>,
  from: number,
  to: number,
  delivered = 0,
): AsyncGenerator<readonly PastHeight<Content>[], undefined> {
  const { concurrency, signal, most, together = () => 1 } = plan
  const requests = reader.onlyWithTxs
    ? requestsWithTxs(plan, from, to, together, delivered)
    : requestsForAll(from, to, together)
  const load = (request: HeightsRequest): Promise<PastHeight<Content>[]> =>
    readTogether(plan, reader, request)
  return loadInOrder(requests, load, concurrency, signal, most, together)
}

/** Heights that are read together; only the `full` ones need to be requested. */
interface HeightsRequest {
  readonly heights: readonly number[]
  readonly full?: ReadonlySet<number>
  readonly metas?: ReadonlyMap<number, BlockMeta>
}

function* requestsForAll(
  from: number,
  to: number,
  together: () => number,
): Generator<HeightsRequest, undefined> {
  for (let next = from; next <= to; ) {
    const heights: number[] = []
    for (const end = next + together(); next < end && next <= to; next++) heights.push(next)
    yield { heights }
  }
}

/** Finds out which heights have undelivered transactions, several pages ahead. */
async function* requestsWithTxs(
  { call, signal, concurrency }: ReadPlan,
  from: number,
  to: number,
  together: () => number,
  delivered: number,
): AsyncGenerator<HeightsRequest, undefined> {
  const pages = requestsForAll(from, to, () => page)
  const load = async ({ heights }: HeightsRequest) => {
    const [first = from] = heights
    return { heights, metas: await blockMetas(call, first, first + heights.length - 1, signal) }
  }
  const pagesAhead = Math.ceil(concurrency / page)
  for await (const { heights, metas } of loadInOrder(pages, load, pagesAhead, signal)) {
    let group: number[] = []
    let full = new Set<number>()
    for (const height of heights) {
      group.push(height)
      if (metas.get(height)?.txs !== (height === from ? delivered : 0)) full.add(height)
      if (full.size < together() && height !== heights.at(-1)) continue
      yield { heights: group, full, metas }
      group = []
      full = new Set()
    }
  }
}

async function readTogether<Content>(
  plan: ReadPlan,
  reader: HeightReader<Content>,
  { heights, full, metas }: HeightsRequest,
): Promise<PastHeight<Content>[]> {
  const asked = full ? heights.filter((height) => full.has(height)) : heights
  const requests = asked.flatMap((height) => requestsOf(reader, height))
  const each = reader.methods.length
  let seen: readonly CallOutcome[] = []
  let found: Found<Content>[] = []
  // Several nodes may be asked, and reading takes time.
  const hasAll = (outcomes: readonly CallOutcome[]): boolean => {
    if (outcomes !== seen) {
      found = asked.map((height, index) =>
        readAnswers(reader, height, outcomes.slice(index * each, (index + 1) * each)),
      )
      seen = outcomes
    }
    return found.every(({ content }) => content)
  }
  hasAll(await plan.ask(requests, hasAll))
  const list: PastHeight<Content>[] = []
  for (const height of heights) {
    let { content, link }: Found<Content> = { content: reader.empty, link: metas?.get(height) }
    if (!full || full.has(height)) {
      ;({ content, link } = found.shift() ?? {})
      if (!content) ({ content, link } = await readPatiently(plan, reader, height))
    }
    list.push({ height, content, link })
  }
  return list
}

/** What the answers about a height contain; no content if the node does not have all of it. */
interface Found<Content> {
  readonly content?: Content | undefined
  readonly link?: Link | undefined
}

function readAnswers<Content>(
  reader: HeightReader<Content>,
  height: number,
  outcomes: readonly CallOutcome[],
): Found<Content> {
  const link = linkOf(height, outcomes)
  const answers = outcomes.map(({ result }) => result)
  return { content: reader.read(height, answers), link }
}

/** The link of a height; throws if an answer is about another one, which a proxy may return. */
function linkOf(height: number, outcomes: readonly CallOutcome[]): Link | undefined {
  let link: Link | undefined
  for (const { result } of outcomes) {
    const own = linkIn(result)
    link ??= own
    const told = own?.height ?? count(at(result, 'height') ?? height)
    if (told === height) continue
    const message = `The answer is about height ${told}, not about ${height}`
    throw new TransportError(message, { fault: 'body' })
  }
  return link
}

function requestsOf({ methods }: HeightReader<unknown>, height: number): RpcRequest[] {
  return methods.map((method) => ({ method, params: { height } }))
}

/** Waits for a height that is not there yet; throws if it does not come. */
async function readPatiently<Content>(
  plan: ReadPlan,
  reader: HeightReader<Content>,
  height: number,
): Promise<{ readonly content: Content; readonly link: Link | undefined }> {
  const { call, ask, signal } = plan
  const isAbout = (outcomes: readonly CallOutcome[]): boolean =>
    (linkOf(height, outcomes)?.height ?? height) === height
  let misses = 0
  for (let asked = 0; ; asked++) {
    // One after another, because if calls share a request, an error does not say which of them it belongs to.
    const outcomes: CallOutcome[] = []
    for (const request of requestsOf(reader, height))
      outcomes.push(...(await ask([request], isAbout)))
    const { content, link } = readAnswers(reader, height, outcomes)
    if (content) return { content, link }
    const refusal = outcomes.find(({ error }) => error)?.error
    const { earliest, latest } = await heightsOf(call, { signal })
    // The latest block is stored before it is executed, which takes some applications minutes. That its results
    // do not exist meanwhile is no miss.
    const executes = height === latest && /find results/.test(String(refusal))
    if (!executes) misses++
    if (earliest > height || misses > patience.attempts) {
      throw new GapError({ from: height, to: Math.max(height, earliest - 1) }, refusal)
    }
    await sleep(backoffMs(asked, patience), signal)
  }
}
