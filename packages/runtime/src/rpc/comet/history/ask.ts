import { backoffMs, isTimeoutError, isTransportError, onAbort, sleep } from '../../../core/index.js'
import { passes } from '../../http/exchange.js'
import { type Caller, callTogether } from '../../together.js'
import type { CallTap, Outcome, Requests, RpcRequest } from '../../transport.js'
import type { Weigh } from './ordered.js'

/** How to read past heights. */
export interface ReadPlan {
  readonly transport: Caller
  readonly signal: AbortSignal
  /** The number of concurrent requests. */
  readonly concurrency: number
  /** The number of calls per request, if the transport supports that. */
  readonly batch: number
  /** The maximum length of all responses that wait to be consumed. */
  readonly characters: number
  /** Whether to retry after network failures; otherwise the caller does. */
  readonly persistent?: boolean
}

/** A node may be unreachable for a while, and a height is stored shortly before its results are. */
export const patience = { attempts: 8, baseMs: 100, maxMs: 1000 }

/** Makes calls, `batch` of them in each request. */
export async function ask(
  { transport, signal, batch, persistent }: ReadPlan,
  requests: readonly RpcRequest[],
  weigh: Weigh,
): Promise<readonly Outcome[]> {
  const tap: CallTap = { began() {}, answered: (_, characters) => weigh(characters), failed() {} }
  const options = { signal, tap }
  let apart = false
  for (let attempt = 0; ; attempt++) {
    try {
      const pieces = inPieces(requests, apart ? 1 : batch)
      const outcomes = pieces.map((piece) => callTogether(transport, piece, options))
      return (await Promise.all(outcomes)).flat()
    } catch (error) {
      const { status = 0, retryAfterMs = 0 } = isTransportError(error) ? error : {}
      const goesOn = isTimeoutError(error) || (isTransportError(error) && passes(error))
      if (!persistent || attempt === patience.attempts || !goesOn) throw error
      // What is too large for one response may fit into several; a node that is overloaded gets no more requests.
      apart = attempt > 0 && !slowDown.includes(status)
      await rest(Math.max(retryAfterMs, backoffMs(attempt, patience)), signal)
    }
  }
}

const slowDown = [429, 503]

/** Waits without a listener of its own on the signal: Node warns of more than ten. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  const controller = new AbortController()
  const release = onAbort(signal, () => controller.abort(signal.reason))
  await sleep(ms, controller.signal).finally(release)
}

function inPieces(requests: readonly RpcRequest[], size: number): Requests[] {
  const pieces: Requests[] = []
  for (let at = 0; at < requests.length; at += size) {
    const [first, ...rest] = requests.slice(at, at + size)
    if (first) pieces.push([first, ...rest])
  }
  return pieces
}
