import { pageAddress, urlOf } from '../../core/addresses.js'
import { checkOptions, headerPairs } from '../../core/check-options.js'
import type { Redact } from '../../core/redact.js'
import { stringifyExact } from '../bodies/exact-json.js'
import type { HttpApi, Inner } from '../client.js'
import type { HttpOperation } from '../operation.js'
import { type CallOptions, httpOptionForms } from '../options.js'
import type { PageState } from './page-state.js'
import { PaginationError } from './pagination-error.js'
import { type LoadedPage, type PageRule, type Pages, pagesFrom, withValueAt } from './walk.js'

/** Options of each call for a page. */
export interface PageOptions extends CallOptions {
  /** Goes on where earlier pages stopped. */
  readonly from?: PageState | undefined
}

/** All pages of an operation. */
export function pagesOf<Item, Input, Data, Failures>(
  api: HttpApi,
  operation: HttpOperation<Input, Data, Failures>,
  rule: PageRule,
  input: Input | undefined,
  { from, ...options }: PageOptions = {},
): Pages<Item, Data> {
  checkOptions(options, httpOptionForms)
  checkOptions({ from }, { object: 'from', 'number >= 0': 'from.skip', boolean: 'from.done' })
  const { into } = rule.next
  const baseUrl = options.baseUrl ?? operation.server ?? api.settings.baseUrl

  /** The same request to the address of a page. */
  function there(address: unknown): [typeof operation, CallOptions] {
    const url = urlOf(String(address))
    const home = urlOf(baseUrl, pageAddress())
    if (!url || url.origin !== home?.origin) {
      // Credentials never follow to another origin.
      const where = url ? `at ${url.origin}` : 'at no address'
      const what = `${operation.name}: the next page is ${where}, which is not that of baseUrl`
      const init = { operation: operation.name, state: { at: address } }
      throw api.redact(new PaginationError(what, init), options.headers)
    }
    const target = url.pathname + url.search
    const place: typeof operation.place = (placeable, given, type) => {
      const usual = operation.place?.(placeable, given, type) ?? { body: stringifyExact(given) }
      return { ...usual, target }
    }
    return [
      { ...operation, place },
      { ...options, baseUrl: url.origin },
    ]
  }

  async function load(at: unknown): Promise<LoadedPage<Data>> {
    const isFirst = at === undefined
    const [called, own] = isFirst || into ? [operation, options] : there(at)
    const headers =
      isFirst || typeof into !== 'string'
        ? own.headers
        : headerPairs(own.headers, { [into]: String(at) })
    const sent = isFirst || typeof into !== 'object' ? input : withValueAt(input, into, at)
    let response: Response | undefined
    const seeing: CallOptions & Inner = {
      ...own,
      headers,
      seen(one) {
        response = one
      },
    }
    const data = await api.call(called, sent as Input, seeing)
    return {
      data,
      headers: response?.headers ?? new Headers(),
      url: response?.url || urlOf(baseUrl, pageAddress())?.href || '',
    }
  }

  const clean: Redact = (shown) => api.redact(shown, options.headers)
  return pagesFrom(operation.name, rule, load, { input, from, clean, signal: options.signal })
}
