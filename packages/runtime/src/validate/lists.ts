import { anything } from './scalars.js'
import { canonical } from './values.js'
import {
  type Check,
  DEEPEST,
  enter,
  type FieldsCheck,
  fail,
  failAs,
  holds,
  type Key,
  leave,
  type Walk,
} from './walk.js'

/** An array with one rule for all items. */
export function list(value: unknown, at: Walk, key: Key, items: Check): boolean {
  if (!Array.isArray(value)) return fail(at, key, 'array', value)
  return at.collect ? eachFrom(0, value, at, key, items) : quickly(value, at, items)
}

/** The same if only the result matters: no problems are collected, so no path is tracked. */
function quickly(values: readonly unknown[], at: Walk, items: Check): boolean {
  if (++at.depth > DEEPEST) return false
  if (items.fields) {
    if (!areRecords(values, at, items.fields)) return false
  } else {
    for (let index = 0; index < values.length; index++) {
      if (!items(values[index], at, index)) return false
    }
  }
  at.depth--
  return true
}

/**
 * What `record` does, without a call for each object: many responses consist mostly of long lists of small
 * objects.
 */
function areRecords(values: readonly unknown[], at: Walk, fields: FieldsCheck): boolean {
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    if (!fields(value, at)) return false
  }
  return true
}

/** The same, only for values that are arrays. */
export function ifList(value: unknown, at: Walk, key: Key, items: Check): boolean {
  return !Array.isArray(value) || eachFrom(0, value, at, key, items)
}

function eachFrom(
  first: number,
  values: readonly unknown[],
  at: Walk,
  key: Key,
  items: Check,
): boolean {
  if (!enter(at, key)) return false
  for (let index = first; index < values.length; index++) {
    if (!items(values[index], at, index)) return false
  }
  leave(at, key)
  return true
}

/** Rules for the first items, and one for all others, if the value is an array. */
export function tuple(
  value: unknown,
  at: Walk,
  key: Key,
  first: readonly Check[],
  rest: Check = anything,
): boolean {
  if (!Array.isArray(value)) return true
  if (!enter(at, key)) return false
  for (let index = 0; index < first.length && index < value.length; index++) {
    if (first[index]?.(value[index], at, index) === false) return false
  }
  leave(at, key)
  return rest === anything || eachFrom(first.length, value, at, key, rest)
}

export function minItems(value: unknown, at: Walk, key: Key, least: number): boolean {
  if (!Array.isArray(value) || value.length >= least) return true
  return failAs(at, key, `at least ${least} items`, `${value.length}`)
}

export function maxItems(value: unknown, at: Walk, key: Key, most: number): boolean {
  if (!Array.isArray(value) || value.length <= most) return true
  return failAs(at, key, `at most ${most} items`, `${value.length}`)
}

export function uniqueItems(value: unknown, at: Walk, key: Key): boolean {
  if (!Array.isArray(value)) return true
  const seen = new Map<string, number>()
  for (let index = 0; index < value.length; index++) {
    const text = canonical(value[index])
    const before = seen.get(text)
    if (before !== undefined) {
      return failAs(at, key, 'no item twice', `items ${before} and ${index} are the same`)
    }
    seen.set(text, index)
  }
  return true
}

/** How many items match a rule. */
export function contains(
  value: unknown,
  at: Walk,
  key: Key,
  items: Check,
  least = 1,
  most: number = Number.POSITIVE_INFINITY,
): boolean {
  if (!Array.isArray(value)) return true
  let count = 0
  for (const item of value) if (holds(items, item, at, true)) count++
  if (count < least) return failAs(at, key, `at least ${least} items that fit`, `${count}`)
  return count <= most || failAs(at, key, `at most ${most} items that fit`, `${count}`)
}
