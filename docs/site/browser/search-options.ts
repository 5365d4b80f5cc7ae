import type { Options } from 'minisearch'

/** One target: a page, or a part of one below its heading. */
export interface SearchEntry {
  /** From the root, with the anchor of a part. */
  readonly path: string
  readonly title: string
  /** The title of the page, for a part of it. */
  readonly of?: string
  readonly kind: string
  /** How much this kind of page counts. */
  readonly weight: number
  readonly text: string
  readonly names: string
}

/** Names are found whole and by their parts: `tx_hash` by `tx_hash`, `tx` and `hash`. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_$]+/u).flatMap((word) => {
    const parts = word.split(/_|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part !== '')
    return parts.length > 1 ? [word, ...parts] : parts
  })
}

/** `handle`, `handles`, `handled` and `handling` are one word; names with digits or underscores stay as they are. */
function stemOf(term: string): string {
  const word = term.toLowerCase()
  return word.length > 4 && /^\p{L}+$/u.test(word) ? word.replace(/(?:ings?|ed|es|s|e)$/, '') : word
}

/** Names and codes may be looked up by their exact text, whatever they weigh. */
const EXACT = 3

export const SEARCH_OPTIONS: Options<SearchEntry & { readonly id: number }> = {
  fields: ['title', 'of', 'names', 'text'],
  storeFields: ['path', 'title', 'of', 'kind', 'weight', 'text'],
  tokenize: wordsOf,
  processTerm: stemOf,
  searchOptions: {
    boost: { title: 5, of: 2, names: 1.2 },
    weights: { prefix: 0.5, fuzzy: 0.2 },
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 4 && !/\d/.test(term) ? 0.2 : false),
    boostDocument: (_id, term, stored) => {
      const isNamed = stemOf(String(stored?.title)) === term
      return Number(stored?.weight) * (isNamed ? EXACT : 1)
    },
  },
}
