import { memberAt } from '../../core/index.js'
import { at, count } from './json.js'

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

// Where the height is, by the shape of the payload.
const heightPaths: readonly (readonly string[])[] = [
  ['block', 'header', 'height'],
  ['header', 'height'],
  ['Vote', 'height'],
  ['height'],
]

/** The place of a notification, when its payload says it. */
export function positionOf(notification: unknown): Position | undefined {
  const value = memberAt(memberAt(notification, 'data'), 'value')
  const tx = memberAt(value, 'TxResult')
  if (tx) return { height: count(memberAt(tx, 'height')), index: count(memberAt(tx, 'index')) }
  for (const path of heightPaths) {
    const height = at(value, ...path)
    if (height !== undefined) return { height: count(height), index: 0 }
  }
  return undefined
}
