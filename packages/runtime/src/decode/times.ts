import { DecodeError, type Step } from './step.js'

/** RFC 3339 text as nanoseconds since 1970. */
export const dateTime: Step = {
  decode: (value, keep) => {
    if (value === null || value === undefined) return value
    const read = typeof value === 'string' ? readTime(value) : undefined
    if (read !== undefined) return read
    if (keep) return value
    throw new DecodeError('an RFC 3339 date and time', value)
  },
  encode: (value) => {
    if (value === null || value === undefined || typeof value === 'string') return value
    if (typeof value === 'bigint' && value >= FIRST && value < END) return writeTime(value)
    throw new DecodeError('nanoseconds between the years 0000 and 9999 (bigint)', value)
  },
}

/** RFC 3339 text as a `Date`, cut off to milliseconds. */
export const date: Step = {
  decode: (value, keep) => {
    const time = dateTime.decode(value, keep)
    return typeof time === 'bigint' ? toDate(time) : time
  },
  encode: (value) => {
    if (value === null || value === undefined || typeof value === 'string') return value
    const time = value instanceof Date && !Number.isNaN(value.getTime()) ? fromDate(value) : END
    if (time >= FIRST && time < END) return writeTime(time)
    throw new DecodeError('a Date between the years 0000 and 9999', value)
  },
}

/** A `Date`, cut off to milliseconds. */
export function toDate(nanoseconds: bigint): Date {
  return new Date(Number(floorDiv(nanoseconds, 1_000_000n)))
}

export function fromDate(date: Date): bigint {
  return BigInt(date.getTime()) * 1_000_000n
}

interface InstantMaker<Instant> {
  readonly Instant: { fromEpochNanoseconds(nanoseconds: bigint): Instant }
}

type Platform = typeof globalThis extends { Temporal: infer Known } ? Known : InstantMaker<unknown>
type InstantOf<Known> = Known extends InstantMaker<infer Instant> ? Instant : unknown

/** A `Temporal.Instant`, on platforms with Temporal. */
export function toInstant(nanoseconds: bigint): InstantOf<Platform> {
  const { Temporal } = globalThis as { readonly Temporal?: InstantMaker<InstantOf<Platform>> }
  if (!Temporal) throw new TypeError('this platform has no Temporal; use toDate')
  return Temporal.Instant.fromEpochNanoseconds(nanoseconds)
}

const SECOND = 1_000_000_000n
const DAY = 86_400
const FIRST = -62_167_219_200n * SECOND
const END = 253_402_300_800n * SECOND

const RFC3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9}0*)?(?:[Zz]|[+-]\d\d:\d\d)$/

function readTime(text: string): bigint | undefined {
  if (!RFC3339.test(text)) return undefined
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  const inDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  if (!inDay || hour > 23 || minute > 59 || second > 60) return undefined
  const zone = zoneMinutes(text)
  if (zone === undefined) return undefined
  const seconds =
    daysSince1970(year, month, day) * DAY + hour * 3600 + (minute - zone) * 60 + second
  // A leap second is the last second of a UTC day, and counts as the first of the next day.
  if (second === 60 && seconds % DAY !== 0) return undefined
  return BigInt(seconds) * SECOND + BigInt(fraction(text))
}

/** The fraction of the second in nanoseconds. */
function fraction(text: string): number {
  if (text.charCodeAt(19) !== 46) return 0
  let value = 0
  let digits = 0
  for (let at = 20; digits < 9; at++, digits++) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) break
    value = value * 10 + digit
  }
  return value * 10 ** (9 - digits)
}

function zoneMinutes(text: string): number | undefined {
  const sign = text.charCodeAt(text.length - 6)
  if (text.endsWith('Z') || text.endsWith('z')) return 0
  const hours = twoDigits(text, text.length - 5)
  const minutes = twoDigits(text, text.length - 2)
  if (hours > 23 || minutes > 59) return undefined
  return (sign === 45 ? -1 : 1) * (hours * 60 + minutes)
}

/** In the form that Go writes: UTC, the fraction without trailing zeros. */
function writeTime(nanoseconds: bigint): string {
  const seconds = floorDiv(nanoseconds, SECOND)
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19)
  const rest = nanoseconds - seconds * SECOND
  if (rest === 0n) return `${text}Z`
  return `${text}.${rest.toString().padStart(9, '0').replace(/0+$/, '')}Z`
}

function floorDiv(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
}

/** Counts years from 1 March, so that a leap day is the last day of its year. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const ofEra = shifted - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const days = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear
  return era * 146_097 + days - 719_468
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}
