import type { LinkedPages, NextPage, Paginator } from '../model/extensions.js'
import { member, type Node, textAt, valueAt } from '../source/node.js'

/** `x-tagwire-paginator` */
export function paginator(node: Node): Paginator {
  const next = member(node, 'next')
  const name = textAt(node, 'name') ?? ''
  const items = textAt(node, 'items') ?? ''
  if (next) return { name, items, ...moreOf(node), next: nextPage(next.value) }
  const size = textAt(node, 'size')
  const most = valueAt(node, 'most')
  return {
    name,
    page: textAt(node, 'page') ?? '',
    ...(size === undefined ? {} : { size }),
    ...(typeof most === 'number' ? { most } : {}),
    items,
    total: textAt(node, 'total') ?? '',
  }
}

function moreOf(node: Node): Pick<LinkedPages, 'more'> {
  const more = textAt(node, 'more')
  return more === undefined ? {} : { more }
}

/** `next` as it is written, in a document or in a configuration. */
export function nextPage(written: unknown): NextPage {
  const { cursor, page, first, offset, last, link, url, into } = Object(written) as Written
  if (cursor !== undefined) return { by: 'cursor', at: cursor, into: into ?? '' }
  if (page !== undefined) {
    return { by: 'page', into: page, ...(first === undefined ? {} : { first }) }
  }
  if (offset !== undefined) return { by: 'offset', into: offset }
  if (last !== undefined) return { by: 'last', at: last, into: into ?? '' }
  if (link !== undefined) return { by: 'link', relation: link }
  return { by: 'url', at: url ?? '' }
}

/** The form that the vocabulary has checked. */
interface Written {
  readonly cursor?: string
  readonly page?: string
  readonly first?: number
  readonly offset?: string
  readonly last?: string
  readonly link?: string
  readonly url?: string
  readonly into?: string
}
