import { isDeeper } from '../../core/body.js'
import { memberAt } from '../../core/member.js'
import { stringifyExact } from '../../http/bodies/exact-json.js'
import { settleInTime } from '../in-time.js'
import type { Server } from '../types.js'
import {
  type AnyRpcServerOptions,
  type Failure,
  invalid,
  invalidParams,
  isCall,
  paramsOf,
  parsed,
  parseError,
  type RpcCalls,
  type RpcContext,
  type RpcServerFacts,
  responseTo,
  rpcCallsOf,
} from './calls.js'
import { postedServer } from './posted.js'
import { type SubscriptionFacts, Subscriptions } from './subscriptions.js'

/** The part of a WebSocket that a server uses: those of `ws`, Deno and Cloudflare Workers have it. */
export interface ServerSocket {
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close' | 'error', listener: () => void): void
  readonly bufferedAmount?: number
}

/** A server for calls by POST, and for calls and subscriptions over WebSockets. */
export interface SocketServer extends Server {
  /** Serves an open WebSocket; `request` is the one that opened it. */
  readonly connect: (socket: ServerSocket, request: Request) => void
}

export interface SocketServerFacts extends RpcServerFacts {
  readonly subscriptions: readonly SubscriptionFacts[]
}

export interface AnySocketServerOptions extends AnyRpcServerOptions {
  readonly subscriptions: object
}

/** More than this is not buffered for a caller: what it has not received stays with the handlers. */
const mostBuffered = 1_048_576

/** The server of a generated package with subscriptions. */
export function socketServerOf(
  facts: SocketServerFacts,
  { subscriptions: handlers, ...options }: AnySocketServerOptions,
): SocketServer {
  const calls = rpcCallsOf(facts, options)
  const known = facts.subscriptions.flatMap(({ kinds }) => Object.keys(kinds))
  for (const kind of known) {
    if (typeof memberAt(handlers, kind) !== 'function')
      throw new TypeError(`subscriptions.${kind} takes function: a handler for each kind of events`)
  }
  const unknown = Object.keys(handlers).find((kind) => !known.includes(kind))
  if (unknown !== undefined)
    throw new TypeError(`subscriptions.${unknown} is no kind; there are: ${known.join(', ')}`)
  const connect = (socket: ServerSocket, request: Request): void =>
    serve(socket, { calls, facts: facts.subscriptions, handlers, request })
  return Object.assign(postedServer(calls, options.cors), { connect })
}

interface Serving {
  readonly calls: RpcCalls
  readonly facts: readonly SubscriptionFacts[]
  readonly handlers: object
  readonly request: Request
}

function serve(socket: ServerSocket, { calls, facts, handlers, request }: Serving): void {
  const { limits, onError, checkResults, answer } = calls
  const gone = new AbortController()
  const contextWith = (signal: AbortSignal): RpcContext => ({ request, signal })
  const send = (message: object, signal = gone.signal): Promise<void> | undefined => {
    if (signal.aborted || gone.signal.aborted) return undefined
    socket.send(stringifyExact(message) ?? 'null')
    return (socket.bufferedAmount ?? 0) > mostBuffered ? drained(socket, signal) : undefined
  }
  const subscriptions = new Subscriptions({
    ...{ facts, handlers, checkResults, send, context: contextWith },
    maxSubscriptions: limits.maxSubscriptions,
    fail(error, kind) {
      onError(error, { request, operation: kind })
      // Callers subscribe again, and read what they missed.
      socket.close(1011, 'a subscription has failed')
    },
  })
  const failed = (error: Failure): object => ({ jsonrpc: '2.0', id: null, error })

  /** The response to a call, and what to do when it was sent. */
  async function respond(
    call: unknown,
  ): Promise<{ readonly own?: object | undefined; readonly begin?: (() => void) | undefined }> {
    const name = memberAt(call, 'method')
    const names = typeof name === 'string' ? subscriptions.namesOf(name) : undefined
    const id = memberAt(call, 'id')
    if (typeof name !== 'string' || !names || !isCall(call) || id === undefined) {
      const late = (): Error => new Error('the response took too long')
      return {
        own: await settleInTime(
          answer(call, contextWith(gone.signal)),
          limits.timeoutMs,
          late,
        ).catch((error: unknown) => {
          onError(error, { request, operation: undefined })
          const timeout = { code: -32_603, message: 'Internal error' }
          return id === undefined ? undefined : responseTo(call, { error: timeout })
        }),
      }
    }
    const params = paramsOf({ params: names }, memberAt(call, 'params'))
    if (!params) {
      const error = { ...invalidParams, data: 'there are more parameters than names' }
      return { own: responseTo(call, { error }) }
    }
    const { begin, ...outcome } = subscriptions.call(name, params, call) ?? {}
    return { own: responseTo(call, outcome), begin }
  }

  async function take(data: unknown): Promise<void> {
    if (typeof data !== 'string') return socket.close(1003, 'messages are texts')
    if (data.length > limits.maxBodyBytes) return socket.close(1009, 'the message is too large')
    const body = parsed(data)
    if (body === undefined) return send(failed(parseError))
    if (typeof body === 'object' && isDeeper(body, limits.maxDepth))
      return send(failed({ ...invalid, data: `nested deeper than ${limits.maxDepth} levels` }))
    if (!Array.isArray(body)) {
      const { own, begin } = await respond(body)
      if (own) void send(own)
      return begin?.()
    }
    if (body.length === 0) return send(failed(invalid))
    if (body.length > limits.maxBatch)
      return send(failed({ ...invalid, data: `a batch has at most ${limits.maxBatch} calls` }))
    const responses = await Promise.all(body.map(respond))
    const own = responses.flatMap((each) => each.own ?? [])
    if (own.length > 0) void send(own)
    for (const { begin } of responses) begin?.()
  }

  const end = (): void => {
    gone.abort(new Error('the caller is gone'))
    subscriptions.close()
  }
  socket.addEventListener('message', ({ data }) => {
    take(data).catch((error: unknown) => onError(error, { request, operation: undefined }))
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
}

/** Waits until a slow caller has received most of what was sent. */
async function drained(socket: ServerSocket, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (socket.bufferedAmount ?? 0) > mostBuffered / 2)
    await new Promise((resolve) => setTimeout(resolve, 10))
}
