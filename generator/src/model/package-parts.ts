/** What a package may have beside the types, unions, enumerations and schema that every package has. */
export const PARTS = ['client', 'validate', 'decode', 'mock'] as const

export type Part = (typeof PARTS)[number]

export function isPart(word: unknown): word is Part {
  return PARTS.some((part) => part === word)
}
