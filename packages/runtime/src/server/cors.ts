import type { CorsOptions } from './types.js'

/** Headers of CORS: of an answer to an origin, or of the answer to a preflight request. */
export interface Cors {
  /** Adds to the headers of a response. */
  readonly allow: (request: Request, headers: Headers) => void
  /** The response to a preflight request; `undefined` if it is none. */
  readonly preflight: (request: Request, methods: string) => Response | undefined
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
  if (given === '*' && credentials) {
    throw new TypeError("cors.credentials needs origins: browsers refuse them with '*'")
  }
  const isAllowed =
    typeof given === 'function'
      ? given
      : (origin: string) => given === '*' || [given].flat().includes(origin)

  const allow: Cors['allow'] = (request, headers) => {
    const origin = request.headers.get('origin')
    if (given !== '*') headers.append('vary', 'Origin')
    if (origin === null || !isAllowed(origin)) return
    headers.set('access-control-allow-origin', given === '*' ? '*' : origin)
    if (credentials) headers.set('access-control-allow-credentials', 'true')
    if (exposedHeaders.length > 0) {
      headers.set('access-control-expose-headers', exposedHeaders.join(', '))
    }
  }
  const preflight: Cors['preflight'] = (request, methods) => {
    const isPreflight =
      request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    if (!isPreflight) return undefined
    const headers = new Headers()
    allow(request, headers)
    if (headers.has('access-control-allow-origin')) {
      const asked = names?.join(', ') ?? request.headers.get('access-control-request-headers')
      headers.set('access-control-allow-methods', methods)
      if (asked) headers.set('access-control-allow-headers', asked)
      if (maxAgeSeconds !== undefined) headers.set('access-control-max-age', `${maxAgeSeconds}`)
      headers.append('vary', 'Access-Control-Request-Headers')
    }
    return new Response(null, { status: 204, headers })
  }
  return { allow, preflight }
}
