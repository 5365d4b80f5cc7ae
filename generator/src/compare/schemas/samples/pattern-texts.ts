import { type PatternPart, patternOf } from '../../../check/samples.js'

/**
 * A few texts that a pattern probably matches, of characters at the ends of its classes. It does not know everything
 * about patterns: callers try the texts.
 */
export function textsLike(source: string): string[] {
  const part = patternOf(source)
  if (!part) return []
  const texts = [0, 1, 8].flatMap((more) => [0, 1, 2].map((pick) => textOf(part, more, pick)))
  return [...new Set(texts)].filter((each) => each.length < LONGEST)
}

const LONGEST = 300

function textOf(part: PatternPart, more: number, pick: number): string {
  if ('letters' in part) {
    const ends = endsOf([...part.letters])
    return ends[pick % ends.length] ?? ''
  }
  if ('row' in part) return part.row.map((each) => textOf(each, more, pick)).join('')
  if ('either' in part) {
    const chosen = part.either[pick % part.either.length]
    return chosen ? textOf(chosen, more, pick) : ''
  }
  const times = Math.min(part.most, part.least + more, LONGEST)
  return textOf(part.of, more, pick).repeat(times)
}

/** The first and the last letter or digit, and of what is neither: texts with them differ most. */
function endsOf(letters: readonly string[]): string[] {
  const usual = letters.filter((each) => /[a-z\d]/i.test(each))
  const others = letters.filter((each) => !usual.includes(each))
  const ends = [usual[0], others[0], usual.at(-1), others.at(-1)]
  return [...new Set(ends.flatMap((each) => each ?? []))]
}
