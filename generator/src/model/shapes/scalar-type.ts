import type { JsonType } from '../json.js'
import type { ScalarType } from './shape.js'

/** What a scalar is on the wire, where bytes, times and large integers are text. */
export function jsonTypeOf(type: ScalarType): JsonType {
  const isText = type === 'binary' || type === 'bytes' || type === 'bigint' || type === 'date'
  return isText ? 'string' : type
}
