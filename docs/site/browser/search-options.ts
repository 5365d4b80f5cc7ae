import type { Options } from 'minisearch'

export interface SearchEntry {
  readonly id: number
  readonly path: string
  readonly title: string
  readonly kind: string
  readonly summary: string
  readonly names: string
}

/** Names are found whole and by their parts: `tx_hash` by `tx_hash`, `tx` and `hash`. */
function tokenize(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_$]+/u).flatMap((word) => {
    const parts = word.split(/_|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part !== '')
    return parts.length > 1 ? [word, ...parts] : parts
  })
}

/**
 * Shared by the builder and the browser: an index has to be read with the options that it was written with.
 */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'names', 'summary'],
  storeFields: ['path', 'title', 'kind', 'summary'],
  tokenize,
  searchOptions: {
    boost: { title: 4, names: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 5 && !/\d/.test(term) ? 0.15 : false),
    combineWith: 'AND',
  },
}
