import type { Faults } from './faults.js'

/** Integers up to here are written in digits; anything beyond is a measurement, not a count. */
const MAX_DIGITS = 1e21

const TOLD = 'holds an integer beyond 2^53, which would be rounded'

/** Returns the value, unless it contains numbers that were rounded. */
export function unrounded(value: unknown, path: string, faults: Faults): unknown {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const each = left.pop()
    if (isRounded(each)) return faults.add(path, TOLD)
    // One by one, because a list can be longer than the arguments that a call takes.
    if (typeof each === 'object' && each !== null) {
      for (const inside of Object.values(each)) left.push(inside)
    }
  }
  return value
}

function isRounded(value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value))
    return false
  return Math.abs(value) < MAX_DIGITS
}

/** The value of a JSON text in which every number is exact; `undefined` if there is none. */
export function parseUnrounded(
  text: string,
  path: string,
  faults: Faults,
): { readonly value: unknown } | undefined {
  const value = parse(text)
  if (!value) return undefined
  let inText = false
  for (const [token] of text.matchAll(/\\.|"|-?\d[\d.eE+-]*/g)) {
    if (token === '"') inText = !inText
    else if (!inText && isRoundedText(token)) {
      faults.add(path, TOLD)
      return value
    }
  }
  return value
}

function isRoundedText(token: string): boolean {
  // A text that is written back unchanged was exact.
  return /^-?\d{16,}$/.test(token) && String(Number(token)) !== token
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
