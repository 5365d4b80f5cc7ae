import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Served {
  readonly url: string
  close(): Promise<void>
}

export interface ServeOptions {
  /** 0 for any free one. */
  readonly port: number
  /** Called for each response. */
  readonly log?: (line: string) => void
}

type AnyFetch = (request: Request) => Promise<Response>

/** Any page may call: there is nothing here worth protecting, and browsers are half the point. */
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization, content-type',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-private-network': 'true',
  'access-control-expose-headers': '*',
}

/** Puts a `fetch` behind an HTTP server on loopback. */
export async function serveFetch(
  fetch: AnyFetch,
  { port, log = () => {} }: ServeOptions,
): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    answer(fetch, incoming, outgoing)
      .catch((error: unknown) => {
        // A mock that throws simulates a network error.
        log(`${incoming.method} ${incoming.url} ${String(error)}`)
        outgoing.destroy()
      })
      .then(() => {
        const by = outgoing.getHeader('x-tagwire-mock') ?? ''
        log(`${incoming.method} ${incoming.url} ${outgoing.statusCode} ${by}`.trimEnd())
      })
  })
  await listening(server, port)
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

async function answer(
  fetch: AnyFetch,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = incoming
  if (method === 'OPTIONS') {
    outgoing.writeHead(204, openToAll).end()
    return
  }
  const body = await text(incoming)
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const response = await fetch(
    new Request(new URL(url, 'http://sandbox.invalid'), {
      method,
      headers,
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    }),
  )
  const answered = { ...Object.fromEntries(response.headers), ...openToAll }
  for (const [name, value] of Object.entries(answered)) outgoing.setHeader(name, value)
  outgoing.statusCode = response.status
  outgoing.end(await response.text())
}
