import { isObject } from './objects.js'
import { cut, drift, failAs, type Key, show, type Walk } from './walk.js'

/** One of a list of values. */
export function among(value: unknown, at: Walk, key: Key, values: readonly unknown[]): boolean {
  if (values.includes(value) || values.some((each) => same(each, value))) return true
  return failAs(at, key, wordsOf(values), show(value))
}

/** A value of an open enum: others are drift, and only a problem in strict mode. */
export function known(value: unknown, at: Walk, key: Key, values: readonly unknown[]): boolean {
  if (values.includes(value)) return true
  if (at.strict || typeof value !== 'string') return failAs(at, key, wordsOf(values), show(value))
  return drift(at, key, wordsOf(values), show(value), `unknown value ${show(value)}`)
}

function wordsOf(values: readonly unknown[]): string {
  const first = values.slice(0, 8).map(shown)
  const text = first.join(', ') + (values.length > first.length ? ', …' : '')
  return values.length === 1 ? text : `one of ${text}`
}

/** The text of a value from the document, which is not secret. */
function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? cut(JSON.stringify(value)) : show(value)
}

/** Whether two JSON values are equal. */
function same(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right
  return left === right || canonical(left) === canonical(right)
}

/** JSON with sorted keys: two values are equal if their texts are. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join()}}`
}
