import { describe, failAs, type Key, show, type Walk } from './walk.js'

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

function misfit(value: unknown, at: Walk, key: Key, expected: string): boolean {
  const received = typeof value === 'string' ? show(value) : describe(value)
  return failAs(at, key, typeof value === 'string' ? expected : 'string', received)
}

function isInt64(text: string): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false
  if (text.length < 19) return true
  const negative = text.startsWith('-')
  const digits = (negative ? text.slice(1) : text).padStart(19, '0')
  return digits <= (negative ? '9223372036854775808' : '9223372036854775807')
}

function isUint64(text: string): boolean {
  if (!/^\d{1,20}$/.test(text)) return false
  return text.length < 20 || text <= '18446744073709551615'
}

function isWhole(text: string): boolean {
  return /^-?\d+$/.test(text)
}

function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

function isHex(text: string): boolean {
  return text.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(text)
}

function isHexLower(text: string): boolean {
  return text.length % 2 === 0 && /^[0-9a-f]*$/.test(text)
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

const RFC3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/

function isDateTime(text: string): boolean {
  const found = RFC3339.exec(text)
  if (!found) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offset = 0, past = 0] =
    found.slice(1).map((part) => Number(part ?? 0))
  const time = hour < 24 && minute < 60 && (second < 60 || isLeap(hour, minute, second))
  return time && day >= 1 && day <= daysIn(year, month) && offset < 24 && past < 60
}

/** A leap second ends a quarter of an hour, whatever the zone. */
function isLeap(hour: number, minute: number, second: number): boolean {
  return second === 60 && hour < 24 && minute % 15 === 14
}

function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}
