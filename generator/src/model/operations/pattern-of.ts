/** A pattern in which only `*` is special; `star` is what it stands for. */
export function patternOf(pattern: string, star = '.*'): RegExp {
  const parts = pattern
    .split(/(\*\*\/?|\*)/)
    .map((part) => (part.startsWith('**') ? '.*' : part === '*' ? star : literalPattern(part)))
  return new RegExp(`^${parts.join('')}$`, 's')
}

/** A text as a pattern that only matches it. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
