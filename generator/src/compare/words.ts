import type { Words } from '../model/operation.js'

/** Members of x-tagwire words that hold the name of a declaration. */
const POINTING: readonly string[] = ['notification', 'content']

/** The declarations that the words of an operation name. */
export function namedInWords(words: Words): string[] {
  return Object.values(words).flatMap((word) =>
    isDictionary(word)
      ? POINTING.map((key) => word[key]).filter((name) => typeof name === 'string')
      : [],
  )
}

/** A word as text that two documents can be compared by: names as the new one has them, no prose. */
export function wordText(word: unknown, renamed: ReadonlyMap<string, string>): string {
  const pointed = isDictionary(word) ? withNames(word, renamed) : word
  return canonical(pointed, (key) => key === 'description' || key === 'summary')
}

function withNames(
  word: Readonly<Record<string, unknown>>,
  renamed: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(word).map(([key, value]) => {
      const name = POINTING.includes(key) && typeof value === 'string' ? value : undefined
      return [key, name === undefined ? value : (renamed.get(name) ?? name)]
    }),
  )
}

/** JSON with keys in one order, without those that do not count. */
export function canonical(
  value: unknown,
  leavesOut: (key: string) => boolean = () => false,
): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    isDictionary(each)
      ? Object.fromEntries(
          Object.entries(each)
            .filter(([key]) => !leavesOut(key))
            .sort(([left], [right]) => (left < right ? -1 : 1)),
        )
      : each,
  )
  return text ?? 'undefined'
}

function isDictionary(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
