/** Where a value is: what it is called, and what surrounds it. */
export interface Place {
  readonly seed: number
  /** Its place in the whole value. */
  readonly path: string
  /** The name of the field, or of the list that contains it. */
  readonly name: string
  /** The name of the type or field around it. */
  readonly owner: string
  /** Which item of the innermost list it belongs to. */
  readonly index: number
  readonly depth: number
  /** The types that it is inside of. */
  readonly inside: readonly string[]
}

/** `createdAt`, `created_at` and `created-at` as words. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
}
