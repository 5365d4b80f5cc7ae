import { instantOf } from './instant.js'
import {
  type Condition,
  formatQuery,
  isKeyword,
  type QueryOperator,
  type QueryValue,
  takes,
} from './parse.js'

/** A point in time for a condition. Whole seconds; a `Date` alone means `{ time: date }`. */
export type QueryMoment = Date | { readonly time: string | Date } | { readonly date: string | Date }

/** The operands of each operator. */
export interface QueryOperands {
  '=': string | number | bigint | QueryMoment
  '<': number | bigint | QueryMoment
  '<=': number | bigint | QueryMoment
  '>': number | bigint | QueryMoment
  '>=': number | bigint | QueryMoment
  CONTAINS: string
  EXISTS: undefined
}

/** A query for events of one kind. Immutable: `where` returns a new one. */
export interface EventQuery<Kind extends string = string, Key extends string = string> {
  readonly kind: Kind
  /** Adds a condition; all conditions have to match. */
  where<Op extends QueryOperator>(
    key: Key | (string & {}),
    op: Op,
    ...value: QueryOperands[Op] extends undefined ? [] : [QueryOperands[Op]]
  ): EventQuery<Kind, Key>
  /** The query in the node's syntax. */
  toString(): string
}

// The node rejects longer queries.
const mostBytes = 512

/** Starts a query for all events of a kind. `key` is the key whose value is the kind. */
export function eventQuery<Kind extends string>(kind: Kind, key = 'tm.event'): EventQuery<Kind> {
  return extend(kind, [checked(key, '=', kind)])
}

function extend<Kind extends string>(
  kind: Kind,
  conditions: readonly Condition[],
): EventQuery<Kind> {
  const text = formatQuery(conditions)
  const bytes = new TextEncoder().encode(text).length
  if (bytes > mostBytes) {
    throw new RangeError(`A query has at most ${mostBytes} bytes; this one has ${bytes}`)
  }
  return {
    kind,
    where: (key, op, ...[value]) => extend(kind, [...conditions, checked(key, op, value)]),
    toString: () => text,
  }
}

function checked(key: string, op: QueryOperator, value: unknown): Condition {
  if (!/^[\p{L}_][\p{L}\p{Nd}_.-]*$/u.test(key) || isKeyword(key)) {
    throw new TypeError(`${JSON.stringify(key)} cannot be a key of a query`)
  }
  if (op === 'EXISTS') return { key, op }
  const read = operand(key, value)
  if (!takes(op, read.type))
    throw new TypeError(`${key}: ${op} does not compare with a ${read.type}`)
  return { key, op, value: read }
}

function operand(key: string, value: unknown): QueryValue {
  if (typeof value === 'string') return { type: 'string', text: quotable(key, value) }
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { type: 'number', text: numeral(key, value) }
  }
  if (value instanceof Date) return { type: 'time', text: moment(key, 'time', value) }
  if (typeof value === 'object' && value !== null) {
    if ('time' in value) return { type: 'time', text: moment(key, 'time', value.time) }
    if ('date' in value) return { type: 'date', text: moment(key, 'date', value.date) }
  }
  throw new TypeError(`${key}: ${String(value)} cannot be compared with`)
}

function quotable(key: string, text: string): string {
  if (text.includes("'")) {
    throw new TypeError(`${key}: a text in a query cannot contain a single quote`)
  }
  if (/\p{Surrogate}/u.test(text)) throw new TypeError(`${key}: the text is not well-formed`)
  return text
}

function numeral(key: string, value: number | bigint): string {
  const text = String(value)
  const exact = !Number.isInteger(value) || Number.isSafeInteger(value)
  if (!/^\d+(?:\.\d+)?$/.test(text) || !exact) {
    throw new TypeError(`${key}: ${text} is not a number a query can have (0 or more, exact)`)
  }
  return text
}

const shapes = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/,
}

function moment(key: string, type: 'date' | 'time', value: unknown): string {
  const text = value instanceof Date ? fromDate(value, type) : String(value)
  const year = Number(text.slice(0, 4))
  if (!shapes[type].test(text) || instantOf(text) === undefined || year < 1900 || year > 2999) {
    const form = type === 'date' ? 'YYYY-MM-DD' : 'RFC 3339 with whole seconds'
    throw new TypeError(`${key}: ${text} is not a ${type} from 1900 to 2999 (${form})`)
  }
  return text
}

function fromDate(value: Date, type: 'date' | 'time'): string {
  const text = Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  return type === 'date' ? text.slice(0, 10) : text.replace('.000Z', 'Z')
}
