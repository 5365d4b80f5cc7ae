import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.js'

/** The two functions that access the network. */
export interface Network {
  /** All addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly string[]>
  /** One GET to exactly this IP address, whatever the host name resolves to by then. */
  readonly get: (url: URL, address: string, limits: Limits) => Promise<RemoteResponse>
}

export interface Limits {
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export interface RemoteResponse {
  readonly status: number
  readonly location?: string
  readonly text: string
}

/** The response, or the reason why there is none, as a phrase that follows the URL. */
export type Fetched = { readonly text: string } | { readonly fault: string }

/** Why an address may be on this machine: the user has named it, or it belongs to the server of one that was named. */
export type Trust = 'named' | 'same-origin'

const MAX_BYTES = 32 * 1024 * 1024
const MAX_MS = 30_000
const MAX_HOPS = 5

/**
 * Reads a file that a document refers to. The document is untrusted and must not decide what this program
 * connects to: only https, only public addresses, and the connection is made to exactly the address that was
 * checked. Every redirect is checked again. A URL from the user may be on this machine or its network, and
 * may use http: a development server, for example. So may another file of its server, which then does not redirect to
 * any other.
 */
export async function fetchText(
  address: string,
  network: Network,
  trust?: Trust,
): Promise<Fetched> {
  const limits = { maxBytes: MAX_BYTES, signal: AbortSignal.timeout(MAX_MS) }
  const late = new Promise<never>((_, reject) => {
    limits.signal.addEventListener('abort', () => reject(limits.signal.reason), { once: true })
  })
  try {
    return await Promise.race([hop(new URL(address), network, limits, MAX_HOPS, trust), late])
  } catch (error) {
    if (limits.signal.aborted) return { fault: `did not respond within ${MAX_MS / 1000} s` }
    return { fault: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

async function hop(
  url: URL,
  network: Network,
  limits: Limits,
  hops: number,
  trust?: Trust,
): Promise<Fetched> {
  const from = hops < MAX_HOPS ? `redirects to ${url.origin}, which ` : ''
  const mayBeInner = trust !== undefined && /^https?:$/.test(url.protocol)
  if (url.protocol !== 'https:' && !mayBeInner) return { fault: `${from}is not https` }
  if (url.username !== '' || url.password !== '') return { fault: `${from}carries a password` }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await network.resolve(host)
  const [first] = addresses
  if (first === undefined) return { fault: `${from}has no address` }
  const inner = addresses.find((each) => !isPublicAddress(each))
  if (inner !== undefined && !mayBeInner) {
    return { fault: `${from}is at ${inner}, which is not a public address` }
  }
  if (url.protocol !== 'https:' && addresses.some(isPublicAddress)) {
    return { fault: `${from}is not https` }
  }
  const { status, location, text } = await network.get(url, first, limits)
  if (location !== undefined && status >= 300 && status < 400) {
    if (hops === 0) return { fault: 'redirects too often' }
    const to = new URL(location, url)
    if (trust !== 'same-origin') return hop(to, network, limits, hops - 1)
    if (to.origin === url.origin) return hop(to, network, limits, hops - 1, trust)
    return { fault: `redirects to ${to.origin}, which is another server` }
  }
  return status === 200 ? { text } : { fault: `${from}responded with status ${status}` }
}
