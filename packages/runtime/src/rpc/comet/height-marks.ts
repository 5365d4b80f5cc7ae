import type { ItemTransform } from '../subscribe/resubscribe.js'
import { HeightMark } from '../subscribe/resume-strategy.js'
import type { HeightEvents } from '../subscribe/subscription-types.js'

/** Yields only the events, and reports complete heights. */
export function reportCompleteHeights(onComplete: (height: number) => void): ItemTransform {
  return async function* (items) {
    for await (const item of items) {
      if (item instanceof HeightMark) onComplete(item.height)
      else yield item
    }
    return undefined
  }
}

/** Yields one item for each height. */
export function groupByHeight(onComplete?: (height: number) => void): ItemTransform {
  return async function* (items) {
    let events: unknown[] = []
    for await (const item of items) {
      if (!(item instanceof HeightMark)) {
        events.push(item)
        continue
      }
      const { height, cursor } = item
      const whole: HeightEvents<unknown> = { height, events, cursor }
      events = []
      yield whole
      onComplete?.(height)
    }
    return undefined
  }
}
