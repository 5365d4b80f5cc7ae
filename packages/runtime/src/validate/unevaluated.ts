import { noField, noteClosed } from './keys.js'
import type { Pattern } from './linear-pattern.js'
import { isObject } from './objects.js'
import { never } from './scalars.js'
import { type Check, enter, holds, type Key, leave, type Walk } from './walk.js'

/** The keys of a value that a schema has evaluated. */
export type Seen = (value: unknown, at: Walk) => readonly Key[]

export function seenAll(value: unknown): readonly Key[] {
  return Array.isArray(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : []
}

export function seenLike(value: unknown, expression: Pattern): readonly Key[] {
  return isObject(value) ? Object.keys(value).filter((name) => expression.test(name)) : []
}

export function seenItems(items: Check, value: unknown, at: Walk): readonly Key[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown, index) => (holds(items, item, at, true) ? [index] : []))
}

export function seenIf(condition: Check, seen: Seen, value: unknown, at: Walk): readonly Key[] {
  return holds(condition, value, at, true) ? seen(value, at) : []
}

/** A rule for the values of keys that were not evaluated. */
export function unevaluatedProperties(
  value: unknown,
  at: Walk,
  key: Key,
  seen: Seen,
  values: Check,
): boolean {
  if (!isObject(value) || (values === never && !at.strict && !at.watch)) return true
  const known = new Set(seen(value, at))
  if (values === never && !at.strict) return noteClosed(value, at, (name) => !known.has(name))
  if (!enter(at, key)) return false
  for (const name of Object.keys(value)) {
    if (known.has(name)) continue
    if (!(values === never ? noField : values)(value[name], at, name)) return false
  }
  leave(at, key)
  return true
}

export function unevaluatedItems(
  value: unknown,
  at: Walk,
  key: Key,
  seen: Seen,
  items: Check,
): boolean {
  if (!Array.isArray(value)) return true
  const known = new Set(seen(value, at))
  if (!enter(at, key)) return false
  for (let index = 0; index < value.length; index++) {
    if (!known.has(index) && !items(value[index], at, index)) return false
  }
  leave(at, key)
  return true
}
