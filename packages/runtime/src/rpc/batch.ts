import { TransportError } from '../core/index.js'
import { type Envelope, readEnvelope } from './envelope.js'
import { RpcError } from './errors.js'
import { type Pause, unreadable } from './exchange.js'

export interface BatchOptions {
  /** Calls in one request at most; the node's own limit is 10 unless configured. @default 10 */
  readonly size?: number | undefined
  /** How long the first call waits for others; 0 is the end of the running code. @default 0 */
  readonly waitMs?: number | undefined
}

/** A JSON-RPC request. */
export interface Message {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: string
  readonly params: Record<string, unknown>
}

/** Sends one message or several, and gives back the JSON that came. */
export type Post = (
  body: Message | readonly Message[],
  signal: AbortSignal,
  pause: Pause,
) => Promise<{ status: number; json: unknown }>

interface Entry {
  readonly message: Message
  readonly signal: AbortSignal
  readonly pause: Pause
  resolve(result: unknown): void
  reject(error: unknown): void
}

export type Submit = (
  message: Message,
  safe: boolean,
  signal: AbortSignal,
  pause: Pause,
) => Promise<unknown>

/** Collects messages into requests. Unsafe ones go alone: nothing else shares their fate. */
export function createBatcher(option: boolean | BatchOptions, post: Post): Submit {
  const { size = 10, waitMs = 0 } = typeof option === 'object' ? option : option ? {} : { size: 1 }
  let most = size
  let queue: Entry[] = []

  function enqueue(entry: Entry): void {
    queue.push(entry)
    if (queue.length >= most) flush()
    else if (queue.length === 1) waitMs > 0 ? setTimeout(flush, waitMs) : queueMicrotask(flush)
  }

  function flush(): void {
    const waiting = queue
    queue = []
    // The node's limit may have turned out smaller since.
    for (let at = 0; at < waiting.length; at += most) send(waiting.slice(at, at + most))
  }

  async function send(entries: readonly Entry[]): Promise<void> {
    const live = entries.filter((entry) => !entry.signal.aborted)
    const [first] = live
    if (!first) return
    const messages = live.map((entry) => entry.message)
    const pause: Pause = {}
    const cancel = whenAllAbort(live.map((entry) => entry.signal))
    try {
      const body = live.length === 1 ? first.message : messages
      settle(live, await post(body, cancel.signal, pause))
    } catch (error) {
      for (const entry of live) {
        entry.pause.afterMs = pause.afterMs
        entry.reject(error)
      }
    } finally {
      cancel.release()
    }
  }

  function settle(entries: readonly Entry[], { status, json }: { status: number; json: unknown }) {
    // A batch with one answer is answered with a bare object.
    const answers = (Array.isArray(json) ? json : [json]).map(readEnvelope)
    const byId = new Map(answers.map((answer) => [answer?.id, answer]))
    const stray = answers.find((answer) => answer?.error && !isOurs(entries, answer.id))?.error
    if (stray && entries.length > 1 && !entries.some((entry) => byId.has(entry.message.id))) {
      // The request as a whole was refused: too many calls, too long, or one of them crashed it.
      const limit = Number(/maximum \((\d+)\)/.exec(String(stray.data))?.[1] ?? 0)
      const half = Math.ceil(entries.length / 2)
      if (limit > 0 && limit < most) most = limit
      const step = limit > 0 && limit < entries.length ? limit : half
      for (let at = 0; at < entries.length; at += step) send(entries.slice(at, at + step))
      return
    }
    for (const entry of entries) {
      const answer = byId.get(entry.message.id) ?? (stray && { error: stray })
      if (answer) finish(entry, answer)
      else entry.reject(missing(status, json, entries.length))
    }
  }

  return (message, safe, signal, pause) =>
    new Promise((resolve, reject) => {
      const entry: Entry = { message, signal, pause, resolve, reject }
      if (safe && size > 1) enqueue(entry)
      else send([entry])
    })
}

function isOurs(entries: readonly Entry[], id: unknown): boolean {
  return entries.some((entry) => entry.message.id === id)
}

function finish({ message, resolve, reject }: Entry, { error, result }: Envelope): void {
  if (error) reject(new RpcError(error, message.method))
  else resolve(result)
}

function missing(status: number, json: unknown, sent: number): TransportError {
  if (sent === 1) return unreadable(status, JSON.stringify(json))
  return new TransportError('The batch has no answer to this call', { fault: 'body', status })
}

/** One request serves many callers: it is given up when the last of them is gone. */
function whenAllAbort(signals: readonly AbortSignal[]): {
  readonly signal: AbortSignal
  release(): void
} {
  const [only, ...others] = signals
  if (only && others.length === 0) return { signal: only, release() {} }
  const controller = new AbortController()
  const check = (): void => {
    const pending = signals.find((signal) => !signal.aborted)
    if (!pending) controller.abort(signals[0]?.reason)
  }
  for (const signal of signals) signal.addEventListener('abort', check)
  return {
    signal: controller.signal,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', check)
    },
  }
}
