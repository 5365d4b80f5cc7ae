/** Where a value is: what it is called, and what surrounds it. */
export interface DrawContext {
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

const known = new Map<string, string[]>()

/** `createdAt`, `created_at` and `created-at` as words. Names are asked for again and again. */
export function wordsOf(name: string): string[] {
  const found = known.get(name) ?? wordsIn(name)
  if (known.size > 2000) known.clear()
  known.set(name, found)
  return found
}

function wordsIn(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
}
