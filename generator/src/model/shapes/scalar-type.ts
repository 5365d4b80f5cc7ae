import type { JsonType } from '../rules/rule.js'
import type { ScalarType } from './shape.js'

/** What a scalar is on the wire, where bytes and large integers are text. */
export function jsonTypeOf(type: ScalarType): JsonType {
  return type === 'binary' || type === 'bytes' || type === 'bigint' ? 'string' : type
}
