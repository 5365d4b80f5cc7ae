import { describe, drift, failAs, type Key, show, type Walk } from './walk.js'

// Text that is something else. Each takes time in proportion to the text and no more.

export function int64(value: unknown, at: Walk, key: Key): boolean {
  return (
    (typeof value === 'string' && (!at.formats || isInt64(value))) ||
    misfit(value, at, key, 'a 64-bit integer as text')
  )
}

export function uint64(value: unknown, at: Walk, key: Key): boolean {
  return (
    (typeof value === 'string' && (!at.formats || isUint64(value))) ||
    misfit(value, at, key, 'an unsigned 64-bit integer as text')
  )
}

export function wholeNumber(value: unknown, at: Walk, key: Key): boolean {
  return (
    (typeof value === 'string' && (!at.formats || isWhole(value))) ||
    misfit(value, at, key, 'an integer as text')
  )
}

export function decimal(value: unknown, at: Walk, key: Key): boolean {
  return (
    (typeof value === 'string' && (!at.formats || isDecimal(value))) ||
    misfit(value, at, key, 'a decimal number as text')
  )
}

export function hex(value: unknown, at: Walk, key: Key): boolean {
  return (
    (typeof value === 'string' && (!at.formats || isHex(value))) ||
    misfit(value, at, key, 'bytes in hexadecimal')
  )
}

export function hexLower(value: unknown, at: Walk, key: Key): boolean {
  return (
    (typeof value === 'string' && (!at.formats || isHexLower(value))) ||
    misfit(value, at, key, 'bytes in lower-case hexadecimal')
  )
}

export function base64(value: unknown, at: Walk, key: Key): boolean {
  return (
    (typeof value === 'string' && (!at.formats || isBase64(value))) ||
    misfit(value, at, key, 'bytes in base64')
  )
}

export function dateTime(value: unknown, at: Walk, key: Key): boolean {
  return (
    (typeof value === 'string' && (!at.formats || isDateTime(value))) ||
    misfit(value, at, key, 'an RFC 3339 date and time')
  )
}

/** Text in another form than it claims is drift: what it means is for its reader to say, and it is there. */
function misfit(value: unknown, at: Walk, key: Key, expected: string): boolean {
  if (typeof value !== 'string') return failAs(at, key, 'string', describe(value))
  const received = show(value)
  if (at.strict || at.exact) return failAs(at, key, expected, received)
  return drift(at, key, expected, received, `expected ${expected}, received ${received}`)
}

// Named here because a regular expression inside a function is a new object with every call.
const INT64 = /^-?\d{1,19}$/
const UINT64 = /^\d{1,20}$/
const WHOLE = /^-?\d+$/
const DECIMAL = /^-?\d+(?:\.\d+)?$/
const HEX = /^[0-9A-Fa-f]*$/
const HEX_LOWER = /^[0-9a-f]*$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

function isInt64(text: string): boolean {
  if (!INT64.test(text)) return false
  if (text.length < 19) return true
  const negative = text.startsWith('-')
  const digits = (negative ? text.slice(1) : text).padStart(19, '0')
  return digits <= (negative ? '9223372036854775808' : '9223372036854775807')
}

function isUint64(text: string): boolean {
  if (!UINT64.test(text)) return false
  return text.length < 20 || text <= '18446744073709551615'
}

function isWhole(text: string): boolean {
  return WHOLE.test(text)
}

function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

function isHex(text: string): boolean {
  return text.length % 2 === 0 && HEX.test(text)
}

function isHexLower(text: string): boolean {
  return text.length % 2 === 0 && HEX_LOWER.test(text)
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text)
}

/** Everything but how long the month is, and when a leap second can be. */
const RFC3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

function isDateTime(text: string): boolean {
  if (!RFC3339.test(text)) return false
  const day = twoDigits(text, 8)
  if (day > 28 && day > daysIn(Number(text.slice(0, 4)), twoDigits(text, 5))) return false
  return twoDigits(text, 17) < 60 || minuteOfDay(text) === 1439
}

/** In Greenwich, where leap seconds end the day. */
function minuteOfDay(text: string): number {
  const local = twoDigits(text, 11) * 60 + twoDigits(text, 14)
  if (text.endsWith('Z') || text.endsWith('z')) return local
  const zone = twoDigits(text, text.length - 5) * 60 + twoDigits(text, text.length - 2)
  return (local + (text.at(-6) === '+' ? 1440 - zone : zone)) % 1440
}

const ZERO = 48

/** A number in the middle of a text, without another text for it. */
function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}
