export interface Position {
  readonly line: number
  readonly column: number
}

/** The offsets at which the lines of a text begin. */
export function findLineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** A line by its number, the first being 1, without its end. */
export function lineOf(text: string, starts: readonly number[], number: number): string {
  const start = starts[number - 1]
  if (start === undefined) return ''
  const next = starts[number]
  return text.slice(start, next === undefined ? text.length : next - 1)
}

/** The line and column of an offset. */
export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
