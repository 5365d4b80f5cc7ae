/** A pattern in which only `*` is special; `star` is what it stands for. */
export function patternOf(pattern: string, star = '.*'): RegExp {
  const parts = pattern
    .split(/(\*\*\/?|\*)/)
    .map((part) => (part.startsWith('**') ? '.*' : part === '*' ? star : escaped(part)))
  return new RegExp(`^${parts.join('')}$`, 's')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
