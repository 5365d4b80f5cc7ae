import { escapeToken } from './pointer.js'

// A document is untrusted input, so what reading it may take has limits: far above what people write,
// and far below where it would take all memory or minutes.

/** Deeper than anything that people write, and far from where reading it would fail. */
const DEEPEST = 400
const MOST_PROPERTIES = 10_000
const MOST_VALUES = 6_000_000
const LONGEST_NAME = 10_000
const LONGEST_ADDRESS = 10_000

export const TOO_DEEP = `more than ${DEEPEST} levels stand inside one another`

interface Level {
  readonly value: unknown
  readonly depth: number
  readonly key: string
  readonly outer?: Level
}

/** What goes beyond a limit, and where. */
export interface Excess {
  readonly message: string
  readonly pointer: string
  readonly code?: 'TW1011'
}

/** The first place that goes beyond a limit. Does not recurse itself. */
export function excessIn(value: unknown): Excess | undefined {
  const open: Level[] = [{ value, depth: 0, key: '' }]
  let count = 0
  for (let level = open.pop(); level; level = open.pop()) {
    if (level.depth > DEEPEST) return { message: TOO_DEEP, pointer: pointerOf(level) }
    if (typeof level.value !== 'object' || level.value === null) continue
    const depth = level.depth + 1
    const inner = Object.entries(level.value)
    count += inner.length
    const message = excessOf(level, inner, count)
    if (message !== undefined) return { message, pointer: pointerOf(level), code: 'TW1011' }
    // Backwards, so that the first of them is looked into first.
    for (let at = inner.length - 1; at >= 0; at--) {
      const [key = '', value] = inner[at] ?? []
      if (typeof value === 'object' && value !== null)
        open.push({ value, depth, key, outer: level })
    }
  }
  return undefined
}

function excessOf(
  { key, value }: Level,
  inner: readonly (readonly [string, unknown])[],
  count: number,
): string | undefined {
  if (count > MOST_VALUES) return `the document has more than ${MOST_VALUES} values`
  if (Array.isArray(value)) return undefined
  if (key === 'properties' && inner.length > MOST_PROPERTIES) {
    return `one schema has more than ${MOST_PROPERTIES} properties`
  }
  for (const [name, each] of inner) {
    if (name.length > LONGEST_NAME) return `a name is longer than ${LONGEST_NAME} characters`
    if (name === 'url' && typeof each === 'string' && each.length > LONGEST_ADDRESS) {
      return `an address is longer than ${LONGEST_ADDRESS} characters`
    }
  }
  return undefined
}

function pointerOf(deepest: Level): string {
  let pointer = ''
  for (let level: Level | undefined = deepest; level?.outer; level = level.outer) {
    pointer = `/${escapeToken(level.key)}${pointer}`
  }
  return pointer
}
