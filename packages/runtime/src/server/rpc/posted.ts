import { isDeeper, textOfBytes } from '../../core/body.js'
import { stringifyExact } from '../../http/bodies/exact-json.js'
import { corsOf } from '../cors.js'
import { settleInTime } from '../in-time.js'
import { CallSignal, type Incoming, incomingOf } from '../incoming.js'
import { HttpProblem, isHttpProblem, problemReply } from '../problems.js'
import { headerList, type Reply, serverFrom } from '../reply.js'
import type { CorsOptions, Server } from '../types.js'
import {
  type AnyRpcServerOptions,
  type Failure,
  invalid,
  parsed,
  parseError,
  type RpcCalls,
  type RpcContext,
  type RpcServerFacts,
  rpcCallsOf,
} from './calls.js'

/** The server of a generated package: calls and notifications by POST, alone or in batches. */
export function rpcServerOf(facts: RpcServerFacts, options: AnyRpcServerOptions): Server {
  return postedServer(rpcCallsOf(facts, options), options.cors)
}

/** Serves calls by POST. */
export function postedServer(
  { answer, limits, onError }: RpcCalls,
  corsOptions: CorsOptions | undefined,
): Server {
  const cors = corsOf(corsOptions)

  async function handle(incoming: Incoming, context: RpcContext): Promise<Reply> {
    const { maxBodyBytes: most, maxBatch, maxDepth } = limits
    const tooLarge = (): Error => new HttpProblem(413, `a body has at most ${most} bytes`)
    if (Number(incoming.header('content-length') ?? 0) > most) throw tooLarge()
    if (!/^application\/(?:[\w.-]+\+)?json/i.test(incoming.header('content-type') ?? '')) {
      throw new HttpProblem(415, 'calls are application/json', {
        headers: { accept: 'application/json' },
      })
    }
    const body = parsed(textOfBytes(await incoming.pieces(most, tooLarge)))
    if (body === undefined) return failed(parseError)
    if (typeof body === 'object' && isDeeper(body, maxDepth)) {
      return failed({ ...invalid, data: `nested deeper than ${maxDepth} levels` })
    }
    if (!Array.isArray(body)) return reply(await answer(body, context))
    if (body.length === 0) return failed(invalid)
    if (body.length > maxBatch)
      return failed({ ...invalid, data: `a batch has at most ${maxBatch} calls` })
    const answers = await Promise.all(body.map((call: unknown) => answer(call, context)))
    const given = answers.filter((each) => each !== undefined)
    return reply(given.length > 0 ? given : undefined)
  }

  async function serve(incoming: Incoming): Promise<Reply> {
    const { method } = incoming
    const preflight = cors.preflight(incoming, allow)
    if (preflight) return preflight
    if (method === 'OPTIONS') return { status: 204, headers: headerList({ allow }), body: null }
    if (method !== 'POST') {
      return problemReply(new HttpProblem(405, 'calls are posted', { headers: { allow } }))
    }
    const signal = new CallSignal(incoming)
    try {
      const late = (): Error => new HttpProblem(503, 'the response took too long')
      return await settleInTime(
        handle(incoming, contextOf(incoming, signal)),
        limits.timeoutMs,
        late,
      )
    } catch (error) {
      signal.abort(error)
      if (isHttpProblem(error)) return problemReply(error)
      if (!incoming.isGone) onError(error, { request: incoming.request, operation: undefined })
      return problemReply(new HttpProblem(500))
    }
  }

  const answerToAll = async (incoming: Incoming): Promise<Reply> => {
    const own = await serve(incoming)
    if (corsOptions) cors.allow(incoming, own.headers)
    return own
  }
  return serverFrom(answerToAll, incomingOf)
}

const allow = 'POST, OPTIONS'

function contextOf(incoming: Incoming, signal: CallSignal): RpcContext {
  return {
    get request() {
      return incoming.request
    },
    get signal() {
      return signal.signal
    },
  }
}

function reply(body: object | undefined): Reply {
  if (body === undefined) return { status: 204, headers: headerList({}), body: null }
  const headers = headerList({ 'content-type': 'application/json' })
  return { status: 200, headers, body: stringifyExact(body) ?? 'null' }
}

function failed(error: Failure): Reply {
  return reply({ jsonrpc: '2.0', id: null, error })
}
