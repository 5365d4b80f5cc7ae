import { mockRouting } from '@tagwire/routing/mock'
import { type Served, serveFetch } from './serve.js'

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
  const served: Promise<Served> = serveFetch(mockRouting({}, { mode }), {
    port,
    ...(log ? { log } : {}),
  })
  return served
}
