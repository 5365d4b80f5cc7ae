import { memberAt } from '../../core/index.js'
import type { Cursor } from '../subscribe/follow-types.js'
import { count } from './json.js'

/** The place behind everything of a height. */
export function endOf(height: number): Cursor {
  return { height: height + 1, index: 0 }
}

/** The place right behind the event at this one. */
export function behind({ height, index }: Cursor): Cursor {
  return { height, index: index + 1 }
}

export function isBefore(place: Cursor, other: Cursor): boolean {
  return place.height < other.height || (place.height === other.height && place.index < other.index)
}

/** The place of a notification, when its payload says it. */
export function positionOf(notification: unknown): Cursor | undefined {
  const value = memberAt(memberAt(notification, 'data'), 'value')
  const tx = memberAt(value, 'TxResult')
  if (tx) return { height: count(memberAt(tx, 'height')), index: count(memberAt(tx, 'index')) }
  const height = heightIn(value)
  return height === undefined ? undefined : { height: count(height), index: 0 }
}

/** By the shape of the payload: of a block, of a header, of a vote, or of anything else. */
function heightIn(value: unknown): unknown {
  const header = memberAt(memberAt(value, 'block') ?? value, 'header')
  return memberAt(header, 'height') ?? memberAt(memberAt(value, 'Vote') ?? value, 'height')
}

/**
 * Lets a notification say where to go on after it. It stays out of sight of whoever prints, copies
 * or compares the event: that is what travelled and nothing else.
 */
export function withCursor(notification: unknown, cursor: Cursor): unknown {
  if (typeof notification !== 'object' || notification === null) return notification
  return Object.defineProperty(notification, 'cursor', { value: cursor, configurable: true })
}
