import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import { literalPattern } from '../../model/operations/pattern-of.js'
import type { Server } from '../../model/servers/server.js'
import { ANY_PREFIX, pathPattern } from './path-pattern.js'

/** Whether recorded traffic belongs to the servers of the document. */
export interface Addresses {
  /**
   * Why an address belongs to no server of the document; `undefined` if it does, or if the document names no host.
   */
  readonly elsewhere: (url: string) => string | undefined
  /** The path below the base path of a server; `undefined` if it belongs to none. */
  readonly pathBelow: (url: string) => string | undefined
  /** The document does not name the hosts of all its servers. */
  readonly isAnyHost: boolean
  /** Whether the address is one of this operation, at one of its servers. */
  readonly isOf: (operation: Operation, url: string) => boolean
}

/** A server, as a pattern of what is before the path. */
interface ServerPattern {
  /** Absent if the document does not know its host. */
  readonly host?: RegExp
  /** The text of a pattern. */
  readonly base: string
}

/** The servers of the document and of its operations, and further ones. */
export function createAddresses(model: Model, given: readonly string[] = []): Addresses {
  const { file } = model.document
  const source = { file, pointer: '' }
  const others = given.map((url) => serverPattern({ url }, file))
  const serverPatterns = (servers: readonly Server[]): ServerPattern[] => {
    const patterns = servers.map((each) => serverPattern(each, file))
    // Whoever names a server knows the host that the document leaves open.
    return others.length === 0 ? patterns : [...patterns.filter((each) => each.host), ...others]
  }
  // A document without servers is served from wherever it is.
  const ofDocument = serverPatterns(
    model.servers.length > 0 ? model.servers : [{ url: '/', source }],
  )
  const own = new Map(
    model.operations.flatMap((each) =>
      each.servers ? [[each, serverPatterns(each.servers)] as const] : [],
    ),
  )
  const all = [...new Set([...ofDocument, ...[...own.values()].flat()])]
  // What a document does not know cannot be compared: any host may be its own.
  const hosts = all.every((each) => each.host) ? all.flatMap((each) => each.host ?? []) : []

  const elsewhere = (url: string): string | undefined => {
    const address = addressOf(url)
    if (!address) return undefined
    const { host, path } = address
    // What a browser has in itself: `data:`, `blob:` and `about:`.
    if (host === '') return 'addresses without a host'
    if (hosts.length > 0 && !hosts.some((each) => each.test(host))) {
      return `${host} is no server of the document`
    }
    const near = all.filter((each) => !each.host || each.host.test(host))
    const isBelow = near.some(({ base }) => new RegExp(`^${base}(?:/|$)`).test(path))
    return isBelow ? undefined : `outside of the base path of the document, at ${host}`
  }

  const isOf = (operation: Operation, url: string): boolean => {
    const address = addressOf(url)
    const { binding } = operation
    if (!address || binding.kind !== 'http') return false
    const { host, path } = address
    const known = own.get(operation) ?? ofDocument
    return known.some(
      (each) =>
        (!each.host || each.host.test(host)) && pathPattern(binding.path, each.base).test(path),
    )
  }

  const pathBelow = (url: string): string | undefined => {
    const address = addressOf(url)
    if (!address || elsewhere(url) !== undefined) return undefined
    const { host, path } = address
    const near = ofDocument.filter((each) => !each.host || each.host.test(host))
    const below = near.flatMap(({ base }) => new RegExp(`^${base}(/.*)$`).exec(path)?.[1] ?? [])
    // With a longer base path, less is left.
    return below.sort((left, right) => left.length - right.length)[0]
  }

  return { elsewhere, isOf, pathBelow, isAnyHost: hosts.length === 0 }
}

function addressOf(url: string): { readonly host: string; readonly path: string } | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, port, pathname } = new URL(url)
  // The protocol may differ: sockets, and proxies in front of a server.
  return {
    host: port === '' || port === '80' || port === '443' ? hostname : `${hostname}:${port}`,
    path: pathname,
  }
}

/** The host of recorded traffic. */
export function hostOf(url: string): string | undefined {
  return addressOf(url)?.host
}

function serverPattern(
  server: Pick<Server, 'url' | 'template' | 'variables'>,
  document: string,
): ServerPattern {
  const { url, template = url, variables = [] } = server
  const [, address] = /^(?:[a-z][\w+.-]*|\{[^{}]*\}):\/\/(.*)$/i.exec(template) ?? []
  if (address === undefined)
    return relativePattern(template.startsWith('{') ? url : template, document)
  // Credentials are no part of a host.
  const [, authority = '', path = ''] = /^([^/?#]*)([^?#]*)/.exec(address) ?? []
  const host = authority.replace(/^.*@/, '')
  const valuesOf = (name: string): readonly string[] =>
    variables.find((each) => each.name === name)?.values ?? []
  const base = patternOf(path.replace(/\/+$/, ''), valuesOf, '[^/]+')
  if (isLoopback(host)) return { base }
  const text = patternOf(host.replace(/:(?:80|443)$/, '').toLowerCase(), valuesOf, '[^/]+?')
  // A port that is the usual one is not written.
  return {
    base,
    host: new RegExp(`^${text.replace(/:(\(\?:[^()]*\)|\[\^\/\]\+\?)$/, '(?::$1)?')}$`),
  }
}

/** A path is below wherever the document is from. */
function relativePattern(path: string, document: string): ServerPattern {
  if (/^https?:/i.test(document) && URL.canParse(path, document)) {
    return serverPattern({ url: new URL(path, document).href }, document)
  }
  const base = path.replace(/^\.+\//, '/').replace(/\/+$/, '')
  return { base: base === '' || base === '.' ? ANY_PREFIX : literalPattern(base) }
}

/** A document that names its developer's own machine does not know its host. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?::\d+)?$/i.test(host)
}

/** A pattern of a text with variables in braces. */
function patternOf(
  template: string,
  valuesOf: (name: string) => readonly string[],
  anything: string,
): string {
  return template
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      if (!part.startsWith('{')) return literalPattern(part)
      const values = valuesOf(part.slice(1, -1))
      return values.length > 0 ? `(?:${values.map(literalPattern).join('|')})` : anything
    })
    .join('')
}
