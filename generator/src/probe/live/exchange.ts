import { isUtf8 } from 'node:buffer'
import { isSignIn } from '../lessons.js'
import type { Call } from './call.js'

/** The response. */
export interface CallResponse {
  readonly status: number
  readonly mediaType: string
  readonly text: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Its bytes are not UTF-8. */
  readonly invalidText?: true
}

/** There is no response to compare. The message is for the user and contains no secret. */
export class TransportFault extends Error {
  override readonly name = 'TransportFault'
}

export interface Server {
  /** Without trailing slash, credentials, query or fragment. */
  readonly url: string
  /** Sent with every call. */
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Never printed, even if the server echoes them. */
  readonly secrets: readonly string[]
}

/** Larger responses are not read completely. */
const MAX_BYTES = 64 * 2 ** 20

const MAX_REDIRECTS = 5

/** Sends one request; credentials are only sent to their own origin. */
export async function exchange(
  server: Server,
  call: Call,
  signal: AbortSignal,
): Promise<CallResponse> {
  const deadline = AbortSignal.timeout(server.timeoutMs)
  try {
    return await send(server, call, AbortSignal.any([signal, deadline]))
  } catch (error) {
    if (error instanceof TransportFault) throw error
    if (signal.aborted) throw new TransportFault('interrupted')
    if (deadline.aborted) throw new TransportFault(`no response within ${server.timeoutMs} ms`)
    throw new TransportFault(reasonOf(error))
  }
}

async function send(server: Server, call: Call, signal: AbortSignal): Promise<CallResponse> {
  const { method, headers, body } = call
  let url = addressOf(server, call)
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...server.headers },
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    })
    const target = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || target === null) {
      return await readResponse(response)
    }
    await response.body?.cancel()
    if (isSignIn(response.status, target)) {
      throw new TransportFault(`redirected with status ${response.status} to a page for signing in`)
    }
    url = redirected(url, target)
    if (method !== 'GET' && method !== 'HEAD' && response.status < 307) {
      throw new TransportFault(`redirected with status ${response.status}, which drops the body`)
    }
  }
  throw new TransportFault(`redirected more than ${MAX_REDIRECTS} times`)
}

function addressOf({ url, query }: Server, { path }: Call): string {
  const address = new URL(url + path)
  for (const [name, value] of query) address.searchParams.append(name, value)
  return address.href
}

function redirected(from: string, target: string): string {
  if (!URL.canParse(target, from)) throw new TransportFault('redirected without a `Location`')
  const to = new URL(target, from)
  if (to.origin === new URL(from).origin) return to.href
  throw new TransportFault(`redirected to ${to.origin}, which is another server; not followed`)
}

async function readResponse(response: Response): Promise<CallResponse> {
  const type = response.headers.get('content-type') ?? ''
  const [mediaType = ''] = type.split(';')
  return {
    status: response.status,
    mediaType: mediaType.trim(),
    headers: Object.fromEntries(response.headers),
    ...(await textOf(response)),
  }
}

async function textOf({ body }: Response): Promise<Pick<CallResponse, 'text' | 'invalidText'>> {
  if (!body) return { text: '' }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES)
      throw new TransportFault(`the response is larger than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  const text = new TextDecoder().decode(whole)
  return { text, ...(isUtf8(whole) ? {} : { invalidText: true }) }
}

/** The message `fetch failed` hides the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return cause.message || code || error.message
}
