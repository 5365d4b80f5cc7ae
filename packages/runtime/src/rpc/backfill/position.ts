import { memberAt } from '../../core/index.js'
import { count } from './json.js'

/** Where in the chain an event belongs. Events of one height are told apart by their index. */
export interface Position {
  readonly height: number
  readonly index: number
}

/** Behind everything of that height. */
export function endOf(height: number): Position {
  return { height, index: Number.POSITIVE_INFINITY }
}

export function isAfter(position: Position, other: Position): boolean {
  return (
    position.height > other.height ||
    (position.height === other.height && position.index > other.index)
  )
}

/** The place of a notification, when its payload says it. */
export function positionOf(notification: unknown): Position | undefined {
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
