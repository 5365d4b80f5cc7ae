import { isDeepStrictEqual } from 'node:util'
import { isDictionary, type JsonType } from '../model/json.js'

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'string' : 'object'
}

export function isSame(left: unknown, right: unknown): boolean {
  return left === right || (typeof left === 'object' && isDeepStrictEqual(left, right))
}

const LONGEST = 60

/** A short form of a value: payloads may be large, and contain private data. */
export function show(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'array'
  return isDictionary(value) ? 'object' : String(value)
}

/** The received value: a description, and the literal value if values are requested. */
export function receivedOf(value: unknown): {
  readonly received: string
  readonly receivedValue: string
} {
  return { received: described(value), receivedValue: show(value) }
}

/** The same with the type before it, as `string "a"`. */
export function receivedWithType(value: unknown): ReturnType<typeof receivedOf> {
  const type = typeOf(value)
  const both = typeof value === 'object' ? type : `${type} ${show(value)}`
  return { received: type, receivedValue: both }
}

/** Names, such as tags and enum values, are shown literally: a fix has to contain the value that it adds. */
export function receivedName(value: unknown): ReturnType<typeof receivedOf> {
  const both = receivedOf(value)
  return isName(value) ? { ...both, received: both.receivedValue } : both
}

function described(value: unknown): string {
  if (typeof value === 'string') return `a string of ${lengthOf(value)} characters`
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number'
  return show(value)
}

/**
 * Whether a text looks like a name, as enum values do: not long, without many digits, and not like a key.
 * Only names get into reports and fixes.
 */
export function isName(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) < 10_000
  if (typeof value !== 'string') return value === null || typeof value === 'boolean'
  if (!/^[A-Za-z][\w.:/ -]{0,47}$/.test(value) || /\d{5}|[\da-f]{12}/i.test(value)) return false
  return !/^(?:sk|pk|rk|gh[a-z]|xox[a-z]|eyJ|AKIA)|secret|token|passw|bearer/i.test(value)
}

const MAX_WORDS = 8

export function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_WORDS).map(show).join(', ')
  if (values.length === 1) return shown
  return `one of ${shown}${values.length > MAX_WORDS ? ', …' : ''}`
}

/** Code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  return [...text].length
}
