import type { LinkedPages, NextPage } from '../extensions.js'
import type { Model } from '../model.js'
import type { Operation, Parameter } from '../operations/operation.js'
import { escapeToken } from '../pointer.js'
import type { Field, Shape } from '../shapes/shape.js'
import { pageFault, pageItem, pageShape, resolved } from './page-fault.js'

type Declared = Pick<Model, 'declarations'>

/**
 * A paginator for an operation that plainly follows a convention. Only suggested: nobody but the service knows whether
 * it means the same.
 */
export function suggestedPages(model: Declared, operation: Operation): LinkedPages | undefined {
  const { binding, extensions } = operation
  if (binding.kind !== 'http' || binding.method !== 'GET' || extensions.paginator) return undefined
  const lists = pointersTo(model, pageShape(operation), ({ kind }) => kind === 'list')
  const [items, ...others] = lists.filter((pointer) => pointer.split('/').length <= 3)
  if (items === undefined || others.length > 0) return undefined
  const next = nextIn(model, operation, items)
  if (!next) return undefined
  const more = flagIn(model, operation)
  const pages: LinkedPages = {
    name: `${operation.name}All`,
    items,
    ...(more === undefined || next.by === 'link' || next.by === 'url' ? {} : { more }),
    next,
  }
  return pageFault(model, operation, pages) ? undefined : pages
}

function nextIn(model: Declared, operation: Operation, items: string): NextPage | undefined {
  const { outputs } = operation
  if (outputs.some(({ headers = [] }) => headers.some(({ name }) => /^link$/i.test(name)))) {
    return { by: 'link', relation: 'next' }
  }
  return (
    cursorIn(model, operation) ??
    lastIn(model, operation, items) ??
    addressIn(model, operation) ??
    countedBy(operation)
  )
}

/** `nextPageToken` beside the parameter `pageToken`, `next_cursor` beside `cursor`, … */
function cursorIn(model: Declared, operation: Operation): NextPage | undefined {
  const response = pageShape(operation)
  const texts = pointersTo(model, response, isText)
  for (const at of texts) {
    const name = plain(at)
    if (!/^next.*(?:cursor|token)$|^(?:cursor|continuation(?:token)?)$/.test(name)) continue
    const rest = name.replace(/^next/, '')
    const known = [name, rest, rest.replace(/^page/, ''), 'cursor', 'after', 'continuation']
    const into = queryParameters(operation).find((each) => known.includes(plain(each.name)))
    if (into) return { by: 'cursor', at, into: into.name }
  }
  return undefined
}

/** `starting_after` takes the id of the last item. */
function lastIn(model: Declared, operation: Operation, items: string): NextPage | undefined {
  const into = queryParameters(operation).find(({ name }) => plain(name) === 'startingafter')
  const list = pageItem(model, operation, items)
  const hasId = list && fieldsOf(model, list).some(({ name }) => name === 'id')
  return into && hasId ? { by: 'last', at: '/id', into: into.name } : undefined
}

/** `next` beside `previous`, `count` or `results`, without a parameter for it. */
function addressIn(model: Declared, operation: Operation): NextPage | undefined {
  const fields = fieldsOf(model, pageShape(operation))
  const names = fields.map(({ name }) => name)
  const next = fields.find(({ name }) => name === 'next')
  const isUsual =
    names.includes('previous') && (names.includes('results') || names.includes('count'))
  return next && isUsual && isText(resolved(model, next.shape))
    ? { by: 'url', at: '/next' }
    : undefined
}

function countedBy(operation: Operation): NextPage | undefined {
  const find = (...known: readonly string[]): Parameter | undefined =>
    queryParameters(operation).find(({ name }) => known.includes(plain(name)))
  const page = find('page', 'pagenumber', 'pageno', 'pageindex')
  if (page) return { by: 'page', into: page.name }
  const offset = find('offset', 'skip')
  return offset ? { by: 'offset', into: offset.name } : undefined
}

/** What says whether there are more pages. */
function flagIn(model: Declared, operation: Operation): string | undefined {
  const flags = pointersTo(
    model,
    pageShape(operation),
    (shape) => shape.kind === 'scalar' && shape.type === 'boolean',
  )
  return flags.find((pointer) => /^has(?:more|next|nextpage|moreresults)$/.test(plain(pointer)))
}

function queryParameters({ input }: Operation): readonly Parameter[] {
  return input.parameters.filter(({ place }) => place === 'query')
}

/** Pointers to such members: of the response, and of the objects in it. */
function pointersTo(
  model: Declared,
  shape: Shape | undefined,
  isWanted: (shape: Shape) => boolean,
  depth = 0,
): string[] {
  if (!shape) return []
  const found = resolved(model, shape)
  if (isWanted(found)) return ['']
  if (depth === 2) return []
  return fieldsOf(model, found).flatMap(({ name, shape: each }) =>
    pointersTo(model, each, isWanted, depth + 1).map(
      (pointer) => `/${escapeToken(name)}${pointer}`,
    ),
  )
}

function fieldsOf(model: Declared, shape: Shape | undefined): readonly Field[] {
  const found = shape && resolved(model, shape)
  return found?.kind === 'record' ? found.fields : []
}

function isText(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.type === 'string'
}

/** The last name of a pointer, without case and separators. */
function plain(pointer: string): string {
  return pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
}
