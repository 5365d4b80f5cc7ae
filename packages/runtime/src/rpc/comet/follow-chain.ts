import { checkOptions } from '../../core/index.js'
import { resubscribeWith, subscribeOptionForms, type Wrap } from '../subscribe/resubscribe.js'
import type { Follow, FollowPlan, NodeCheck, ResumeMode } from '../subscribe/subscription-types.js'
import type { LiveSubscription } from '../transport.js'
import { createBackfill } from './backfill/backfill.js'
import { cursorFrom, heightFrom, kindIn } from './from-and-to.js'
import { byHeight, completing } from './marks.js'
import { seeingStatus, status } from './node-calls.js'
import { backfillKindOf } from './past/kinds.js'
import { parseQuery, tryParseQuery } from './query/parse.js'
import { createGapReport } from './report-gaps.js'

/** Follows the events of a query; with `backfill`, each of them exactly once and in order. */
export const followChain: Follow = (given) => {
  const { source, query, options } = given
  checkOptions(options, subscribeOptionForms)
  const { node } = source
  const admit: FollowPlan['admit'] = node && ((live, signal) => admitted(live, node, signal))
  const plan = { ...given, admit }
  const text = String(query)
  const known = tryParseQuery(text)
  const conditions = known ?? []
  const kindName = typeof query === 'string' ? kindIn(conditions, source.key) : query.kind
  const kind = backfillKindOf(kindName, node?.release)
  const mode = options.resume ?? defaultMode(plan, kindName)
  if (mode !== 'backfill') {
    const createStrategy = (signal: AbortSignal) =>
      createGapReport({ plan, mode, kind, conditions, signal })
    return resubscribeWith(plan, mode, createStrategy)
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
  const wraps: readonly Wrap[] =
    by === 'height' ? [byHeight(onComplete)] : onComplete ? [completing(onComplete)] : []
  const marks = wraps.length > 0
  const createStrategy = (signal: AbortSignal) =>
    createBackfill({ plan, kind, conditions, from, to, marks, signal })
  return resubscribeWith(plan, mode, createStrategy, wraps)
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

function defaultMode({ source }: FollowPlan, kind: string | undefined): ResumeMode {
  const stated = kind !== undefined && Object.hasOwn(source.kinds, kind)
  const mode = (stated && source.kinds[kind]) || 'reconnect'
  return mode === 'backfill' && !backfillKindOf(kind) ? 'reconnect' : mode
}
