import type { Pattern } from './linear-pattern.js'
import { isObject, type JsonObject } from './objects.js'
import {
  type Check,
  drift,
  enter,
  fail,
  failAs,
  HERE,
  holds,
  type Key,
  leave,
  show,
  type Walk,
} from './walk.js'

// Constraints on an object's keys rather than on one field.

/** What stands under keys that are not known by name. They hold for values that are objects. */
export function rest(
  value: unknown,
  at: Walk,
  key: Key,
  names: readonly string[],
  patterns: readonly Pattern[],
  values: Check,
): boolean {
  if (!isObject(value)) return true
  if (!enter(at, key)) return false
  for (const name of Object.keys(value)) {
    if (names.includes(name) || patterns.some((each) => each.test(name))) continue
    if (!values(value[name], at, name)) return false
  }
  leave(at, key)
  return true
}

/** No other keys: in a strict walk they are wrong, else they are only new. */
export function closed(
  value: unknown,
  at: Walk,
  key: Key,
  names: readonly string[],
  patterns: readonly Pattern[] = [],
): boolean {
  return !at.strict || rest(value, at, key, names, patterns, noField)
}

export function noField(value: unknown, at: Walk, key: Key): boolean {
  return fail(at, key, 'no such field', value)
}

/** What stands under keys of one pattern. */
export function matching(
  value: unknown,
  at: Walk,
  key: Key,
  expression: Pattern,
  values: Check,
): boolean {
  if (!isObject(value)) return true
  if (!enter(at, key)) return false
  for (const name of Object.keys(value)) {
    if (expression.test(name) && !values(value[name], at, name)) return false
  }
  leave(at, key)
  return true
}

/** An object that is a map: every key holds the same. */
export function map(value: unknown, at: Walk, key: Key, values: Check): boolean {
  return isObject(value) ? rest(value, at, key, [], [], values) : fail(at, key, 'object', value)
}

/** Every key is itself a string that follows a rule. */
export function propertyNames(value: unknown, at: Walk, key: Key, names: Check): boolean {
  if (!isObject(value)) return true
  if (!enter(at, key)) return false
  for (const name of Object.keys(value)) {
    if (holds(names, name, at, at.strict)) continue
    if (!failAs(at, name, 'another name', show(name))) return false
  }
  leave(at, key)
  return true
}

export function minProperties(value: unknown, at: Walk, key: Key, least: number): boolean {
  if (!isObject(value)) return true
  const count = Object.keys(value).length
  return count >= least || failAs(at, key, `at least ${least} fields`, `${count}`)
}

export function maxProperties(value: unknown, at: Walk, key: Key, most: number): boolean {
  if (!isObject(value)) return true
  const count = Object.keys(value).length
  return count <= most || failAs(at, key, `at most ${most} fields`, `${count}`)
}

/** A field that is promised although values without it are known: only a strict walk insists. */
export function leftOut(value: unknown, at: Walk, key: Key): boolean {
  if (value !== undefined || at.strict) return false
  return drift(at, key, 'a value', 'undefined', 'left out, though required')
}

/** A field that has to be there, whatever it holds. */
export function required(value: unknown, at: Walk, ...names: readonly string[]): boolean {
  if (!isObject(value)) return true
  for (const name of names) {
    if (has(value, name)) continue
    if (!failAs(at, name, 'a value', 'undefined')) return false
  }
  return true
}

/** Where one field is, others have to be. */
export function dependent(
  value: unknown,
  at: Walk,
  name: string,
  ...others: readonly string[]
): boolean {
  return !isObject(value) || !has(value, name) || required(value, at, ...others)
}

/** Where one field is, another rule holds for the whole object. */
export function dependentRule(value: unknown, at: Walk, name: string, rule: Check): boolean {
  return !isObject(value) || !has(value, name) || rule(value, at, HERE)
}

function has(value: JsonObject, name: string): boolean {
  return value[name] !== undefined && (name in Object.prototype ? Object.hasOwn(value, name) : true)
}
