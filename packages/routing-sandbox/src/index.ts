import { mockRouting } from '@tagwire/routing/mock'
import { createServer as createRoutingServer } from '@tagwire/routing/server'
import type { MockFetch } from '@tagwire/runtime/mock'
import type { ProblemDetails, Server } from '@tagwire/runtime/server'
import { listen, type Sandbox } from './listen.js'
import { OWN, SOURCE, worldOperations } from './operations.js'

export type { Sandbox } from './listen.js'

export interface SandboxOptions {
  /** @default 0, which takes any free one */
  readonly port?: number | undefined
  /** Changes responses: `unknown-kinds` adds kinds that no version knows. */
  readonly mode?: string | undefined
  /** Called for each call with its method, path, status and source of the response. */
  readonly log?: ((line: string) => void) | undefined
}

/** Serves the world on this machine. Each sandbox remembers what was submitted to it, and nothing else. */
export async function startRoutingSandbox({
  port = 0,
  mode,
  log = () => {},
}: SandboxOptions = {}): Promise<Sandbox> {
  const world = mockRouting({}, { mode })
  const server = createRoutingServer({
    operations: worldOperations(world),
    refusal: refusalOf,
    basePath: '',
    limits: { maxBodyBytes: 16_777_216 },
    // With `unknown-kinds`, responses have what this version of the document does not.
    checkResults: false,
    // Any page may call: there is nothing here worth protecting, and browsers are half the point.
    cors: { origin: '*', headers: ['*', 'authorization', 'content-type'], exposedHeaders: ['*'] },
  })
  return listen({ fetch: (request) => answer(server, world, request, log) }, port)
}

async function answer(
  server: Server,
  world: MockFetch,
  request: Request,
  log: (line: string) => void,
): Promise<Response> {
  const called = asCalled(request)
  const again = called.clone()
  const response = await inWordsOf(world, again, await server.fetch(called))
  const { pathname, search } = new URL(request.url)
  const by = response.headers.get(SOURCE) ?? ''
  log(`${request.method} ${pathname}${search} ${response.status} ${by}`.trimEnd())
  response.headers.set('access-control-allow-private-network', 'true')
  return response
}

/**
 * What the description does not allow, the service may refuse in words of its own; a newer one takes back the kinds that
 * it sent (`unknown-kinds`).
 */
async function inWordsOf(world: MockFetch, request: Request, own: Response): Promise<Response> {
  const source = own.headers.get(SOURCE)
  const isOwn = source === OWN
  if (own.status !== 400 || !(isOwn || source === null)) return own
  const told = await world(request)
  if (isOwn && told.status < 400) return own
  const headers = new Headers(own.headers)
  for (const name of ['content-type', SOURCE]) headers.set(name, told.headers.get(name) ?? '')
  return new Response(told.body, { status: told.status, headers })
}

/**
 * `/outcome/abandoned/v2/tx/submit` is `/v2/tx/submit` with the outcome `abandoned`: every client has an option for
 * the base address, not every one has an option for headers. And curl sends JSON as a form.
 */
function asCalled(request: Request): Request {
  const url = new URL(request.url)
  const [prefix = '', outcome] = /^\/outcome\/([^/]*)(?=\/)/.exec(url.pathname) ?? []
  url.pathname = url.pathname.slice(prefix.length)
  const headers = new Headers(request.headers)
  if (outcome !== undefined) headers.set('x-tagwire-outcome', decoded(outcome))
  if (!/json/.test(headers.get('content-type') ?? ''))
    headers.set('content-type', 'application/json')
  const { method, body, signal } = request
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
  return new Request(url, init)
}

/** A name that is not encoded properly is one that nothing has. */
function decoded(name: string): string {
  try {
    const text = decodeURIComponent(name)
    return /^[\x20-\x7e]*$/.test(text) ? text : name
  } catch {
    return name
  }
}

/** The codes of the service for statuses that have one of their own. */
const codes: Readonly<Record<number, number>> = { 404: 5, 405: 12 }

/** The form of the service's errors. */
function refusalOf({ status, title, detail = title, problems = [] }: ProblemDetails): object {
  const [first] = problems
  const message = first ? [first.path, first.message].filter(Boolean).join(': ') : detail
  return { code: codes[status] ?? (status < 500 ? 3 : 2), message, details: [] }
}
