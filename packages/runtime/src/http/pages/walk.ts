import { memberAt, valueAt } from '../../core/member.js'
import type { Redact } from '../../core/redact.js'
import type { PageState } from './page-state.js'
import { PaginationError } from './pagination-error.js'

export interface Page<Item, Data> {
  readonly items: readonly Item[]
  /** The whole response. */
  readonly data: Data
  /** Where the listing goes on after this page. */
  readonly state: PageState
}

/** All items of all pages, one after the other. A page is only requested when it is needed. */
export interface Pages<Item, Data> extends AsyncIterable<Item> {
  pages(): AsyncIterableIterator<Page<Item, Data>>
  /** Where the listing goes on after the item or page that was delivered last. */
  readonly state: PageState
}

/** A response with a page. */
export interface LoadedPage<Data = unknown> {
  readonly data: Data
  readonly headers: Headers
  /** Its address, from which relative ones are resolved. */
  readonly url: string
}

/** A page that has been read. */
export interface ReadPage extends LoadedPage {
  readonly items: readonly unknown[]
  /** What led to it, if that is known. */
  readonly at: unknown
  /** What it says about more pages, if it says something. */
  readonly more: unknown
}

/** How one page leads to the next. */
export interface NextPage {
  /** Where the next page is; `undefined` if this is the last one. */
  readonly find: (page: ReadPage) => unknown
  /** What leads to a page: a member of the input, from the outermost, or a header. If absent, an address. */
  readonly into?: readonly string[] | string | undefined
  /** Pages are counted: two that are the same mean that the service does not know what leads to them. */
  readonly counts?: boolean | undefined
}

/** `x-tagwire-paginator` */
export interface PageRule {
  /** A pointer to the array in the response. */
  readonly items: string
  /** A pointer to what says whether there are more pages. */
  readonly more?: string | undefined
  readonly next: NextPage
}

export interface PagesInit {
  readonly input: unknown
  readonly from: PageState | undefined
  readonly signal: AbortSignal | undefined
  /** Removes credentials, which addresses and cursors may contain. */
  readonly clean: Redact
}

/** The pages that `load` reads, beginning at a state. */
export function pagesFrom<Item, Data>(
  operation: string,
  { items: list, more, next }: PageRule,
  load: (at: unknown) => Promise<LoadedPage<Data>>,
  { input, from = {}, clean, signal }: PagesInit,
): Pages<Item, Data> {
  // The first page may have a place, too.
  const start = typeof next.into === 'object' ? next.into.reduce(memberAt, input) : undefined
  let state = from

  async function* walk(): AsyncGenerator<Page<Item, Data> & { readonly now: PageState }> {
    const known = new Set<string>()
    let before: string | undefined
    for (let now = from; !now.done; ) {
      const { at = start } = now
      known.add(JSON.stringify(at))
      const page = await load(now.at)
      // What leads to the first page is its address, too.
      if (!next.into) known.add(JSON.stringify(page.url))
      const fail = (what: string): Error =>
        clean(new PaginationError(`${operation}: ${what}`, { operation, state: now }))
      const items = valueAt(page.data, list)
      if (!Array.isArray(items)) throw fail(`there is no array at ${JSON.stringify(list)}`)
      const says = more === undefined ? undefined : valueAt(page.data, more)
      // The number of the next page may be null at the end. Elsewhere null says nothing: what leads on may be there.
      const isLast = says === null ? next.counts : says !== undefined && !says
      const found = isLast ? undefined : next.find({ ...page, items, at, more: says })
      if (found === undefined && says) throw fail('there are more pages, but it is not said where')
      if (found !== undefined && known.has(JSON.stringify(found))) {
        throw fail(`the page at ${String(found).slice(0, 100)} comes twice`)
      }
      const looks = next.counts ? looksOf(items) : undefined
      if (looks !== undefined && looks === before) throw fail('the same page comes twice')
      before = looks
      const after: PageState = found === undefined ? { done: true } : { at: found }
      yield { items, data: page.data, state: after, now }
      now = after
    }
  }

  return {
    get state() {
      return state
    },
    async *pages() {
      state = from
      for await (const { items, data, state: after, now } of walk()) {
        state = after
        yield { items: items.slice(now.skip), data, state }
      }
    },
    async *[Symbol.asyncIterator]() {
      state = from
      for await (const { items, state: after, now } of walk()) {
        const { skip = 0 } = now
        for (const [index, item] of items.slice(skip).entries()) {
          // The items of a page that has been read wait for nothing else that would notice.
          signal?.throwIfAborted()
          const delivered = skip + index + 1
          state = delivered < items.length ? { ...now, skip: delivered } : after
          yield item
        }
        state = after
      }
    },
  }
}

/** Enough of a page to tell it from others; nothing for pages of plain values, which may repeat. */
export function looksOf(items: readonly unknown[]): string | undefined {
  if (Object(items[0]) !== items[0]) return undefined
  return JSON.stringify([items.length, items[0], items.at(-1)])
}

/** The input with a value at a path; everything else stays as it is. */
export function withValueAt(input: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...deeper] = path
  if (key === undefined) return value
  return { ...Object(input ?? {}), [key]: withValueAt(memberAt(input, key), deeper, value) }
}
