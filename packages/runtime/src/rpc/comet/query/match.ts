import { instantOf } from './instant.js'
import type { Condition, QueryOperator, QueryValue } from './parse.js'

/** The values of an event by composite key, as in each notification. */
export type EventKeys = Readonly<Record<string, readonly string[]>>

/** Whether the node would deliver an event with these keys to a subscription with this query. */
export function matchesQuery(conditions: readonly Condition[], keys: EventKeys): boolean {
  return conditions.every((condition) => holds(condition, keys))
}

function holds({ key, op, value }: Condition, keys: EventKeys): boolean {
  const values = Object.hasOwn(keys, key) ? keys[key] : undefined
  if (values?.some((text) => compares(text, op, value))) return true
  // A bare event type is matched as an empty text.
  const isType = Object.keys(keys).some((name) => name.slice(0, name.lastIndexOf('.')) === key)
  return isType && compares('', op, value)
}

function compares(text: string, op: QueryOperator, value: QueryValue | undefined): boolean {
  if (!value) return true
  if (op === 'CONTAINS') return text.includes(value.text)
  if (value.type === 'string') return text === value.text
  const order = orders[value.type](text, value.text)
  // An operator consists of the signs of the orders that it accepts.
  return order !== undefined && op.includes(order < 0 ? '<' : order > 0 ? '>' : '=')
}

/** Compares a text of the event with one of the query: negative, 0 or positive. */
type Order = (text: string, wanted: string) => number | undefined

const orders: Record<Exclude<QueryValue['type'], 'string'>, Order> = {
  // `8atom` counts as 8; text that does not begin with a digit is not a number.
  number: (text, wanted) => {
    const found = /^\d+(?:\.\d+)?/.exec(text)
    return found ? compareDecimals(found[0], wanted) : undefined
  },
  date: compareInstants,
  time: compareInstants,
}

/** A date can only be compared with a date, a time with a time. */
function compareInstants(text: string, wanted: string): number | undefined {
  const [found, limit] = [instantOf(text), instantOf(wanted)]
  if (found === undefined || limit === undefined) return undefined
  return text.includes('T') === wanted.includes('T') ? found - limit : undefined
}

/** Exact for any number of digits. */
function compareDecimals(left: string, right: string): number {
  const [leftWhole = '', leftPart = ''] = left.split('.')
  const [rightWhole = '', rightPart = ''] = right.split('.')
  const digits = Math.max(leftPart.length, rightPart.length)
  const scaled = BigInt(leftWhole + leftPart.padEnd(digits, '0'))
  const wanted = BigInt(rightWhole + rightPart.padEnd(digits, '0'))
  return scaled < wanted ? -1 : Number(scaled > wanted)
}
