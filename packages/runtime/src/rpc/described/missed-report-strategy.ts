import type { Missed } from '../../core/index.js'
import { valueAt } from '../../core/index.js'
import type { ResumeStrategy } from '../subscribe/resume-strategy.js'
import type { DescribedSubscription } from './described-types.js'

/** Delivers events as they arrive, and reports when some may be missing. */
export function createMissedReportStrategy({
  kind,
  facts,
  options,
}: DescribedSubscription): ResumeStrategy {
  const report = (cause: Missed['cause']): void => options.onGap?.({ kind, cause })
  let isOverfull = false
  return {
    done: false,
    mustFetch: false,
    async *begin(_live, _queue, again) {
      if (again) report('reconnected')
      yield* []
    },
    next(queue) {
      const data = queue.shift()
      if (data === undefined) return undefined
      if (isOverfull) report('overflow')
      isOverfull = false
      const { removed } = facts
      return removed !== undefined && valueAt(data, removed) === true
        ? { kind, data, removed: true }
        : { kind, data }
    },
    async *fetchMissing() {},
    async *fetchStalled() {},
    dropped() {
      isOverfull = true
    },
    end() {},
  }
}
