import { mockRouting } from '@tagwire/routing/mock'
import { type Served, serveFetch } from './serve.js'
import { refusalOf } from './strict.js'

export interface SandboxOptions {
  /** @default 0, which takes any free one */
  readonly port?: number | undefined
  /** Changes responses: `unknown-kinds` adds kinds that no version knows. */
  readonly mode?: string | undefined
  /** Called for each call with its method, path, status and source of the response. */
  readonly log?: ((line: string) => void) | undefined
}

export interface Sandbox {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Ends it, and the connections to it. */
  close(): Promise<void>
}

/** Serves the world on this machine. Each sandbox remembers what was submitted to it, and nothing else. */
export function startRoutingSandbox({
  port = 0,
  mode,
  log,
}: SandboxOptions = {}): Promise<Sandbox> {
  const mock = mockRouting({}, { mode })
  const served: Promise<Served> = serveFetch((request) => answerTo(mock, withOutcome(request)), {
    port,
    ...(log ? { log } : {}),
  })
  return served
}

async function answerTo(mock: ReturnType<typeof mockRouting>, request: Request): Promise<Response> {
  return (await refusalOf(request.clone())) ?? mock(request)
}

/**
 * `/outcome/abandoned/v2/tx/submit` is `/v2/tx/submit` with the outcome `abandoned`: every client has an option for
 * the base address, not every one has an option for headers.
 */
function withOutcome(request: Request): Request {
  const [, outcome] = /^\/outcome\/([^/]*)\//.exec(new URL(request.url).pathname) ?? []
  if (outcome === undefined) return request
  const headers = new Headers(request.headers)
  headers.set('x-tagwire-outcome', decoded(outcome))
  return new Request(request, { headers })
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
