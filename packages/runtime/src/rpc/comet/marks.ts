import type { HeightEvents } from '../subscribe/follow-types.js'
import { endOf } from './position.js'

type Items = AsyncGenerator<unknown, undefined>

/** A marker among events: all events of a height have been delivered. */
export class HeightMark {
  readonly height: number

  constructor(height: number) {
    this.height = height
  }
}

/** Checks events only. */
export function ofEvents(check: ((event: unknown) => void) | undefined): typeof check {
  return (
    check &&
    ((item) => {
      if (!(item instanceof HeightMark)) check(item)
    })
  )
}

/** Yields only the events, and reports complete heights. */
export function completing(onComplete: (height: number) => void): (items: Items) => Items {
  return async function* (items) {
    for await (const item of items) {
      if (item instanceof HeightMark) onComplete(item.height)
      else yield item
    }
    return undefined
  }
}

/** Yields one item for each height. */
export function byHeight(onComplete?: (height: number) => void): (items: Items) => Items {
  return async function* (items) {
    let events: unknown[] = []
    for await (const item of items) {
      if (!(item instanceof HeightMark)) {
        events.push(item)
        continue
      }
      const { height } = item
      const whole: HeightEvents<unknown> = { height, events, cursor: endOf(height) }
      events = []
      yield whole
      onComplete?.(height)
    }
    return undefined
  }
}
