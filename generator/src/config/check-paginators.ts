import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import { PAGE_LINKS, type PageLink, type PaginatorRule } from '../model/pages/paginator-rule.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { configFault } from './check-options.js'

const EXAMPLE = "{ operations: 'list*', items: '/data', next: { cursor: '/next', into: 'cursor' } }"
const MEMBERS = ['operations', 'name', 'items', 'more', 'next']

export function checkPaginators(
  value: unknown,
  label: string,
  at: Source,
): readonly PaginatorRule[] {
  if (!Array.isArray(value)) {
    throw configFault(`${label} has to be a list of rules`, {
      at,
      help: `For example \`[${EXAMPLE}]\`.`,
    })
  }
  return value.map((each: unknown, index) =>
    checkRule(each, `${label}[${index}]`, below(at, String(index))),
  )
}

function checkRule(value: unknown, label: string, at: Source): PaginatorRule {
  if (!isDictionary(value)) {
    throw configFault(`${label} has to be a rule`, { at, help: `For example \`${EXAMPLE}\`.` })
  }
  checkMembers(value, MEMBERS, label, at)
  const { operations, name, items, more } = value
  const patterns: readonly unknown[] = [operations].flat()
  if (patterns.length === 0 || !patterns.every((each) => typeof each === 'string' && each !== '')) {
    throw configFault(`${label}.operations has to name operations`, {
      at: below(at, 'operations'),
      help: "For example `'list*'`, or a list of names.",
    })
  }
  if (name !== undefined && !(typeof name === 'string' && isMethodName(name))) {
    throw configFault(`${label}.name has to be the name of a method`, {
      at: below(at, 'name'),
      help: "`{operation}` stands for the operation: `'{operation}All'`.",
    })
  }
  return {
    operations: patterns.map(String),
    ...(name === undefined ? {} : { name }),
    items: pointerOf(items, `${label}.items`, below(at, 'items')),
    ...(more === undefined ? {} : { more: pointerOf(more, `${label}.more`, below(at, 'more')) }),
    next: checkLink(value.next, `${label}.next`, below(at, 'next')),
  }
}

function isMethodName(name: string): boolean {
  return /^[a-z][A-Za-z0-9]*$/.test(name.replaceAll('{operation}', 'x'))
}

function pointerOf(value: unknown, label: string, at: Source): string {
  if (typeof value === 'string' && /^(\/[^/]*)*$/.test(value)) return value
  throw configFault(`${label} has to be a JSON pointer`, {
    at,
    help: "For example `'/data'`; empty if the response is the array.",
  })
}

function checkLink(value: unknown, label: string, at: Source): PageLink {
  const known = Object.keys(PAGE_LINKS)
  const help = `Write one of ${known.join(', ')}: \`{ cursor: '/next', into: 'cursor' }\`.`
  if (!isDictionary(value)) {
    throw configFault(`${label} has to say how one page leads to the next`, { at, help })
  }
  const kinds = Object.keys(value).filter((key) => known.includes(key))
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1) {
    const [first] = Object.keys(value)
    const near = kind === undefined && first !== undefined ? suggestion(first, known) : {}
    throw configFault(`${label} has to say how one page leads to the next`, { at, help, ...near })
  }
  checkMembers(value, [kind, ...(PAGE_LINKS[kind] ?? [])], label, at)
  const { cursor, page, first, offset, last, link, url, into } = value
  const text = (key: string, found: unknown): string => {
    if (typeof found === 'string' && found !== '') return found
    throw configFault(`${label}.${key} has to be a text`, { at: below(at, key) })
  }
  if (cursor !== undefined) return { cursor: text('cursor', cursor), into: text('into', into) }
  if (last !== undefined)
    return { last: pointerOf(last, `${label}.last`, at), into: text('into', into) }
  if (offset !== undefined) return { offset: text('offset', offset) }
  if (link !== undefined) return { link: text('link', link) }
  if (url !== undefined) return { url: pointerOf(url, `${label}.url`, at) }
  if (first === undefined) return { page: text('page', page) }
  if (typeof first === 'number' && Number.isInteger(first))
    return { page: text('page', page), first }
  throw configFault(`${label}.first has to be an integer`, { at: below(at, 'first') })
}

function checkMembers(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  label: string,
  at: Source,
): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown === undefined) return
  throw configFault(`${label} has an unknown option ${JSON.stringify(unknown)}`, {
    at: below(at, unknown),
    help: `Known are ${known.join(', ')}.`,
    ...suggestion(unknown, known),
  })
}
