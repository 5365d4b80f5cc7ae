import { bodyText, parseJson } from '../core/body.js'
import { backoffMs, resolveRetry, retryAfterMs } from '../core/calls/backoff.js'
import { inTime, sleep } from '../core/deadline.js'
import { TimeoutError, TransportError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import { createRedactor } from '../core/redact.js'
import type { TokenOptions } from './token-source.js'

export interface Token {
  readonly accessToken: string
  readonly expiresInMs?: number | undefined
  readonly refreshToken?: string | undefined
}

/** An authorization server, and how this client identifies itself. */
export interface TokenEndpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly fetch: NonNullable<TokenOptions['fetch']>
  /** What no error may show. */
  readonly secrets: () => readonly string[]
}

/** Tokens are small; an answer that is not is of something else. */
const mostBytes = 1_000_000

export function tokenEndpoint(
  options: TokenOptions,
  changing: () => readonly string[],
): TokenEndpoint {
  const { tokenUrl, clientId, clientSecret, scope, parameters = {} } = options
  if (typeof tokenUrl !== 'string' || typeof clientId !== 'string') {
    throw new TypeError(`${typeof tokenUrl === 'string' ? 'clientId' : 'tokenUrl'} takes string`)
  }
  if (!/^https?:\/\/[^/?#]+/i.test(tokenUrl) || /\/\/[^/?#]*@/.test(tokenUrl)) {
    throw new TypeError('tokenUrl has to begin with https:// or http://, without credentials')
  }
  for (const name of Object.keys(parameters)) {
    if (typeof parameters[name] !== 'string') throw new TypeError(`parameters.${name} takes string`)
  }
  const inBody = options.clientAuth === 'body' || clientSecret === undefined
  const basic = btoa(`${encoded(clientId)}:${encoded(clientSecret ?? '')}`)
  const scopes = typeof scope === 'object' ? scope.join(' ') : scope
  return {
    url: tokenUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(inBody ? {} : { authorization: `Basic ${basic}` }),
    },
    body: {
      ...(inBody ? { client_id: clientId } : {}),
      ...(inBody && clientSecret !== undefined ? { client_secret: clientSecret } : {}),
      ...(scopes === undefined ? {} : { scope: scopes }),
      ...parameters,
    },
    timeoutMs: options.timeoutMs ?? 30_000,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    secrets: () => [...(clientSecret ? [clientSecret, basic] : []), ...changing()],
  }
}

/** As in a form, which the specification asks for also in the header. */
function encoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

/** One token. What fails shows no secret, and never takes longer than the time limit. */
export async function requestToken(
  endpoint: TokenEndpoint,
  grant: Readonly<Record<string, string>>,
  { attempts }: { readonly attempts: number },
): Promise<Token> {
  const { timeoutMs, secrets } = endpoint
  const retry = resolveRetry({ attempts })
  const expired = (): TimeoutError =>
    new TimeoutError(`no token within ${timeoutMs} ms`, { timeoutMs })
  try {
    return await inTime({ timeoutMs, expired }, async (signal) => {
      for (let attempt = 0; ; attempt++) {
        try {
          return await ask(endpoint, grant, signal)
        } catch (error) {
          signal.throwIfAborted()
          if (attempt >= retry.attempts || !isPassing(error)) throw error
          await sleep(error.retryAfterMs ?? backoffMs(attempt, retry), signal)
        }
      }
    })
  } catch (error) {
    throw createRedactor(secrets())(error)
  }
}

async function ask(
  { url, headers, body, fetch }: TokenEndpoint,
  grant: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Token> {
  let response: Response
  let text: string
  const form = new URLSearchParams({ ...grant, ...body }).toString()
  try {
    // A redirect would send the secret to another address. Workers do not know `error`.
    response = await fetch(url, { method: 'POST', headers, body: form, redirect: 'manual', signal })
    text = await bodyText(response, mostBytes, () => new RangeError('the answer is too large'))
  } catch (cause) {
    throw new TransportError('no answer from the token endpoint', { cause })
  }
  const answer = jsonOf(text)
  const { status, type } = response
  // Browsers hide everything about it.
  if (type === 'opaqueredirect' || (status > 300 && status < 309)) {
    const what =
      'the token endpoint redirects, which is not followed; give the address that answers'
    throw new TransportError(what, { fault: 'redirect', ...(status ? { status } : {}) })
  }
  if (!response.ok) {
    const why = memberAt(answer, 'error')
    const said = typeof why === 'string' ? `: ${why.slice(0, 100)}` : ''
    const retryAfter = retryAfterMs(response.headers.get('retry-after'))
    const init = { fault: 'endpoint', status, retryAfterMs: retryAfter } as const
    throw new TransportError(`the token endpoint answered ${status}${said}`, init)
  }
  const accessToken = memberAt(answer, 'access_token')
  if (typeof accessToken !== 'string' || accessToken === '') {
    throw new TransportError('the token endpoint answered without an access_token', {
      fault: 'body',
      status,
    })
  }
  const seconds = Number(memberAt(answer, 'expires_in') ?? Number.NaN)
  const next = memberAt(answer, 'refresh_token')
  return {
    accessToken,
    expiresInMs: seconds >= 0 ? seconds * 1000 : undefined,
    refreshToken: typeof next === 'string' && next !== '' ? next : undefined,
  }
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** What may be over at the next attempt. */
function isPassing(error: unknown): error is TransportError {
  if (!(error instanceof TransportError)) return false
  const { fault, status } = error
  if (fault === 'body' || fault === 'redirect') return false
  return status === undefined || status === 408 || status === 429 || status >= 500
}
