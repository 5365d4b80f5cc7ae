import { checkOptions } from './check-options.js'
import { sha256 } from './sha256.js'

/**
 * The URL of the page or worker; `undefined` in other programs. Copies of this file are compiled in apps that
 * do not load the types of the DOM.
 */
export function pageAddress(): string | undefined {
  return (globalThis as { readonly location?: { readonly href: string } }).location?.href
}

/** The URL of a reference, or `undefined` if it is none. */
export function urlOf(reference: string, base?: string): URL | undefined {
  try {
    return new URL(reference, base)
  } catch {
    return undefined
  }
}

/** The origin of a URL; a relative one belongs to the page, and outside a page all share one nameless origin. */
export function originOf(url: string): string {
  return urlOf(url, pageAddress() ?? 'http://a.invalid')?.origin ?? url
}

/** The key under which clients and transports have a function that returns their URL, which may contain credentials. */
export const serverUrl: unique symbol = Symbol.for('tagwire.url')

/**
 * The key under which clients and transports have a function that returns on whose behalf they call: their own headers,
 * and functions that know credentials. A function, so that printing a client shows none.
 */
export const callerKey: unique symbol = Symbol.for('tagwire.caller')

/** The key under which a client of `withScope` has its scope. */
const scopeKey: unique symbol = Symbol.for('tagwire.scope')

/** The key that clients have whose methods return decoded values. */
export const decodesKey: unique symbol = Symbol.for('tagwire.decodes')

/**
 * What distinguishes the data of a client from that of others, for the keys of a cache: its scope if it has one, else
 * its server and its headers and credentials, if it was given any; and whether it decodes, because decoded values are
 * other data. A path or query may contain a key, so only their hash is in it. The same in every process, except for a
 * client with headers or credentials. Clients without an address, over a transport of your own, share nothing.
 */
export function cacheScope(client: object): string {
  const { [decodesKey]: decodes }: Scoped = client
  return scopeOf(client) + (decodes ? ' decoded' : '')
}

function scopeOf(client: object): string {
  const { [scopeKey]: scope, [serverUrl]: url, [callerKey]: caller }: Scoped = client
  if (scope !== undefined) return scope
  if (!url) return ownScope(client)
  const [, origin = '', rest = ''] = /^(\w+:\/\/[^/?#]*)?\/?(.*)$/s.exec(url()) ?? []
  const server = rest === '' ? origin : `${origin}#${hashOf(rest)}`
  const held = JSON.stringify(caller?.(), (_, value) =>
    typeof value === 'function' ? ownScope(value) : value,
  )
  return held?.includes('"') ? `${server} ${hashOf(salt() + held)}` : server
}

let salted: string | undefined

/** Unknown outside of this process: nobody can try which credential has a hash that a page shows. */
function salt(): string {
  salted ??= crypto.getRandomValues(new Uint8Array(16)).join()
  return salted
}

interface Scoped {
  readonly [scopeKey]?: string
  readonly [decodesKey]?: true
  readonly [serverUrl]?: () => string
  readonly [callerKey]?: () => unknown
}

const nameless: WeakMap<object, string> = /*@__PURE__*/ new WeakMap()
let count = 0

function ownScope(client: object): string {
  const scope = nameless.get(client) ?? `client ${++count}`
  nameless.set(client, scope)
  return scope
}

/** The same client with a scope of its own. */
export function withScope<Client extends object>(client: Client, scope: string): Client {
  checkOptions({ scope: scope ?? null }, { string: 'scope' })
  return Object.create(client, { [scopeKey]: { value: scope } })
}

/** SHA-256, because callers that choose a path must not be able to choose one with the hash of another. */
function hashOf(text: string): string {
  return sha256(new TextEncoder().encode(text)).slice(0, 32)
}
