import { backoffMs, isTimeoutError, isTransportError, sleep } from '../../../core/index.js'
import { passes } from '../../http/exchange.js'
import { callTogether } from '../../together.js'
import type { CallTap, Outcome, Requests, RpcRequest, Transport } from '../../transport.js'
import { type Ask, patience } from './heights.js'

/** Makes calls over any transport, `batch` of them in each request, and repeats them after failures that pass. */
export function persistentAsk(
  transport: Transport,
  batch: number,
  signal: AbortSignal,
  weigh: (characters: number) => void,
): Ask {
  return async (requests) => {
    let size = 0
    const tap: CallTap = {
      began() {},
      answered(_, characters) {
        size += characters
      },
      failed() {},
    }
    const outcomes = await repeating(requests, (piece) =>
      callTogether(transport, piece, { signal, tap }),
    )
    weigh(size)
    return outcomes
  }

  async function repeating(
    requests: readonly RpcRequest[],
    send: (piece: Requests) => Promise<readonly Outcome[]>,
  ): Promise<readonly Outcome[]> {
    let apart = false
    for (let attempt = 0; ; attempt++) {
      try {
        const pieces = inPieces(requests, apart ? 1 : batch)
        return (await Promise.all(pieces.map(send))).flat()
      } catch (error) {
        const { status = 0, retryAfterMs = 0 } = isTransportError(error) ? error : {}
        const goesOn = isTimeoutError(error) || (isTransportError(error) && passes(error))
        if (attempt === patience.attempts || !goesOn) throw error
        // What is too large for one response may fit into several; an overloaded node gets no more requests.
        apart = attempt > 0 && !overloaded.includes(status)
        await sleep(Math.max(retryAfterMs, backoffMs(attempt, patience)), signal)
      }
    }
  }
}

const overloaded = [429, 503]

function inPieces(requests: readonly RpcRequest[], size: number): Requests[] {
  const pieces: Requests[] = []
  for (let at = 0; at < requests.length; at += size) {
    const [first, ...rest] = requests.slice(at, at + size)
    if (first) pieces.push([first, ...rest])
  }
  return pieces
}
