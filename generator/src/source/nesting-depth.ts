import { escapeToken } from './pointer.js'

/** Deeper than anything that people write, and far from where reading it would fail. */
const DEEPEST = 400

export const TOO_DEEP = `more than ${DEEPEST} levels stand inside one another`

interface Level {
  readonly value: unknown
  readonly depth: number
  readonly key: string
  readonly outer?: Level
}

/** The pointer of the first place that lies too deep. Does not recurse itself. */
export function tooDeepIn(value: unknown): string | undefined {
  const open: Level[] = [{ value, depth: 0, key: '' }]
  for (let level = open.pop(); level; level = open.pop()) {
    if (level.depth > DEEPEST) return pointerOf(level)
    if (typeof level.value !== 'object' || level.value === null) continue
    const depth = level.depth + 1
    const inner = Object.entries(level.value)
    // Backwards, so that the first of them is looked into first.
    for (let at = inner.length - 1; at >= 0; at--) {
      const [key = '', value] = inner[at] ?? []
      if (typeof value === 'object' && value !== null)
        open.push({ value, depth, key, outer: level })
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
