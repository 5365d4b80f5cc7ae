import type { JsonType } from './rule.js'

/** Whether a value of JSON is of a type of JSON Schema. */
export function isOfType(value: unknown, type: JsonType): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
