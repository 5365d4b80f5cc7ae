import type { Incoming } from './incoming.js'
import { HeaderList, type Reply } from './reply.js'
import type { CorsOptions } from './types.js'

/** Headers of CORS: of an answer to an origin, or of the answer to a preflight request. */
export interface Cors {
  /** Adds to the headers of a response. */
  readonly allow: (incoming: Incoming, headers: HeaderList) => void
  /** The response to a preflight request; `undefined` if it is none. */
  readonly preflight: (incoming: Incoming, methods: string) => Reply | undefined
}

export function corsOf(options: CorsOptions | undefined): Cors {
  if (!options) return { allow: () => {}, preflight: () => undefined }
  const {
    origin: given,
    credentials = false,
    headers: names,
    exposedHeaders = [],
    maxAgeSeconds,
  } = options
  if (given === undefined) throw new TypeError('cors.origin takes string | array | function')
  if (given === '*' && credentials) {
    throw new TypeError("cors.credentials needs origins: browsers refuse them with '*'")
  }
  const isAllowed =
    typeof given === 'function'
      ? given
      : (origin: string) => given === '*' || [given].flat().includes(origin)

  const allow: Cors['allow'] = (incoming, headers) => {
    const origin = incoming.header('origin')
    if (given !== '*') vary(headers, 'Origin')
    // What is open to all is the same for all, and so for caches.
    if (given !== '*' && (origin === null || !isAllowed(origin))) return
    headers.set('access-control-allow-origin', given === '*' || origin === null ? '*' : origin)
    if (credentials) headers.set('access-control-allow-credentials', 'true')
    if (exposedHeaders.length > 0) {
      headers.set('access-control-expose-headers', exposedHeaders.join(', '))
    }
  }
  const preflight: Cors['preflight'] = (incoming, methods) => {
    const isPreflight =
      incoming.method === 'OPTIONS' && incoming.header('access-control-request-method') !== null
    if (!isPreflight) return undefined
    const headers = new HeaderList()
    allow(incoming, headers)
    if (headers.get('access-control-allow-origin') !== null) {
      const asked = names?.join(', ') ?? incoming.header('access-control-request-headers')
      headers.set('access-control-allow-methods', methods)
      if (asked) headers.set('access-control-allow-headers', asked)
      if (maxAgeSeconds !== undefined) headers.set('access-control-max-age', `${maxAgeSeconds}`)
      vary(headers, 'Access-Control-Request-Headers')
    }
    return { status: 204, headers, body: null }
  }
  return { allow, preflight }
}

function vary(headers: HeaderList, name: string): void {
  const names = (headers.get('vary') ?? '').toLowerCase().split(/, */)
  if (!names.includes(name.toLowerCase()) && !names.includes('*')) headers.append('vary', name)
}
