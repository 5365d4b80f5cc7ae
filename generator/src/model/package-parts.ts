/** What a package may have beside the types, unions and enumerations that every package has. */
export const PARTS = ['client', 'schema', 'validate', 'mock'] as const

export type Part = (typeof PARTS)[number]

export function isPart(word: unknown): word is Part {
  return PARTS.some((part) => part === word)
}
