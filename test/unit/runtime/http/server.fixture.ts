import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Recorded {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Reply = (
  response: ServerResponse,
  request: Recorded,
  count: number,
) => void | Promise<void>

export interface LoopbackServer {
  readonly url: string
  /** Every request, complete, in order. */
  readonly requests: Recorded[]
}

/**
 * A server on loopback that responds to every request with `reply`; it is closed after the test.
 */
export async function serve(reply: Reply): Promise<LoopbackServer> {
  const requests: Recorded[] = []
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body }
    requests.push(request)
    await reply(response, request, requests.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export const route = { amount_out: '5', operations: [] }

/** Awaits a call, and returns its error. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('the call did not fail')
}
