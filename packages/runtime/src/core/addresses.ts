/**
 * The URL of the page or worker; `undefined` in other programs. Copies of this file are compiled in apps that
 * do not load the types of the DOM.
 */
export function pageAddress(): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  return location?.href
}

/** The origin of a URL; a relative one belongs to the page, and outside a page all share one nameless origin. */
export function originOf(url: string): string {
  const base = pageAddress() ?? 'http://relative.invalid'
  return URL.canParse(url, base) ? new URL(url, base).origin : url
}

/** The key under which clients and transports have a function that returns their URL, which may contain credentials. */
export const serverUrl: unique symbol = Symbol.for('tagwire.url')

/** The key under which a client of `withScope` has its scope. */
const scopeKey: unique symbol = Symbol.for('tagwire.scope')

/**
 * What distinguishes the data of a client from that of others, for the keys of a cache: its scope if it has one, else
 * its server. The same in every process. A path or query may contain a key, so only their hash is in it.
 */
export function cacheScope(client: object): string | undefined {
  const { [scopeKey]: scope, [serverUrl]: url }: Scoped = client
  if (scope !== undefined || !url) return scope
  const [, origin = '', rest = ''] = /^(\w+:\/\/[^/?#]*)?\/?(.*)$/s.exec(url()) ?? []
  return rest === '' ? origin : `${origin}#${hashOf(rest)}`
}

interface Scoped {
  readonly [scopeKey]?: string
  readonly [serverUrl]?: () => string
}

/** The same client with a scope of its own. */
export function withScope<Client extends object>(client: Client, scope: string): Client {
  return Object.create(client, { [scopeKey]: { value: scope } })
}

/** FNV-1a. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}
