/**
 * Copies the edited lines of a re-serialized document into the author's text. A serializer may fold text and
 * pad brackets differently from the author, so lines are matched by content.
 */
export function spliceLines(
  lines: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let same = 0
  const most = Math.min(before.length, after.length) - start
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++
  const pairs = pairUp(before, lines)
  const [from, firstLine] = beginning(pairs, start, lines.length)
  const [to, endLine] = ending(pairs, before.length - same, lines.length)
  const isInsertion = from === start && to === start
  const changed = after.slice(from, after.length - (before.length - to))
  return [
    ...lines.slice(0, firstLine),
    ...asAuthor(lines, changed),
    ...lines.slice(isInsertion ? firstLine : endLine),
  ]
}

/** For each serialized line, the author's line with the same content. */
type Pairs = readonly (number | undefined)[]

/** Where the change begins; earlier if the lines above it are folded differently. */
function beginning(pairs: Pairs, start: number, length: number): [from: number, line: number] {
  for (let from = start; from > 0; from--) {
    const above = pairs[from - 1]
    if (above !== undefined) return [from, above + 1]
    const here = from === pairs.length ? length : pairs[from]
    if (from === start && here !== undefined) return [from, here]
  }
  return [0, 0]
}

function ending(pairs: Pairs, end: number, length: number): [to: number, line: number] {
  for (let to = end; to < pairs.length; to++) {
    const here = pairs[to]
    if (here !== undefined) return [to, here]
    const above = to === 0 ? -1 : pairs[to - 1]
    if (to === end && above !== undefined) return [to, above + 1]
  }
  return [pairs.length, length]
}

/** How many lines a text may be folded into. */
const FAR = 200

function pairUp(before: readonly string[], lines: readonly string[]): Pairs {
  const [left, right] = [before.map(withoutSpaces), lines.map(withoutSpaces)]
  const pairs: (number | undefined)[] = before.map(() => undefined)
  let [index, line] = [0, 0]
  while (index < left.length && line < right.length) {
    if (left[index] !== right[line]) {
      const next = nextPair(left, right, index, line)
      if (!next) break
      ;[index, line] = next
    }
    pairs[index++] = line++
  }
  return pairs
}

/** The nearest lines from which both texts continue in the same way. */
function nextPair(
  left: readonly string[],
  right: readonly string[],
  index: number,
  line: number,
): [index: number, line: number] | undefined {
  for (let distance = 1; distance <= FAR; distance++) {
    for (let skipped = 0; skipped <= distance; skipped++) {
      const [at, other] = [index + skipped, line + distance - skipped]
      const isSame = left[at] !== undefined && left[at] === right[other]
      const goesOn = left[at + 1] === right[other + 1]
      if (isSame && (goesOn || left[at + 1] === undefined)) return [at, other]
    }
  }
  return undefined
}

function withoutSpaces(line: string): string {
  return line.replaceAll(/\s+/g, '')
}

/** Most people write `[a, b]` without padding, but `{ a: b }` with it. */
function asAuthor(lines: readonly string[], changed: readonly string[]): string[] {
  if (lines.some((line) => line.includes('[ '))) return [...changed]
  // The type `"null"` is the only text in quotes that may be beside brackets.
  return changed.map((line) =>
    /["']/.test(line.replaceAll('"null"', ''))
      ? line
      : line.replaceAll('[ ', '[').replaceAll(' ]', ']'),
  )
}
