import type { DescribedOptions, DescribedSubscribe, Subscription } from '../../core/index.js'
import { checkOptions, type OptionForms } from '../../core/index.js'
import type { RpcClient } from '../client.js'
import { openStream } from '../subscribe/open-stream.js'
import { subscribeWithStrategy } from '../subscribe/resubscribe.js'
import type { DescribedSubscription, KindFacts } from './described-types.js'
import { createMissedReportStrategy } from './missed-report-strategy.js'

const forms: OptionForms = {
  'number >= 0': 'quietMs',
  'number >= 1': 'buffer.size buffer.characters',
  'number >= 1 | object': 'buffer',
  function: 'onGap',
  AbortSignal: 'signal',
  'number | object': 'from',
  "'backfill' | 'reconnect' | 'none'": 'resume',
  "'error' | 'drop-oldest'": 'buffer.policy',
}

/** The `subscribe` of a generated client, for the kinds of events that the document describes. */
export function describedStream<Kinds>(
  client: RpcClient,
  table: Readonly<Record<keyof Kinds & string, KindFacts>>,
): DescribedSubscribe<Kinds>
export function describedStream(client: RpcClient, table: Readonly<Record<string, KindFacts>>) {
  return (kind: string, params: object = {}, options: DescribedOptions = {}) => {
    const facts = Object.hasOwn(table, kind) ? table[kind] : undefined
    if (!facts) {
      const kinds = Object.keys(table).join(', ')
      throw new TypeError(`There are no events of the kind '${kind}', only of: ${kinds}`)
    }
    checkOptions(options, forms)
    checkFrom(options.from)
    return openDescribedStream(client, { kind, params, facts, options })
  }
}

/** A program without types, or a file with a position, may have something else. */
function checkFrom(from: DescribedOptions['from']): void {
  if (from === undefined) return
  const { height, hash } = typeof from === 'object' ? from : { height: from, hash: '' }
  if (Number.isSafeInteger(height) && height >= 0 && typeof hash === 'string') return
  throw new TypeError('from takes a height from 0 on, or the cursor of an event: { height, hash }')
}

function openDescribedStream(
  client: RpcClient,
  subscription: Omit<DescribedSubscription, 'signal'>,
): Subscription<unknown> {
  const { kind, params, facts, options } = subscription
  // A mock has no past.
  const backfill = client.transport.kind === 'mock' ? undefined : facts.backfill
  const mode = options.resume ?? (backfill ? 'backfill' : 'reconnect')
  if (mode === 'backfill' && !backfill) {
    throw new TypeError(`resume: 'backfill' is not possible for ${kind}`)
  }
  const filled = mode === 'backfill' ? backfill : undefined
  const { subscribe, unsubscribe, fixed, delivery } = filled?.source ?? facts
  const own = filled?.source ? {} : params
  const request = {
    method: subscribe,
    unsubscribe,
    params: { ...own, ...fixed },
    query: kind,
    delivery,
  }
  const { validator } = facts
  return openStream(client, { request, options, validator }, ({ check, ...plan }) => {
    const checkItem = check && ((item: unknown): void => check(Object(item).data))
    return subscribeWithStrategy({ ...plan, check: checkItem }, mode, (signal) => {
      const all = { ...subscription, signal }
      return filled ? filled.createStrategy(all) : createMissedReportStrategy(all)
    })
  })
}
