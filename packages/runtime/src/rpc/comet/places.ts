import { integerText } from '../codec.js'
import type { IntegerInput } from '../method.js'
import type { Cursor } from '../subscribe/follow-types.js'
import type { Condition } from './query/parse.js'

/** A height stands for its beginning. */
export function placeFrom(given: IntegerInput | Cursor): Cursor {
  if (typeof given !== 'object') return { height: heightFrom(given, 'from'), index: 0 }
  const { index } = given
  const height = heightFrom(given.height, 'from')
  if (Number.isSafeInteger(index) && index >= 0) return { height, index }
  throw new RangeError(`from: ${index} is not an index; the first one is 0`)
}

/** Heights begin with 1, and the places of events are numbers. */
export function heightFrom(given: IntegerInput, name: string): number {
  const height = Number(integerText(given, name))
  if (height > 0 && Number.isSafeInteger(height)) return height
  throw new RangeError(`${name}: ${given} is not a height; the first one is 1`)
}

/** The kind of event a query asks for, if it says one. */
export function kindIn(conditions: readonly Condition[], key = 'tm.event'): string | undefined {
  const named = conditions.find((condition) => condition.key === key && condition.op === '=')
  return named?.value?.type === 'string' ? named.value.text : undefined
}

/** A node that is to be followed from a height cannot be far behind it. */
export function refuseFuture({ height }: Cursor, latest: number): void {
  if (height <= latest + 1) return
  throw new RangeError(`from: height ${height} does not exist yet; the latest one is ${latest}`)
}
