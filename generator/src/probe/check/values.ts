import { isDeepStrictEqual } from 'node:util'
import type { JsonType } from '../../model/rule.js'

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'string' : 'object'
}

export function isOfType(value: unknown, type: JsonType): boolean {
  const own = typeOf(value)
  return own === type || (own === 'integer' && type === 'number')
}

export function isSame(left: unknown, right: unknown): boolean {
  return left === right || (typeof left === 'object' && isDeepStrictEqual(left, right))
}

const LONGEST = 60

/** A value in a few words: payloads may be large, and hold what is nobody's business. */
export function show(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'array'
  return isObject(value) ? 'object' : String(value)
}

const MOST_WORDS = 8

export function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_WORDS).map(show).join(', ')
  if (values.length === 1) return shown
  return `one of ${shown}${values.length > MOST_WORDS ? ', …' : ''}`
}

/** Characters, not units. */
export function lengthOf(text: string): number {
  return [...text].length
}
