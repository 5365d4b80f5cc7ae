import { isTransportError, TransportError } from '../../core/index.js'
import { readEnvelope } from '../envelope.js'
import { RpcError } from '../errors.js'
import type { CallTap, Outcome } from '../transport.js'
import { type HttpAnswer, unreadable } from './exchange.js'

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

/** A message and the hooks of its call. */
interface Part {
  readonly message: Message
  readonly tap: CallTap | undefined
}

/** Sends one message and resolves to its result. */
type Submit = (message: Message, signal: AbortSignal, tap?: CallTap) => Promise<unknown>

/** Sends several messages in as few requests as possible. Never rejects. */
type SubmitAll = (parts: readonly Part[], signal: AbortSignal, limit?: number) => Promise<Outcome[]>

/** Sends one message, or a list of them. */
type Post = (body: unknown, signal: AbortSignal) => Promise<HttpAnswer>

/** Puts at most `size` messages into one request. */
export function createSubmitAll(size: number, post: Post): SubmitAll {
  if (!(size >= 1)) throw new RangeError('batch.size must be at least 1')
  // The node's limit may turn out to be smaller.
  let most = size

  /** The outcome of each message; `undefined` if the whole request was rejected. */
  function outcomesOf(parts: readonly Part[], answer: HttpAnswer): Outcome[] | undefined {
    const { status } = answer.response
    // A batch with a single response is answered with a bare object.
    const envelopes = [answer.json].flat().map(readEnvelope)
    const found = parts.map(({ message }) => envelopes.find((one) => one?.id === message.id))
    const stray = envelopes.find((one) => one?.error && !found.includes(one))
    if (stray && parts.length > 1 && !found.some(Boolean)) {
      // Too many calls, too large, or one of them crashed the node.
      const limitText = /maximum \((\d+)\)/.exec(String(stray.error?.data))
      most = Math.min(most, Number(limitText?.[1]) || most)
      return undefined
    }
    return parts.map(({ message, tap }, index) => {
      tap?.answered(status, answer.text.length / parts.length)
      const own = found[index] ?? stray
      if (own?.error) return { error: new RpcError(own.error, message.method) }
      if (own) return { result: own.result }
      if (!found.some(Boolean)) return { error: unreadable(answer) }
      const problem = 'The batch has no answer to this call'
      return { error: new TransportError(problem, { fault: 'body', status }) }
    })
  }

  return async function submitAll(parts, signal, limit = most) {
    const { length } = parts
    if (length <= Math.min(most, limit)) {
      try {
        const messages = parts.map(({ message }) => message)
        const answer = await post(length > 1 ? messages : messages[0], signal)
        const outcomes = outcomesOf(parts, answer)
        if (outcomes) return outcomes
      } catch (error) {
        const isTooLarge = isTransportError(error) && error.status === 413
        if (length < 2 || !isTooLarge) return parts.map(() => ({ error }))
      }
    }
    const fits = Math.min(most, limit)
    const step = fits < length ? fits : Math.ceil(length / 2)
    const pieces: Promise<Outcome[]>[] = []
    for (let at = 0; at < length; at += step) {
      pieces.push(submitAll(parts.slice(at, at + step), signal, limit))
    }
    return (await Promise.all(pieces)).flat()
  }
}

/** Sends each message in a request of its own. */
export function createSubmit(submitAll: SubmitAll): Submit {
  return async (message, signal, tap) => {
    const [outcome] = await submitAll([{ message, tap }], signal)
    if (outcome?.error) throw outcome.error
    return outcome?.result
  }
}

interface Waiting extends Part {
  readonly signal: AbortSignal
  settle(outcome: Outcome | undefined): void
}

/** Collects messages that are submitted at about the same time. */
export function createBatcher(size: number, waitMs: number, submitAll: SubmitAll): Submit {
  let queue: Waiting[] = []

  async function flush(): Promise<void> {
    const live = queue.filter(({ signal }) => !signal.aborted)
    queue = []
    // A full queue leaves before its time, and callers may have given up.
    if (live.length === 0) return
    const outcomes = await submitAll(live, lastAbort(live))
    for (const [index, { settle }] of live.entries()) settle(outcomes[index])
  }

  return (message, signal, tap) =>
    new Promise((resolve, reject) => {
      const settle = ({ error, result }: Outcome = {}): void =>
        error ? reject(error) : resolve(result)
      queue.push({ message, signal, tap, settle })
      if (queue.length >= size) flush()
      else if (queue.length < 2) waitMs > 0 ? setTimeout(flush, waitMs) : queueMicrotask(flush)
    })
}

/** One request serves many callers, so it is aborted when the last of them has aborted. */
function lastAbort(waiting: readonly Waiting[]): AbortSignal {
  const controller = new AbortController()
  const check = (): void => {
    if (waiting.every(({ signal }) => signal.aborted)) controller.abort()
  }
  // Each signal belongs to one call and is collected with it, so no listener needs to be removed.
  for (const { signal } of waiting) signal.addEventListener('abort', check)
  return controller.signal
}
