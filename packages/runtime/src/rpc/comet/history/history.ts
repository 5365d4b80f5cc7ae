import { checkOptions, ownSignal, TransportError } from '../../../core/index.js'
import { isRpcError, type RpcError } from '../../errors.js'
import type { IntegerInput, RpcMethod } from '../../method.js'
import type {
  Cursor,
  KnownBlock,
  QueryInput,
  WithCursor,
} from '../../subscribe/subscription-types.js'
import type { CallOutcome, RpcRequest, Transport } from '../../transport.js'
import { at } from '../answer-parts.js'
import { cursorFrom, heightFrom, kindIn } from '../from-and-to.js'
import { heightsIn, heightsOf, seeingStatus, status } from '../node-calls.js'
import { checkNodeWithCalls } from '../node-check.js'
import {
  askPersistently,
  createAskNode,
  createWindow,
  isPassing,
  repeatPersistently,
} from '../past/ask-node.js'
import { type BackfillKind, backfillKindOf } from '../past/event-kinds.js'
import {
  eventReader,
  type HeightReader,
  type PastEvent,
  type ReadPlan,
  readHeights,
} from '../past/read-heights.js'
import { isBefore, positionAfter, withCursor } from '../position.js'
import { parseQuery } from '../query/parse.js'
import { createSameChainCheck, type SameChainCheck } from '../same-chain/same-chain-check.js'
import { checkChainInReader } from './checked-reader.js'

/** The progress of reading past heights. */
export interface HistoryProgress {
  /** The height that was consumed last. */
  readonly height: number
  /** The last height that will be read. */
  readonly to: number
  /** The number of heights consumed so far, and the number still to come. */
  readonly done: number
  readonly remaining: number
  /** Heights per second since reading began. */
  readonly rate: number
  /** The time that the rest takes at that rate. */
  readonly remainingMs: number
}

export interface HistoryOptions {
  /** A height, a position, or the `cursor` of the last processed event. @default the oldest height */
  readonly from?: IntegerInput | Cursor | undefined
  /** The last height. @default the newest one when reading begins */
  readonly to?: IntegerInput | undefined
  /** The number of concurrent requests. @default 32 */
  readonly concurrency?: number | undefined
  /**
   * Calls per request, if the transport is `http` without a `batch` option of its own. Nodes accept at
   * most 10 unless they are configured otherwise. @default 1
   */
  readonly batch?: number | undefined
  /**
   * The maximum total length of responses that wait to be consumed. The first `concurrency` requests are sent
   * before any length is known. @default 67108864
   */
  readonly characters?: number | undefined
  /** The chain that the node must serve. */
  readonly chainId?: string | undefined
  /**
   * `true` rejects a node of a release that the package was not generated for. Otherwise a warning is printed
   * once; `false` prints none.
   */
  readonly checkRelease?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with each height when the next one is requested. */
  readonly onProgress?: ((progress: HistoryProgress) => void) | undefined
}

/** Kinds of events that can be read from blocks. */
export type PastKind = 'NewBlock' | 'NewBlockHeader' | 'NewBlockEvents' | 'Tx'

type Table = Readonly<Record<string, RpcMethod>>
type ResultOf<Method> = Method extends RpcMethod<infer _, infer Result> ? Result : never

/** Names of methods that take a height. */
export type HeightMethod<Methods> = {
  [Name in keyof Methods & string]: Methods[Name] extends RpcMethod<infer Params, infer _>
    ? 'height' extends keyof Params
      ? Name
      : never
    : never
}[keyof Methods & string]

/** A client, or any other object with a transport. */
export interface HistoryNode {
  readonly transport: Transport
}

/**
 * Reads past heights in order, over any transport: the events of some kinds, the events that match a query,
 * or the results of some methods for each height.
 */
export interface History<Events extends object, Methods> {
  <Kind extends PastKind & keyof Events>(
    node: HistoryNode,
    options: HistoryOptions & { readonly kinds: readonly Kind[] },
  ): AsyncGenerator<WithCursor<Events[Kind]>, undefined>
  <Kind extends PastKind & keyof Events>(
    node: HistoryNode,
    options: HistoryOptions & { readonly query: { readonly kind: Kind; toString(): string } },
  ): AsyncGenerator<WithCursor<Events[Kind]>, undefined>
  (
    node: HistoryNode,
    options: HistoryOptions & { readonly query: string },
  ): AsyncGenerator<WithCursor<Events[keyof Events & PastKind]>, undefined>
  <Name extends HeightMethod<Methods>>(
    node: HistoryNode,
    options: HistoryOptions & { readonly methods: readonly Name[] },
  ): AsyncGenerator<
    { readonly height: number } & { readonly [Each in Name]: ResultOf<Methods[Each]> },
    undefined
  >
}

interface AnyOptions extends HistoryOptions {
  readonly kinds?: readonly string[]
  readonly query?: QueryInput
  readonly methods?: readonly string[]
}

/** The `history` of a generated package, which defines the events and methods. */
export function createHistory<Events extends object, Methods extends Table>(
  table: Methods,
  release?: string,
): History<Events, Methods> {
  // Invalid options throw at once, and not only when the first item is requested.
  const history = (node: HistoryNode, options: AnyOptions): AsyncGenerator<unknown, undefined> => {
    const range = rangeOf(options)
    const { methods } = options
    const given = { ...options, release }
    if (methods)
      return read(node, given, range, methodReader(table, methods), (content) => [content])
    return read(node, given, range, pastReader(given), (events, block) =>
      eventsFrom(events, range, block),
    )
  }
  // The document is the only source of these types.
  return history as History<Events, Methods>
}

/** The range of heights to read. */
interface Range {
  readonly from: Cursor | undefined
  readonly to: number | undefined
}

function rangeOf(options: AnyOptions): Range {
  checkOptions(options, {
    'number >= 1': 'concurrency batch characters',
    string: 'chainId',
    boolean: 'checkRelease',
    function: 'onProgress',
    AbortSignal: 'signal',
    'string | object': 'query',
    'number | bigint | string': 'to',
    'number | bigint | string | object': 'from',
  })
  for (const name of ['concurrency', 'batch'] as const) {
    if (options[name] === Number.POSITIVE_INFINITY)
      throw new TypeError(`${name} takes finite number`)
  }
  for (const name of ['kinds', 'methods'] as const) {
    if (options[name] !== undefined && !Array.isArray(options[name]))
      throw new TypeError(`${name} takes string[]`)
  }
  const from = options.from === undefined ? undefined : cursorFrom(options.from)
  const to = options.to === undefined ? undefined : heightFrom(options.to, 'to')
  if (from && to !== undefined && to < from.height) {
    throw new RangeError(`to: ${to} is before from: ${from.height}`)
  }
  return { from, to }
}

function pastReader({
  query,
  kinds,
  release,
}: AnyOptions & { readonly release: string | undefined }): HeightReader<readonly PastEvent[]> {
  const conditions = query === undefined ? [] : parseQuery(String(query))
  const names = kinds ?? [typeof query === 'object' ? query.kind : kindIn(conditions)]
  const past = names.map((name) => pastKind(name, release))
  return eventReader(past, query && String(query), conditions)
}

function* eventsFrom(
  events: readonly PastEvent[],
  { from }: Range,
  block: KnownBlock | undefined,
): Iterable<unknown> {
  for (const { position, notification } of events) {
    if (from && isBefore(position, from)) continue
    yield withCursor(notification, { ...positionAfter(position), block })
  }
}

/** Yields what was requested of each height, and reports progress. */
async function* read<Content>(
  { transport }: HistoryNode,
  options: AnyOptions & { readonly release: string | undefined },
  range: Range,
  reader: HeightReader<Content>,
  itemsOf: (content: Content, block: KnownBlock | undefined) => Iterable<unknown>,
): AsyncGenerator<unknown, undefined> {
  const { concurrency = 32, batch = 1, characters = 67_108_864, onProgress, chainId } = options
  const stop = ownSignal(options.signal)
  const { signal } = stop
  const calls = reader.methods.length
  const perRequest = Math.max(1, Math.floor(batch / calls))
  // Without batches, each call of a height is a request of its own.
  const requestsEach = Math.ceil((perRequest * calls) / batch)
  const heights = perRequest * Math.max(1, Math.floor(concurrency / requestsEach))
  const limit = 2 * concurrency * perRequest
  const window = createWindow(characters / calls, limit, limit, perRequest)
  // Over a socket, calls can be made together without sharing a message, which takes less time per call. Long
  // responses are requested in smaller groups, so that fewer of them wait for others.
  const ownMessages = transport.kind === 'websocket' || transport.ownMessages === true
  const together = ownMessages ? Math.max(perRequest, Math.floor(heights / 8)) : perRequest
  const sameChain = createSameChainCheck(signal, chainId, range.from?.block)
  // Judged here, so that a response without heights is repeated like one that cannot be read.
  const once = seeingStatus(checkNodeWithCalls(transport, options), heightsIn)
  const plan: ReadPlan = {
    call: (request, given) =>
      repeatPersistently(
        () => once(request, given),
        signal,
        (error) => isPassing(error) || (isRpcError(error) && mayPass(error, request)),
      ),
    ask: askPersistently(createAskNode(transport, window, signal), batch, signal),
    signal,
    concurrency: heights,
    most: window.most,
    together: () => (window.most() < limit ? perRequest : together),
  }
  try {
    const { from, to } = await bounds(plan, range, sameChain)
    const begun = performance.now()
    let done = 0
    // A single generator: nesting another one costs as much as reading a height.
    for await (const group of readHeights(
      plan,
      checkChainInReader(reader, { chainId, address: transport.address }),
      from,
      to,
    )) {
      for (const { height, content, link } of group) {
        sameChain.compareAndAdd(link)
        const comparison = options.methods ? undefined : sameChain.compareAgain(height, plan.call)
        if (comparison) await comparison
        for (const item of itemsOf(content, sameChain.newestUpTo(height))) yield item
        done++
        if (!onProgress) continue
        const rate = (done * 1000) / (performance.now() - begun)
        const remaining = to - height
        onProgress({ height, to, done, remaining, rate, remainingMs: (remaining / rate) * 1000 })
      }
    }
    return undefined
  } finally {
    stop.cancel(new TransportError('The history was left', { sent: false }))
    stop.end()
  }
}

async function bounds(
  { call, ask, signal }: ReadPlan,
  range: Range,
  sameChain: SameChainCheck,
): Promise<{ from: number; to: number }> {
  const heights = await heightsOf(call, { signal })
  await sameChain.compareNode(heights, call)
  const { earliest, latest } = heights
  const from = range.from?.height ?? Math.max(earliest, 1)
  const to = range.to ?? latest
  if (to > latest) {
    // Of several nodes, one that has it.
    const isThere = ([outcome]: readonly CallOutcome[]): boolean =>
      heightsIn(outcome?.result).latest >= to
    if (!isThere(await ask([{ method: status, params: {} }], isThere)))
      throw new RangeError(`to: height ${to} does not exist yet; the latest one is ${latest}`)
  }
  // Another node may have what this one has pruned, and what is beyond the latest height is not there to be read.
  return { from, to }
}

/** Whether a node may answer later: a method that it does not have, it will not have. */
function mayPass({ code }: RpcError, { method }: RpcRequest): boolean {
  return code !== -32601 && method.name !== 'blockchain'
}

function pastKind(name: string | undefined, release: string | undefined): BackfillKind {
  const kind = backfillKindOf(name, release)
  if (kind) return kind
  throw new TypeError(`${name ?? 'a query without a kind'} cannot be read from past blocks`)
}

function methodReader(table: Table, names: readonly string[]): HeightReader<object> {
  const methods = names.map((name): readonly [string, RpcMethod] => {
    const method = Object.hasOwn(table, name) ? table[name] : undefined
    if (method?.params.some((param) => param.name === 'height')) return [name, method]
    throw new TypeError(`${name} is not a method that takes a height`)
  })
  return {
    methods: methods.map(([, method]) => method),
    onlyWithTxs: false,
    empty: {},
    read(height, answers) {
      const found: Record<string, unknown> = { height }
      for (const [index, name] of names.entries()) {
        const answer = answers[index]
        // What the node does not have within the range is null: the whole response, or its content.
        if (!answer || at(answer, name) === null) return undefined
        found[name] = answer
      }
      return found
    },
  }
}
