import { urlOf } from '../../core/addresses.js'
import { valueAt } from '../../core/member.js'
import type { NextPage, ReadPage } from './walk.js'

/** A member of the input, from the outermost, or a header. */
type Into = readonly string[] | string

/** What the response calls the next page: at a pointer into its body, or in a header, `header:Name`. */
export function nextCursor(at: string, into: Into): NextPage {
  const [, header] = /^header:(.*)/i.exec(at) ?? []
  return {
    into,
    find: ({ data, headers }) => given(header ? headers.get(header) : valueAt(data, at)),
  }
}

/** The number of the page. The last one is empty, unless the response says which is the last. */
export function nextNumber(into: Into, first = 1): NextPage {
  return {
    into,
    counts: true,
    find: ({ items, at, more }) => (items.length > 0 || more ? Number(at ?? first) + 1 : undefined),
  }
}

/** How many items come before the page. The last one is empty, unless the response says which is the last. */
export function nextOffset(into: Into): NextPage {
  return {
    into,
    counts: true,
    find: ({ items, at }) => (items.length > 0 ? Number(at ?? 0) + items.length : undefined),
  }
}

/** A member of the last item, such as its id. */
export function nextAfterLast(at: string, into: Into): NextPage {
  return { into, find: ({ items }) => given(valueAt(items.at(-1), at)) }
}

/** The address with this relation in the `Link` header. */
export function nextLink(relation: string): NextPage {
  return { find: (page) => addressOf(linkIn(page.headers.get('link') ?? '', relation), page) }
}

/** The address at a pointer into the body. */
export function nextUrl(at: string): NextPage {
  return { find: (page) => addressOf(given(valueAt(page.data, at)), page) }
}

/** Services write that there is no next page in many ways; `0` may be the id of an item. */
function given(cursor: unknown): unknown {
  return cursor === null || cursor === '' || cursor === false ? undefined : cursor
}

function addressOf(address: unknown, { url }: ReadPage): unknown {
  // What is no text is not the name of a file either: `{ "href": … }` is refused as it is.
  return typeof address === 'string' ? (urlOf(address, url || undefined)?.href ?? address) : address
}

/** `<https://a.example/?page=2>; rel="next", …`: an address may contain commas, and a link several relations. */
function linkIn(header: string, relation: string): string | undefined {
  for (const [, address, parameters = ''] of header.matchAll(/<([^>]*)>((?:"[^"]*"|[^,"])*)/g)) {
    const [, quoted, word = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters) ?? []
    const relations = (quoted ?? word).toLowerCase().split(/\s+/)
    if (relations.includes(relation.toLowerCase())) return address
  }
  return undefined
}
