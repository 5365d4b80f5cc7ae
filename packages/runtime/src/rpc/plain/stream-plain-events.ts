import { checkOptions } from '../../core/index.js'
import { subscribeOptionForms, subscribeWithStrategy } from '../subscribe/resubscribe.js'
import { plainStrategy } from '../subscribe/resume-strategy.js'
import type { StreamEvents } from '../subscribe/subscription-types.js'

/** Follows the events of a query on a server that is only known to support JSON-RPC. */
export const streamPlainEvents: StreamEvents = (plan) => {
  checkOptions(plan.options, subscribeOptionForms)
  const mode = plan.options.resume ?? 'reconnect'
  if (mode === 'backfill') throw new TypeError("resume: 'backfill' needs a dialect that can do it")
  return subscribeWithStrategy(plan, mode, plainStrategy)
}
