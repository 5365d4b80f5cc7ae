/** Recorded exchanges with a node, and a node that replays them. */
import type { RpcRequest } from '@tagwire/runtime/rpc'

/** One call: its arguments, what was sent, and what was received. */
export interface Exchange {
  readonly method: string
  /** Bytes as `0x…`. */
  readonly params: Readonly<Record<string, unknown>>
  /** The path and query of a URI, or the `params` of a JSON-RPC message. */
  readonly sent: unknown
  readonly status?: number
  /** The answer, without its id. */
  readonly answer: Readonly<Record<string, unknown>>
  /** For errors: how the client classifies it. */
  readonly reason?: string
}

/** Notifications of one query, in order. */
export interface Recording {
  readonly query: string
  readonly notifications: readonly unknown[]
}

export interface Transcript {
  readonly release: string
  readonly exchanges: readonly Exchange[]
}

export interface EventTranscript {
  readonly release: string
  readonly recordings: readonly Recording[]
}

/** Parameters as JSON: what programs hold as bytes or big integers becomes text. */
export function writable(params: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, unknown]) => [name, asJson(value)]),
  )
}

function asJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`
  return typeof value === 'bigint' ? String(value) : value
}

export function withoutId(answer: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'id'))
}

/** The call that an exchange is about. */
export function requestOf(
  exchange: Exchange,
  methods: Readonly<Record<string, RpcRequest['method']>>,
): RpcRequest {
  const method = Object.values(methods).find(({ name }) => name === exchange.method)
  if (!method) throw new Error(`no method ${exchange.method}`)
  return { method, params: exchange.params }
}
