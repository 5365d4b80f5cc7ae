import type { Pattern } from './linear-pattern.js'
import { isObject, type JsonObject } from './objects.js'
import {
  type Check,
  describe,
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

/** The values of keys that are not known by name, if the value is an object. */
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

/** No other keys are allowed: a problem in strict mode, else drift. */
export function closed(
  value: unknown,
  at: Walk,
  key: Key,
  names: readonly string[],
  patterns: readonly Pattern[] = [],
): boolean {
  if (at.strict) return rest(value, at, key, names, patterns, noField)
  if (!at.watch || !isObject(value)) return true
  const isKnown = (name: string): boolean =>
    names.includes(name) || patterns.some((each) => each.test(name))
  return noteClosed(value, at, (name) => !isKnown(name))
}

/** Names that another rule knows are drift here; those that no rule knows are reported for the whole object. */
export function noteClosed(value: JsonObject, at: Walk, isNew: (name: string) => boolean): boolean {
  const known = at.known?.()
  for (const name of Object.keys(value)) {
    if (!isNew(name) || (known && !known.has(name))) continue
    const received = describe(value[name])
    drift(at, name, 'no such field', received, `field of type ${received} that not all rules know`)
  }
  return true
}

export function noField(value: unknown, at: Walk, key: Key): boolean {
  return fail(at, key, 'no such field', value)
}

/** The values of keys that match a pattern. */
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

/** An object that is a map: the same rule for the value of every key. */
export function map(value: unknown, at: Walk, key: Key, values: Check): boolean {
  return isObject(value) ? rest(value, at, key, [], [], values) : fail(at, key, 'object', value)
}

/** A rule for every key itself. */
export function propertyNames(value: unknown, at: Walk, key: Key, names: Check): boolean {
  if (!isObject(value)) return true
  if (!enter(at, key)) return false
  for (const name of Object.keys(value)) {
    if (holds(names, name, at, true)) continue
    if (!at.strict && holds(names, name, at, false)) {
      drift(at, name, 'another name', show(name), `unknown name ${show(name)}`)
      continue
    }
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

/** A missing required field that is known to be left out: a problem only in strict mode. */
export function leftOut(value: unknown, at: Walk, key: Key): boolean {
  if (value !== undefined || at.strict) return false
  return drift(at, key, 'a value', 'undefined', 'left out, though required')
}

/** Fields that must be present, whatever they hold. */
export function required(value: unknown, at: Walk, ...names: readonly string[]): boolean {
  if (!isObject(value)) return true
  for (const name of names) {
    if (has(value, name)) continue
    if (!failAs(at, name, 'a value', 'undefined')) return false
  }
  return true
}

/** If one field is present, others must be. */
export function dependent(
  value: unknown,
  at: Walk,
  name: string,
  ...others: readonly string[]
): boolean {
  return !isObject(value) || !has(value, name) || required(value, at, ...others)
}

/** If one field is present, another rule applies to the whole object. */
export function dependentRule(value: unknown, at: Walk, name: string, rule: Check): boolean {
  return !isObject(value) || !has(value, name) || rule(value, at, HERE)
}

function has(value: JsonObject, name: string): boolean {
  return value[name] !== undefined && (name in Object.prototype ? Object.hasOwn(value, name) : true)
}
