import type { HeightEvents } from '../subscribe/follow-types.js'
import { endOf } from './position.js'

type Items = AsyncGenerator<unknown, undefined>

/** Stands among events: all of a height have been delivered. */
export class HeightMark {
  readonly height: number

  constructor(height: number) {
    this.height = height
  }
}

/** The events alone; complete heights are told. */
export function completing(onComplete: (height: number) => void): (items: Items) => Items {
  return async function* (items) {
    for await (const item of items) {
      if (item instanceof HeightMark) onComplete(item.height)
      else yield item
    }
    return undefined
  }
}

/** One item for each height. */
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
