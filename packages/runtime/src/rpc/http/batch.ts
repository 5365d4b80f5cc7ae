import { isTransportError, TransportError } from '../../core/index.js'
import { readEnvelope } from '../envelope.js'
import { RpcError } from '../errors.js'
import type { CallTap } from '../transport.js'
import type { HttpAnswer } from './exchange.js'

export interface BatchOptions {
  /** The maximum number of calls per request; the node's default limit is 10. @default 10 */
  readonly size?: number | undefined
  /** How long the first call waits for others; 0 means until the current tick ends. @default 0 */
  readonly waitMs?: number | undefined
}

/** A JSON-RPC request. */
export interface Message {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: string
  readonly params: object
}

/** Sends one message and resolves to its result. */
export type Submit = (message: Message, signal: AbortSignal, tap?: CallTap) => Promise<unknown>

/** Sends several messages in one request. */
export type Post = (messages: readonly Message[], signal: AbortSignal) => Promise<HttpAnswer>

interface Entry {
  readonly message: Message
  readonly signal: AbortSignal
  readonly tap: CallTap | undefined
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Collects messages into requests. A message that stays alone is sent with `submit`. */
export function createBatcher(
  { size = 10, waitMs = 0 }: BatchOptions,
  submit: Submit,
  post: Post,
): Submit {
  if (!(size >= 1)) throw new RangeError('batch.size must be at least 1')
  // The node's limit may turn out to be smaller.
  let most = size
  let queue: Entry[] = []

  function flush(): void {
    const waiting = queue
    queue = []
    sendAll(waiting, most)
  }

  function sendAll(entries: readonly Entry[], step: number): void {
    for (let at = 0; at < entries.length; at += step) send(entries.slice(at, at + step))
  }

  async function send(entries: readonly Entry[]): Promise<void> {
    const live = entries.filter(({ signal }) => !signal.aborted)
    const [first, second] = live
    if (first && !second)
      submit(first.message, first.signal, first.tap).then(first.resolve, first.reject)
    if (!second) return
    const messages = live.map(({ message }) => message)
    try {
      settle(live, await post(messages, lastAbort(live)))
    } catch (error) {
      if (isTransportError(error) && error.status === 413) halve(live)
      else for (const { reject } of live) reject(error)
    }
  }

  function halve(entries: readonly Entry[]): void {
    sendAll(entries, Math.ceil(entries.length / 2))
  }

  function settle(entries: readonly Entry[], { json, response }: HttpAnswer): void {
    // A batch with a single response is answered with a bare object.
    const answers = new Map(
      [json]
        .flat()
        .map(readEnvelope)
        .map((one) => [one?.id, one]),
    )
    const found = entries.map(({ message }) => {
      const own = answers.get(message.id)
      answers.delete(message.id)
      return own
    })
    const stray = [...answers.values()].find((one) => one?.error)
    if (stray && !found.some(Boolean)) {
      // The whole request was rejected: too many calls, too large, or one of them crashed the node.
      const limitText = /maximum \((\d+)\)/.exec(String(stray.error?.data))
      const limit = Number(limitText?.[1]) || Number.POSITIVE_INFINITY
      most = Math.min(most, limit)
      if (limit < entries.length) sendAll(entries, limit)
      else halve(entries)
      return
    }
    const missing = new TransportError('The batch has no answer to this call', {
      fault: 'body',
      status: response.status,
    })
    entries.forEach(({ message, tap, resolve, reject }, index) => {
      tap?.answered(response.status)
      const own = found[index] ?? stray
      if (own?.error) reject(new RpcError(own.error, message.method))
      else if (own) resolve(own.result)
      else reject(missing)
    })
  }

  return (message, signal, tap) =>
    new Promise((resolve, reject) => {
      queue.push({ message, signal, tap, resolve, reject })
      if (queue.length >= most) flush()
      else if (queue.length < 2) waitMs > 0 ? setTimeout(flush, waitMs) : queueMicrotask(flush)
    })
}

/** One request serves many callers, so it is aborted when the last of them has aborted. */
function lastAbort(entries: readonly Entry[]): AbortSignal {
  const controller = new AbortController()
  const check = (): void => {
    if (entries.every(({ signal }) => signal.aborted)) controller.abort()
  }
  // Each signal belongs to one call and is collected with it, so no listener needs to be removed.
  for (const { signal } of entries) signal.addEventListener('abort', check)
  return controller.signal
}
