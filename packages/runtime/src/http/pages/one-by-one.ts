import type { PageState } from './page-state.js'
import { PaginationError } from './pagination-error.js'
import { looksOf } from './walk.js'

/** Where a page is that a cache reads on its own; plain JSON. */
export interface PagePosition extends PageState {
  /** The page has been read before: to read it is an error. */
  readonly twice?: true
}

interface ReadPage {
  readonly items: readonly unknown[]
  readonly state: PageState
}

/** One page, for caches that keep pages and read them one by one. */
export async function onePage<Page>(
  operation: string,
  position: PagePosition,
  pages: { pages(): AsyncIterable<Page> },
): Promise<Page> {
  if (!position.twice) for await (const page of pages.pages()) return page
  const what = position.twice ? 'the next page has been read before' : 'there is no such page'
  throw new PaginationError(`${operation}: ${what}`, { operation, state: position })
}

/**
 * Where the page after these is; `undefined` after the last one. `counts` says that pages are counted: two that are the
 * same mean that the service does not know what leads to them.
 */
export function positionAfter(
  pages: readonly ReadPage[],
  positions: readonly PagePosition[],
  counts = false,
): PagePosition | undefined {
  const [before, last] = [pages.at(-2), pages.at(-1)]
  if (!last || last.state.done) return undefined
  const at = JSON.stringify(last.state.at)
  const isKnown = positions.some((each) => JSON.stringify(each.at) === at)
  const looks = counts && before ? looksOf(last.items) : undefined
  const isSame = looks !== undefined && looks === looksOf(before?.items ?? [])
  return isKnown || isSame ? { ...last.state, twice: true } : last.state
}
