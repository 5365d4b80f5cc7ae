import { asTheyCome, followWith } from './follow.js'
import type { Follow } from './follow-types.js'
import { plainStrategy } from './resume-strategy.js'

/** Follows events of servers without a known way to find out what was missed. */
export const plainFollow: Follow = (plan) => {
  const mode = plan.options.resume ?? 'reconnect'
  if (mode === 'backfill') throw new TypeError("resume: 'backfill' needs a dialect that can do it")
  return followWith(plan, mode, plainStrategy, asTheyCome)
}
