import { Fault } from '../../diagnostics/diagnostic.js'
import { percentDecode } from '../../model/pointer.js'
import type { Server } from './exchange.js'

/** The server at a URL. Credentials in the URL become a header, because URLs get printed. */
export function serverOf(
  address: string,
  given: Readonly<Record<string, string>>,
  timeoutMs: number,
): Server {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw cannotBegin('the server URL is not http or https')
  }
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw cannotBegin('the timeout of a call is not a number above 0')
  }
  const { username, password } = url
  const user =
    username === '' && password === '' ? {} : { authorization: basic(username, password) }
  const headers = checked({ ...user, ...given })
  const passwords = password === '' ? [] : [password, percentDecode(password)]
  return {
    url: url.origin + url.pathname.replace(/\/+$/, ''),
    query: url.searchParams,
    headers,
    timeoutMs,
    secrets: [...passwords, ...secretsOf([...Object.entries(headers), ...url.searchParams])],
  }
}

export function cannotBegin(message: string): Fault {
  return new Fault({ code: 'TW7003', severity: 'error', message })
}

/** An invalid header is reported without its value. */
function checked(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]])
    } catch {
      throw cannotBegin('a header has a name or a value that HTTP does not allow')
    }
  }
  return headers
}

/** Well-known request headers. Any other header that a user adds is probably secret. */
const PUBLIC = /^(?:accept|accept-.*|content-.*|user-agent)$/i

/** Shorter secrets would match innocent text. */
const SHORTEST_SECRET = 6

/** Secrets that must be removed when a server echoes them. */
function secretsOf(named: readonly (readonly [string, string])[]): string[] {
  return named
    .filter(([name]) => !PUBLIC.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\S+\s+/, '')])
    .filter((secret) => secret.length >= SHORTEST_SECRET)
}

function basic(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${percentDecode(username)}:${percentDecode(password)}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
