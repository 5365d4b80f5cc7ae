import { originOf } from '../core/addresses.js'
import { checkOptions } from '../core/check-options.js'
import { memberAt } from '../core/member.js'
import { NotSent } from './not-sent.js'
import {
  cleanBaseUrl,
  type Fetch,
  type HttpClientOptions,
  type HttpConnection,
  httpOptionForms,
} from './options.js'

export interface BasicCredential {
  readonly username: string
  readonly password: string
}

/** A credential, or a function that returns it for each request, because tokens expire. */
export type CredentialOption<Credential> = Credential | (() => Credential | Promise<Credential>)

/** Where a credential is sent. */
export interface SecurityScheme {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
  /** The prefix of the credential: `Bearer `. */
  readonly prefix?: string
}

export interface CredentialOptions {
  readonly credentials?:
    | Readonly<Record<string, CredentialOption<string | BasicCredential> | undefined>>
    | undefined
}

/** Options whose `fetch` adds the credentials, only to requests to the origin of `baseUrl`. */
export function withCredentials(
  options: HttpClientOptions & CredentialOptions,
  server: string,
  schemes: Readonly<Record<string, SecurityScheme>>,
): HttpConnection {
  checkOptions(options, httpOptionForms)
  checkOptions(options, { object: 'credentials' })
  const { credentials = {}, ...others } = options
  const takes = `credentials takes ${Object.keys(schemes).join(', ')}`
  // Either would be sent to nobody, and the service would refuse the call.
  const hasKey = Object.values(schemes).some((each) => each.in === 'header' && !each.prefix)
  if (options.apiKey && !hasKey) throw new TypeError(`${takes}; there is no apiKey`)
  for (const name of Object.keys(credentials))
    if (!Object.hasOwn(schemes, name)) throw new TypeError(`${takes}, not ${name}`)
  const given = Object.entries(schemes).filter(([name]) => Object.hasOwn(credentials, name))
  if (given.length === 0) return others
  for (const [name] of given) checkCredential(name, credentials[name], 'function')
  const home = originOf(cleanBaseUrl(options.baseUrl ?? server))
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  // Only the latest of each scheme, because the number of expiring tokens is unbounded.
  const secrets = new Map<string, string>()

  function fetchWith(taken: typeof given): Fetch {
    return async (input, init) => {
      const first = typeof input === 'string' ? input : input.url
      if (originOf(first) !== home) return fetch(input, init)
      const headers = new Headers(init?.headers ?? (typeof input === 'string' ? {} : input.headers))
      const query: Pair[] = []
      try {
        for (const [name, scheme] of taken) {
          const option = credentials[name]
          const value = typeof option === 'function' ? await option() : option
          checkCredential(name, value)
          if (value === undefined) continue
          const text = typeof value === 'string' ? value : base64(value)
          secrets.set(name, text)
          if (typeof value !== 'string') secrets.set(`${name} password`, value.password)
          add(scheme, text, headers, query)
        }
      } catch (error) {
        throw new NotSent(error)
      }
      const url = withQuery(first, query)
      return typeof input === 'string'
        ? fetch(url, { ...init, headers })
        : fetch(new Request(url === first ? input : new Request(url, input), { ...init, headers }))
    }
  }

  return {
    ...others,
    fetch: fetchWith(given),
    fetchFor: (names) => fetchWith(given.filter(([name]) => names.includes(name))),
    secrets: () => [...secrets.values()].filter((each) => each !== ''),
  }
}

/** Anything else would be sent as the text that JavaScript makes of it. */
function checkCredential(name: string, value: unknown, also?: string): void {
  const isBasic = ['username', 'password'].every((key) => typeof memberAt(value, key) === 'string')
  if (isBasic || ['undefined', 'string', also].includes(typeof value)) return
  const takes = ['string', '{ username, password }', also].filter(Boolean).join(' | ')
  throw new TypeError(`credentials.${name} takes ${takes}`)
}

type Pair = readonly [name: string, value: string]

function add(
  { in: place, name, prefix = '' }: SecurityScheme,
  value: string,
  headers: Headers,
  query: Pair[],
): void {
  const text = prefix + value
  if (place === 'query') {
    // Half of a surrogate pair cannot be in a URL.
    if (/\p{Surrogate}/u.test(text)) throw notSendable(name)
    query.push([name, text])
  } else if (place === 'header') setHeader(headers, name, text)
  else
    setHeader(
      headers,
      'cookie',
      [headers.get('cookie'), `${name}=${text}`].filter(Boolean).join('; '),
    )
}

/** The engine's own error message would contain the credential. */
function setHeader(headers: Headers, name: string, text: string): void {
  if (/[^\t -~\u0080-\u00ff]/.test(text)) throw notSendable(name)
  headers.set(name, text)
}

function notSendable(name: string): TypeError {
  return new TypeError(`the credential for ${name} is not sendable`)
}

function base64({ username, password }: BasicCredential): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))
}

/** A redirect may point to an address that already has the credential: it is not added again. */
function withQuery(url: string, query: readonly Pair[]): string {
  const [before = '', ...fragment] = url.split('#')
  const [, search] = /\?(.*)/s.exec(before) ?? []
  const there = new URLSearchParams(search)
  const missing = query.filter(([name, value]) => !there.getAll(name).includes(value))
  if (missing.length === 0) return url
  const joint = search === undefined ? '?' : '&'
  const pairs = missing.map((pair) => pair.map(encodeURIComponent).join('='))
  return [before + joint + pairs.join('&'), ...fragment].join('#')
}
