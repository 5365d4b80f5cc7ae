import {
  type CallContext,
  type MessageAnswer,
  type MessageRequest,
  type Middleware,
  sendThrough,
} from '../../core/index.js'
import { isRpcError } from '../errors.js'
import type { Around, CallOutcome } from '../transport.js'

/** The middleware of a client around one call: its message in each attempt, and its requests over HTTP. */
export function aroundCall(middleware: readonly Middleware[], context: CallContext): Around {
  let attempt = 0
  return {
    async messages([{ method, params }], address, send) {
      const next = async (changed: MessageRequest): Promise<MessageAnswer> =>
        messageAnswer(await send([{ method, params: changed.params }]))
      const about = { ...context, attempt: ++attempt }
      return [await sendThrough(middleware, 'message', { address, params }, next, about)]
    },
    request: (request, send) =>
      sendThrough(middleware, 'attempt', request, send, { ...context, attempt }),
  }
}

/** What the server answered, an error included; throws if there is no answer. */
export function messageAnswer([outcome = {}]: readonly CallOutcome[]): MessageAnswer {
  if (outcome.error && !isRpcError(outcome.error)) throw outcome.error
  return outcome
}
