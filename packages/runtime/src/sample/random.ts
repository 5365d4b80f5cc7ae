/**
 * A number from 0 to below 1 that depends on its arguments alone: a value of a place stays the same whatever else a
 * document describes.
 */
export function chance(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of parts.join('\0')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** One of several, by a number from 0 to below 1. */
export function pick<Item>(items: readonly Item[], share: number): Item | undefined {
  return items[Math.floor(share * items.length)]
}

/** Digits of a number system, each by a number of its own. */
export function digits(
  count: number,
  letters: string,
  ...parts: readonly (string | number)[]
): string {
  let text = ''
  while (text.length < count) {
    text += letters.charAt(Math.floor(chance(...parts, text.length) * letters.length))
  }
  return text
}
