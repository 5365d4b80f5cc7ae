import { createHash, timingSafeEqual } from 'node:crypto'
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
  Server,
} from '@modelcontextprotocol/server'
import type { McpService } from './service.js'
import { type ToolboxOptions, toolbox } from './tools.js'

/** Makes MCP servers for a service: one for each connection, or for each request over HTTP. */
export function serverFactory(service: McpService, options: ToolboxOptions = {}): () => Server {
  const { url = service.url, credentials = {} } = options
  if (url === undefined) throw new TypeError('the address of the service has to be given')
  const { authorization } = credentials
  const isHeader = service.credentials.some(({ header }) => header)
  const calls = service.connect({
    url,
    headers: isHeader && authorization ? { authorization } : {},
    credentials,
  })
  const tools = toolbox(service, calls, options)
  const { name, title, version } = service
  return () => {
    const server = new Server({ name, title, version }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: [...tools.list] }))
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
      tools.call(params.name, params.arguments, mcpReq.signal),
    )
    return server
  }
}

export interface HttpOptions {
  /** 0 for any free port. */
  readonly port: number
  /** @default '127.0.0.1' */
  readonly host?: string | undefined
  /** Host names of this server, besides those of this machine. */
  readonly allowedHosts?: readonly string[] | undefined
  /** The token that callers have to send as `Authorization: Bearer …`. */
  readonly token?: string | undefined
  /** Called with errors that occur outside of calls. */
  readonly onError?: ((error: Error) => void) | undefined
}

export interface Served {
  readonly url: string
  readonly close: () => Promise<void>
}

const PATH = '/mcp'

/**
 * Serves Streamable HTTP at `/mcp`. By default, only pages and programs on this machine have access.
 */
export async function serveHttp(
  factory: () => Server,
  { port, host = '127.0.0.1', allowedHosts = [], token, onError }: HttpOptions,
): Promise<Served> {
  if (!isLoopback(host) && token === undefined) {
    throw new TypeError(`${host} is reachable from other machines: set a token`)
  }
  const hosts = [...localhostAllowedHostnames(), ...allowedHosts]
  const handler = createMcpHandler(factory, onError ? { onerror: onError } : {})
  const answer = (request: Request): Response | Promise<Response> => {
    const refused =
      hostHeaderValidationResponse(request, hosts) ??
      originValidationResponse(request, hosts) ??
      unauthorised(request, token)
    if (refused) return refused
    if (new URL(request.url).pathname !== PATH) return new Response(null, { status: 404 })
    return handler.fetch(request)
  }
  const listener = toNodeHandler({ fetch: async (request) => answer(request) })
  const server = createHttpServer((request, response) => {
    if (!isRequest(request)) return void response.destroy()
    listener(request, response).catch((error: unknown) => {
      if (error instanceof Error) onError?.(error)
      response.destroy()
    })
  })
  await listening(server, port, host)
  const { port: bound, address, family } = server.address() as AddressInfo
  const shown = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `http://${shown}:${bound}${PATH}`,
    close: async () => {
      await handler.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** Messages that a server receives are requests, which Node's types do not express. */
function isRequest(message: IncomingMessage): message is IncomingMessage & Requested {
  return message.method !== undefined && message.url !== undefined
}

interface Requested {
  readonly method: string
  readonly url: string
}

function listening(server: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function unauthorised(request: Request, token: string | undefined): Response | undefined {
  if (token === undefined) return undefined
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  // Compares digests, so that the time reveals nothing about the token or its length.
  if (timingSafeEqual(hash(given), hash(token))) return undefined
  return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
}
