/** The known word that was probably meant, as the help of a diagnostic. */
export function suggestion(word: string, known: readonly string[]): { help?: string } {
  const near = known.find((candidate) => distance(word.toLowerCase(), candidate.toLowerCase()) <= 2)
  return near === undefined ? {} : { help: `Did you mean ${near}?` }
}

/** Levenshtein distance; the words are short. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row[right.length] ?? 0
}
