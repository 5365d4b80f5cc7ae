import { checkOptions } from '../core/check-options.js'
import { requestToken, type Token, type TokenEndpoint, tokenEndpoint } from './token-request.js'

/** How to get tokens from an authorization server (OAuth 2). */
export interface TokenOptions {
  /** The token endpoint of the authorization server. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** Scopes, separated by spaces or as a list. */
  readonly scope?: string | readonly string[] | undefined
  /** What this server wants besides: `{ audience: 'https://api.example.com' }`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined
  /** Where the client id and its secret are sent. @default 'header' */
  readonly clientAuth?: 'header' | 'body' | undefined
  /** A token is renewed this long before it ends, but not in the first half of its life. @default 60000 */
  readonly renewBeforeMs?: number | undefined
  /** For a token whose life the server does not state. @default 300000 */
  readonly lifetimeMs?: number | undefined
  /** The time limit of a request for a token, including retries. @default 30000 */
  readonly timeoutMs?: number | undefined
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

export interface RefreshOptions extends TokenOptions {
  readonly refreshToken: string
  /** An access token that is already there, and when it ends, in milliseconds since 1970. */
  readonly accessToken?: string | undefined
  readonly expiresAt?: number | undefined
  /** Called with each new token, to keep it: many servers accept a refresh token only once. */
  readonly onRefresh?: ((token: RefreshedToken) => void | Promise<void>) | undefined
}

export interface RefreshedToken {
  readonly accessToken: string
  /** When it ends, in milliseconds since 1970. */
  readonly expiresAt: number
  /** For the next request: a new one, or the same as before. */
  readonly refreshToken: string
}

/** A credential of a generated client: it is called for each request, and returns an access token. */
export interface TokenSource {
  (): Promise<string>
  /** Forgets the token, so that the next call requests another: for a service that refuses it early. */
  forget(): void
}

/**
 * Tokens by the client credentials grant, for programs that act for themselves. Calls that wait share one request.
 *
 * @example
 * createShopClient({ credentials: { oauth: clientCredentials({ tokenUrl, clientId, clientSecret }) } })
 */
export function clientCredentials(options: TokenOptions): TokenSource {
  const endpoint = endpointOf(options)
  return tokenSource(options, () =>
    requestToken(endpoint, { grant_type: 'client_credentials' }, { attempts: 2 }),
  )
}

/**
 * Tokens by a refresh token, for programs that act for a user who has signed in. Calls that wait share one request,
 * which is never repeated: the server may already have replaced the refresh token.
 */
export function refreshToken(options: RefreshOptions): TokenSource {
  checkOptions(options, {
    string: 'refreshToken accessToken',
    number: 'expiresAt',
    function: 'onRefresh',
  })
  const { accessToken, expiresAt, onRefresh } = options
  let current = options.refreshToken
  if (typeof current !== 'string') throw new TypeError('refreshToken takes string')
  const endpoint = endpointOf(options, () => [current])
  const renew = async (): Promise<Token> => {
    const parameters = { grant_type: 'refresh_token', refresh_token: current }
    const token = await requestToken(endpoint, parameters, { attempts: 0 })
    current = token.refreshToken ?? current
    return token
  }
  const first = accessToken === undefined ? undefined : { accessToken, expiresAt }
  return tokenSource(options, renew, first, async ({ accessToken, endsAt }) => {
    await onRefresh?.({ accessToken, expiresAt: endsAt, refreshToken: current })
  })
}

function endpointOf(
  options: TokenOptions,
  secrets: () => readonly string[] = () => [],
): TokenEndpoint {
  checkOptions(options, {
    string: 'tokenUrl clientId clientSecret',
    'string | object': 'scope',
    object: 'parameters',
    "'header' | 'body'": 'clientAuth',
    'number >= 0': 'renewBeforeMs',
    'number > 0': 'lifetimeMs timeoutMs',
    function: 'fetch',
  })
  return tokenEndpoint(options, secrets)
}

interface Held {
  readonly accessToken: string
  readonly endsAt: number
  readonly renewAt: number
}

/** One token at a time, and one request for it, however many calls wait. */
function tokenSource(
  { renewBeforeMs = 60_000, lifetimeMs = 300_000 }: TokenOptions,
  renew: () => Promise<Token>,
  first?: { readonly accessToken: string; readonly expiresAt: number | undefined },
  kept: (token: Held) => Promise<void> = async () => {},
): TokenSource {
  const held = (accessToken: string, now: number, endsAt: number): Held => {
    const life = endsAt - now
    return { accessToken, endsAt, renewAt: endsAt - Math.min(renewBeforeMs, life / 2) }
  }
  let token: Held | undefined
  if (first) {
    const now = Date.now()
    token = held(first.accessToken, now, first.expiresAt ?? now + lifetimeMs)
  }
  let request: Promise<string> | undefined

  async function renewed(): Promise<string> {
    const { accessToken, expiresInMs = lifetimeMs } = await renew()
    const now = Date.now()
    token = held(accessToken, now, now + expiresInMs)
    // A token that cannot be kept is good all the same.
    await kept(token).catch((error: unknown) => console.error(error))
    return accessToken
  }

  async function current(): Promise<string> {
    if (token && Date.now() < token.renewAt) return token.accessToken
    const shared = request ?? renewed()
    request ??= shared
    try {
      return await shared
    } catch (error) {
      // Until it ends, the token is as good as before.
      if (token && Date.now() < token.endsAt) return token.accessToken
      throw error
    } finally {
      if (request === shared) request = undefined
    }
  }

  return Object.assign(current, {
    forget() {
      token = undefined
    },
  })
}
