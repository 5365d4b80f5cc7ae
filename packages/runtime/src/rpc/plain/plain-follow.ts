import { checkOptions } from '../../core/index.js'
import { resubscribeWith, subscribeOptionForms } from '../subscribe/resubscribe.js'
import { plainStrategy } from '../subscribe/resume-strategy.js'
import type { Follow } from '../subscribe/subscription-types.js'

/** Follows the events of a query on a server that is only known to support JSON-RPC. */
export const followPlain: Follow = (plan) => {
  checkOptions(plan.options, subscribeOptionForms)
  const mode = plan.options.resume ?? 'reconnect'
  if (mode === 'backfill') throw new TypeError("resume: 'backfill' needs a dialect that can do it")
  return resubscribeWith(plan, mode, plainStrategy)
}
