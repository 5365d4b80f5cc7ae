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
