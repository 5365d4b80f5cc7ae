import { integerText } from '../encode-params.js'
import type { IntegerInput } from '../method.js'
import type { Cursor } from '../subscribe/subscription-types.js'
import { text } from './answer-parts.js'
import type { Condition } from './query/parse.js'

/** The cursor for `from`; a height means its beginning. */
export function cursorFrom(given: IntegerInput | Cursor): Cursor {
  if (typeof given !== 'object') return { height: heightFrom(given, 'from'), index: 0 }
  const { index, block: known } = given
  const height = heightFrom(given.height, 'from')
  if (!Number.isSafeInteger(index) || index < 0) {
    throw new RangeError(`from: ${index} is not an index; the first one is 0`)
  }
  if (!known) return { height, index }
  // What was stored may have its height as text.
  const block = { height: heightFrom(known.height, 'from.block'), hash: text(known.hash) }
  if (!(block.height <= height && block.hash)) {
    throw new RangeError(`from.block: has to be a block up to height ${height}, with its hash`)
  }
  return { height, index, block }
}

/** A height as a number; heights start at 1. */
export function heightFrom(given: IntegerInput, name: string): number {
  const height = Number(integerText(given, name))
  if (height > 0 && Number.isSafeInteger(height)) return height
  throw new RangeError(`${name}: ${given} is not a height; the first one is 1`)
}

/** The kind of event that a query selects, if it selects one. */
export function kindIn(conditions: readonly Condition[], key = 'tm.event'): string | undefined {
  const named = conditions.find((condition) => condition.key === key && condition.op === '=')
  return named?.value?.type === 'string' ? named.value.text : undefined
}
