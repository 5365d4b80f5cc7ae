import { isDictionary } from '../model/json.js'
import { escapeToken } from '../model/pointer.js'

// A document is untrusted input, so there are limits: far above real documents, and far below what would take
// minutes or all memory.

/** Deeper than any real document, and far from the depth at which reading would fail. */
const DEEPEST = 400
const MAX_PROPERTIES = 10_000
/** Members of one list of schemas or required names: a call with 65,536 arguments does not even load. */
const MAX_MEMBERS = 10_000
const MAX_VALUES = 6_000_000
const LONGEST_NAME = 10_000
export const LONGEST_ADDRESS = 10_000

const LISTS = new Set(
  'required type allOf oneOf anyOf prefixItems items dependentRequired dependencies'.split(' '),
)

export const TOO_DEEP = `it is nested more than ${DEEPEST} levels deep`

interface Level {
  readonly value: unknown
  readonly depth: number
  readonly key: string
  readonly outer?: Level
}

/** A value that exceeds a limit, and its location. */
export interface Excess {
  readonly message: string
  readonly pointer: string
  readonly code?: 'TW1011'
}

/** The first location that exceeds a limit. Not recursive itself, so that it cannot overflow the stack. */
export function excessIn(value: unknown): Excess | undefined {
  const open: Level[] = [{ value, depth: 0, key: '' }]
  let count = 0
  for (let level = open.pop(); level; level = open.pop()) {
    if (level.depth > DEEPEST) return { message: TOO_DEEP, pointer: pointerOf(level) }
    if (typeof level.value !== 'object' || level.value === null) continue
    const depth = level.depth + 1
    const keys = Object.keys(level.value)
    count += keys.length
    const message = excessOf(level, keys, count)
    if (message !== undefined) return { message, pointer: pointerOf(level), code: 'TW1011' }
    const values: unknown[] = Object.values(level.value)
    // Pushed in reverse, so that the first one is visited first.
    for (let at = keys.length - 1; at >= 0; at--) {
      const value = values[at]
      if (typeof value === 'object' && value !== null)
        open.push({ value, depth, key: keys[at] ?? '', outer: level })
    }
  }
  return undefined
}

function excessOf(
  { key, value, outer }: Level,
  keys: readonly string[],
  count: number,
): string | undefined {
  if (count > MAX_VALUES) return `the document has more than ${MAX_VALUES} values`
  if (Array.isArray(value) && keys.length > MAX_MEMBERS) {
    const keyword = [key, outer?.key].find((each) => each !== undefined && LISTS.has(each))
    if (keyword !== undefined) return `\`${keyword}\` has more than ${MAX_MEMBERS} members`
  }
  if (!isDictionary(value)) return undefined
  if (key === 'properties' && keys.length > MAX_PROPERTIES) {
    return `one schema has more than ${MAX_PROPERTIES} properties`
  }
  if (keys.some((name) => name.length > LONGEST_NAME)) {
    return `a name is longer than ${LONGEST_NAME} characters`
  }
  const { url } = value
  return typeof url === 'string' && url.length > LONGEST_ADDRESS
    ? `an address is longer than ${LONGEST_ADDRESS} characters`
    : undefined
}

function pointerOf(deepest: Level): string {
  let pointer = ''
  for (let level: Level | undefined = deepest; level?.outer; level = level.outer) {
    pointer = `/${escapeToken(level.key)}${pointer}`
  }
  return pointer
}
