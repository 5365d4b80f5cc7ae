import type { JsonType } from '../json.js'
import type { ScalarType } from './shape.js'

/** The JSON type of a scalar: bytes, times and large integers are strings. */
export function jsonTypeOf(type: ScalarType): JsonType {
  const isText = type === 'binary' || type === 'bytes' || type === 'bigint' || type === 'date'
  return isText ? 'string' : type
}
