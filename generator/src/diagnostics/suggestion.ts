/** The most similar known word, if it is similar enough for its length. */
export function nearest(
  word: string,
  known: readonly string[],
  mayDiffer: (candidate: string) => number = tolerance,
): string | undefined {
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > 2) continue
    const far = distance(word.toLowerCase(), candidate.toLowerCase())
    if (far > mayDiffer(candidate) || far >= least) continue
    best = candidate
    least = far
  }
  return best
}

/** The same as the help of a diagnostic. */
export function suggestion(word: string, known: readonly string[]): { help?: string } {
  const near = nearest(word, known)
  return near === undefined ? {} : { help: `Did you mean ${near}?` }
}

/** Short words are similar to many others: `not` to `note`, `if` to `id`. */
function tolerance(word: string): number {
  if (word.length <= 3) return 0
  return word.length <= 5 ? 1 : 2
}

/** The number of wrong, missing, additional and swapped letters. */
function distance(left: string, right: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1]
      const swapped = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      next.push(
        Math.min(
          at(row, j) + 1,
          at(next, j - 1) + 1,
          at(row, j - 1) + (same ? 0 : 1),
          swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  return at(row, right.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
