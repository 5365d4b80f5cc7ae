import { checkOptions } from '../../core/index.js'
import {
  type ItemTransform,
  subscribeOptionForms,
  subscribeWithStrategy,
} from '../subscribe/resubscribe.js'
import type {
  EventStreamPlan,
  NodeCheck,
  ResumeMode,
  StreamEvents,
} from '../subscribe/subscription-types.js'
import type { LiveSubscription } from '../transport.js'
import { createBackfillStrategy } from './backfill/backfill-strategy.js'
import { cursorFrom, heightFrom, kindIn } from './from-and-to.js'
import { groupByHeight, reportCompleteHeights } from './height-marks.js'
import { createLiveStrategy } from './live-strategy.js'
import { seeingStatus, status } from './node-calls.js'
import { backfillKindOf } from './past/event-kinds.js'
import { parseQuery, tryParseQuery } from './query/parse.js'

/** Follows the events of a query; with `backfill`, each of them exactly once and in order. */
export const streamChainEvents: StreamEvents = (given) => {
  const { node, source, query, options } = given
  checkOptions(options, subscribeOptionForms)
  const admit: EventStreamPlan['admit'] = node && ((live, signal) => admitted(live, node, signal))
  const plan = { ...given, admit }
  const text = String(query)
  const known = tryParseQuery(text)
  const conditions = known ?? []
  const kindName = typeof query === 'string' ? kindIn(conditions, source.key) : query.kind
  const kind = backfillKindOf(kindName, node?.release)
  const mode = options.resume ?? defaultMode(plan, kindName)
  if (mode !== 'backfill') {
    const createStrategy = (signal: AbortSignal) =>
      createLiveStrategy({ plan, mode, kind, conditions, signal })
    return subscribeWithStrategy(plan, mode, createStrategy)
  }
  if (!kind) {
    const what = kindName ?? 'a query without a kind'
    throw new TypeError(`resume: 'backfill' is not possible for ${what}`)
  }
  // Fetched events could not be matched with this query.
  if (!known) parseQuery(text)
  const from = options.from === undefined ? undefined : cursorFrom(options.from)
  const to = options.to === undefined ? undefined : heightFrom(options.to, 'to')
  if (from && to !== undefined && to < from.height) {
    throw new RangeError(`to: ${to} is before from: ${from.height}`)
  }
  const { by, onComplete } = options
  const transforms: readonly ItemTransform[] =
    by === 'height'
      ? [groupByHeight(onComplete)]
      : onComplete
        ? [reportCompleteHeights(onComplete)]
        : []
  const marks = transforms.length > 0
  const createStrategy = (signal: AbortSignal) =>
    createBackfillStrategy({ plan, kind, conditions, from, to, marks, signal })
  return subscribeWithStrategy(plan, mode, createStrategy, transforms)
}

/**
 * Rejects nodes of another chain or release than the requested one, now and whenever they report their
 * status.
 */
async function admitted(
  live: LiveSubscription,
  node: NodeCheck,
  signal: AbortSignal,
): Promise<LiveSubscription> {
  const call = seeingStatus(live.call, node.see)
  if (node.asks) await call({ method: status, params: {} }, { signal })
  const { callAll } = live
  return { call, callAll, close: () => live.close(), abandon: (error) => live.abandon(error) }
}

function defaultMode({ source }: EventStreamPlan, kind: string | undefined): ResumeMode {
  const stated = kind !== undefined && Object.hasOwn(source.kinds, kind)
  const mode = (stated && source.kinds[kind]) || 'reconnect'
  return mode === 'backfill' && !backfillKindOf(kind) ? 'reconnect' : mode
}
