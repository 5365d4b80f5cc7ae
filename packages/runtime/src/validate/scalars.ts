import type { Pattern } from './linear-pattern.js'
import { type Check, describe, fail, failAs, type Key, show, type Walk } from './walk.js'

// Types of values, and limits that only apply to values of one type, as in JSON Schema.

export function anything(_value: unknown, _at: Walk, _key: Key): true {
  return true
}

export function never(value: unknown, at: Walk, key: Key): boolean {
  return value === undefined || fail(at, key, 'nothing', value)
}

export function text(value: unknown, at: Walk, key: Key): boolean {
  return typeof value === 'string' || fail(at, key, 'string', value)
}

/** Bytes in any type that a request can send them in. */
export function bytes(value: unknown, at: Walk, key: Key): boolean {
  return isSendable(value) || fail(at, key, 'bytes', value)
}

function isSendable(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof ReadableStream
  )
}

export function number(value: unknown, at: Walk, key: Key): boolean {
  return (typeof value === 'number' && Number.isFinite(value)) || fail(at, key, 'number', value)
}

export function integer(value: unknown, at: Walk, key: Key): boolean {
  return Number.isInteger(value) || notInteger(value, at, key)
}

function notInteger(value: unknown, at: Walk, key: Key): boolean {
  return failAs(at, key, 'integer', typeof value === 'number' ? String(value) : describe(value))
}

export function flag(value: unknown, at: Walk, key: Key): boolean {
  return typeof value === 'boolean' || fail(at, key, 'boolean', value)
}

export function nothing(value: unknown, at: Walk, key: Key): boolean {
  return value === null || fail(at, key, 'null', value)
}

export type TypeName =
  | 'null'
  | 'boolean'
  | 'object'
  | 'array'
  | 'number'
  | 'integer'
  | 'string'
  | 'bytes'

/** One of several types. */
export function typed(value: unknown, at: Walk, key: Key, ...types: readonly TypeName[]): boolean {
  const type = describe(value)
  for (const each of types) {
    if (each === 'integer' ? Number.isInteger(value) : each === type) return true
    if (each === 'bytes' && isSendable(value)) return true
  }
  return fail(at, key, types.join(' or '), value)
}

export function atLeast(value: unknown, at: Walk, key: Key, least: number): boolean {
  return typeof value !== 'number' || value >= least || fault(at, key, `at least ${least}`, value)
}

export function atMost(value: unknown, at: Walk, key: Key, most: number): boolean {
  return typeof value !== 'number' || value <= most || fault(at, key, `at most ${most}`, value)
}

export function above(value: unknown, at: Walk, key: Key, limit: number): boolean {
  return typeof value !== 'number' || value > limit || fault(at, key, `more than ${limit}`, value)
}

export function below(value: unknown, at: Walk, key: Key, limit: number): boolean {
  return typeof value !== 'number' || value < limit || fault(at, key, `less than ${limit}`, value)
}

export function multipleOf(value: unknown, at: Walk, key: Key, step: number): boolean {
  if (typeof value !== 'number') return true
  return isMultiple(value, step) || fault(at, key, `a multiple of ${step}`, value)
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step
  if (Number.isInteger(step) || !Number.isFinite(times)) return value % step === 0
  // Decimal fractions are not exact in binary: 0.0075 is 75 times 0.0001.
  return Math.abs(times - Math.round(times)) <= Math.abs(times) * Number.EPSILON * 4
}

export function minLength(value: unknown, at: Walk, key: Key, least: number): boolean {
  if (typeof value !== 'string' || (value.length >= least && length(value, least) >= least))
    return true
  return failAs(at, key, `at least ${least} characters`, show(value))
}

export function maxLength(value: unknown, at: Walk, key: Key, most: number): boolean {
  if (typeof value !== 'string' || value.length <= most) return true
  // A character outside the basic plane is two code units, so twice the limit is certainly too long.
  if (value.length <= most * 2 && length(value, most + 1) <= most) return true
  return failAs(at, key, `at most ${most} characters`, show(value))
}

/** The number of characters, not code units; counted no further than needed. */
function length(value: string, enough: number): number {
  let count = 0
  for (const _ of value) if (++count >= enough) break
  return count
}

export function pattern(value: unknown, at: Walk, key: Key, expression: Pattern): boolean {
  if (typeof value !== 'string') return true
  return expression.test(value) || failAs(at, key, `text like ${expression}`, show(value))
}

function fault(at: Walk, key: Key, expected: string, value: number): boolean {
  return failAs(at, key, expected, String(value))
}

/** A format that only applies to values that are strings. */
export function ifText(value: unknown, at: Walk, key: Key, format: Check): boolean {
  return typeof value !== 'string' || format(value, at, key)
}

export function object(value: unknown, at: Walk, key: Key): boolean {
  const fits = typeof value === 'object' && value !== null && !Array.isArray(value)
  return fits || fail(at, key, 'object', value)
}

export function array(value: unknown, at: Walk, key: Key): boolean {
  return Array.isArray(value) || fail(at, key, 'array', value)
}
