import { describe, drift, failAs, type Key, show, type Walk } from './walk.js'

// Formats of text. Each check takes linear time.

/**
 * Text with a format. Text that is not in its format is drift: it is a string, and its reader decides what it
 * means. Strict mode rejects it, and so does the option `formats`.
 */
export function inFormat(
  value: unknown,
  at: Walk,
  key: Key,
  isIn: (text: string) => boolean,
  expected: string,
): boolean {
  if (typeof value !== 'string') return failAs(at, key, 'string', describe(value))
  // If it would only be drift and drift is not collected, the text is not read.
  if (!at.formats || !(at.strict || at.exact || at.watch) || isIn(value)) return true
  const received = show(value)
  if (at.strict || at.exact) return failAs(at, key, expected, received)
  return drift(at, key, expected, received, `expected ${expected}, received ${received}`)
}

export function int64(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isInt64, 'a 64-bit integer as text')
}

export function uint64(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isUint64, 'an unsigned 64-bit integer as text')
}

export function wholeNumber(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isWhole, 'an integer as text')
}

export function decimal(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isDecimal, 'a decimal number as text')
}

export function hex(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isHex, 'bytes in hexadecimal')
}

export function hexLower(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isHexLower, 'bytes in lower-case hexadecimal')
}

export function hexQuantity(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isHexQuantity, 'an integer in hexadecimal after 0x')
}

export function hexBytes(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isHexBytes, 'bytes in hexadecimal after 0x')
}

export function base64(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isBase64, 'bytes in base64')
}

export function dateTime(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isDateTime, 'an RFC 3339 date and time')
}

export function date(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isDate, 'an RFC 3339 date')
}

export function time(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isTime, 'an RFC 3339 time')
}

export function duration(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isDuration, 'an RFC 3339 duration')
}

// Constants, because a regular expression literal inside a function creates an object with every call.
const WHOLE = /^-?\d+$/
const DECIMAL = /^-?\d+(?:\.\d+)?$/
const HEX = /^[0-9A-Fa-f]*$/
const HEX_QUANTITY = /^0x[0-9A-Fa-f]+$/
const HEX_LOWER = /^[0-9a-f]*$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

function isInt64(text: string): boolean {
  const negative = text.charCodeAt(0) === MINUS
  const length = negative ? text.length - 1 : text.length
  if (length > 19 || !areDigits(text, negative ? 1 : 0)) return false
  if (length < 19) return true
  return negative ? text <= '-9223372036854775808' : text <= '9223372036854775807'
}

function isUint64(text: string): boolean {
  if (text.length > 20 || !areDigits(text, 0)) return false
  return text.length < 20 || text <= '18446744073709551615'
}

const MINUS = 0x2d

/** One digit or more, from there to the end. In a short text a loop takes half the time of a regular expression. */
function areDigits(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at) - ZERO
    if (code < 0 || code > 9) return false
  }
  return text.length > from
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

function isHexQuantity(text: string): boolean {
  return HEX_QUANTITY.test(text)
}

function isHexBytes(text: string): boolean {
  return text.startsWith('0x') && isHex(text.slice(2))
}

function isHexLower(text: string): boolean {
  return text.length % 2 === 0 && HEX_LOWER.test(text)
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text)
}

/** Everything but the length of the month. */
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Everything but when leap seconds can occur. */
const TIME =
  /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const DATE_LENGTH = 10

function isDate(text: string): boolean {
  if (text.length !== DATE_LENGTH || !DATE.test(text)) return false
  const day = twoDigits(text, 8)
  return day <= 28 || day <= daysIn(Number(text.slice(0, 4)), twoDigits(text, 5))
}

function isTime(text: string): boolean {
  if (!TIME.test(text)) return false
  return twoDigits(text, 6) < 60 || minuteOfDay(text) === 1439
}

function isDateTime(text: string): boolean {
  const between = text[DATE_LENGTH]
  if (between !== 'T' && between !== 't' && between !== ' ') return false
  return isDate(text.slice(0, DATE_LENGTH)) && isTime(text.slice(DATE_LENGTH + 1))
}

/** The minute of the day in UTC, which leap seconds end. */
function minuteOfDay(time: string): number {
  const local = twoDigits(time, 0) * 60 + twoDigits(time, 3)
  if (time.endsWith('Z') || time.endsWith('z')) return local
  const zone = twoDigits(time, time.length - 5) * 60 + twoDigits(time, time.length - 2)
  return (local + (time.at(-6) === '+' ? 1440 - zone : zone)) % 1440
}

/** Units can only be left out at the beginning and at the end. */
const DURATION =
  /^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))$/

function isDuration(text: string): boolean {
  return DURATION.test(text)
}

const ZERO = 48

/** Reads a number inside a text without creating a substring. */
function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}
