import { memberAt } from '../../core/index.js'
import type { Cursor } from '../subscribe/subscription-types.js'
import { count } from './answer-parts.js'

/** The position after all events of a height. */
export function endOf(height: number): Cursor {
  return { height: height + 1, index: 0 }
}

/** The position right after the event at this one. */
export function positionAfter({ height, index }: Cursor): Cursor {
  return { height, index: index + 1 }
}

export function isBefore(position: Cursor, other: Cursor): boolean {
  return (
    position.height < other.height ||
    (position.height === other.height && position.index < other.index)
  )
}

export function payloadOf(notification: unknown): unknown {
  return memberAt(memberAt(notification, 'data'), 'value')
}

/** The position of a notification, if its payload contains it. */
export function positionOf(notification: unknown): Cursor | undefined {
  const value = payloadOf(notification)
  const tx = memberAt(value, 'TxResult')
  if (tx) return { height: count(memberAt(tx, 'height')), index: count(memberAt(tx, 'index')) }
  const height = heightIn(value)
  return height === undefined ? undefined : { height: count(height), index: 0 }
}

/** The height in a payload, by its shape: a block, a header, a vote, or anything else. */
function heightIn(value: unknown): unknown {
  const header = memberAt(memberAt(value, 'block') ?? value, 'header')
  return memberAt(header, 'height') ?? memberAt(memberAt(value, 'Vote') ?? value, 'height')
}

/**
 * Adds the cursor after a notification to it. It is not enumerable, so that printing, copying or
 * comparing the event only shows what was received.
 */
export function withCursor(notification: unknown, cursor: Cursor): unknown {
  if (typeof notification !== 'object' || notification === null) return notification
  return Object.defineProperty(notification, 'cursor', { value: cursor, configurable: true })
}
