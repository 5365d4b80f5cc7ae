import { isDeeper, textOf } from '../core/body.js'
import { checkOptions } from '../core/check-options.js'
import { isErrorNamed } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import { parseExact, stringifyExact } from '../http/bodies/exact-json.js'
import { corsOf } from './cors.js'
import type { Checking } from './facts.js'
import { inTime } from './in-time.js'
import { CallSignal, type Incoming, incomingOf } from './incoming.js'
import { HttpProblem, isHttpProblem, problemReply } from './problems.js'
import { headerList, type Reply, serverFrom } from './reply.js'
import { type Checked, checkedSettings, checkHandlers, settingForms } from './settings.js'
import type { ErrorContext, Server, ServerSettings } from './types.js'

/** What a handler of a method gets besides its parameters. */
export interface RpcContext {
  readonly request: Request
  /** Aborts when the caller hangs up or the time is over. */
  readonly signal: AbortSignal
}

/** Returns the result. An `RpcError` that it throws is sent with its code, message and data. */
export type RpcHandler<Params, Result> = (
  params: Params,
  context: RpcContext,
) => Result | Promise<Result>

/** What a server needs to know about a method. */
export interface RpcMethodFacts {
  /** Its name on the wire. */
  readonly name: string
  /** The names of its parameters by position. */
  readonly params: readonly string[]
  /** Checks the parameters by name. */
  readonly check?: Checking
  readonly result?: Checking
}

/** What a generated package passes to its server. */
export interface RpcServerFacts {
  readonly methods: Readonly<Record<string, RpcMethodFacts>>
}

export interface AnyRpcServerOptions extends RpcServerSettings {
  readonly operations: object
}

/** Options of every server for JSON-RPC, besides its methods. */
export type RpcServerSettings = Omit<ServerSettings, 'basePath'>

interface Failure {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

interface Served {
  readonly key: string
  readonly facts: RpcMethodFacts
  readonly handler: (params: object, context: RpcContext) => unknown
}

/** The server of a generated package: calls and notifications by POST, alone or in batches. */
export function rpcServerOf(facts: RpcServerFacts, options: AnyRpcServerOptions): Server {
  checkOptions(options, settingForms)
  const { operations } = options
  const { limits, onError, checkResults }: Checked = checkedSettings(options)
  const cors = corsOf(options.cors)
  checkHandlers(operations, Object.keys(facts.methods))
  const methods = new Map(
    Object.entries(facts.methods).map(([key, each]): [string, Served] => {
      return [each.name, { key, facts: each, handler: Reflect.get(operations, key) }]
    }),
  )

  /** The outcome of one call. */
  async function outcome(call: unknown, context: RpcContext): Promise<object> {
    const name = memberAt(call, 'method')
    const served = typeof name === 'string' ? methods.get(name) : undefined
    if (!served) return { error: notFound }
    const params = paramsOf(served.facts, memberAt(call, 'params'))
    if (!params)
      return { error: { ...invalidParams, data: 'there are more parameters than names' } }
    const { check, result: checkOfResult } = served.facts
    if (check && !check.strict.is(params)) {
      return { error: { ...invalidParams, data: { problems: check.strict.check(params) } } }
    }
    const report = (error: unknown): void => {
      const where: ErrorContext = { request: context.request, operation: served.key }
      onError(error, where)
    }
    try {
      // JSON has no `undefined`.
      const result: unknown = (await served.handler.call(operations, params, context)) ?? null
      if (checkResults && checkOfResult && !checkOfResult.strict.is(result)) {
        const [first] = checkOfResult.strict.check(result)
        report(
          new TypeError(
            `${served.key} returned an invalid result: ${first?.path} ${first?.message}`,
          ),
        )
        return { error: internal }
      }
      return { result }
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) report(error)
      return { error: failure ?? internal }
    }
  }

  /** The response to one call; none to a notification. */
  async function answer(call: unknown, context: RpcContext): Promise<object | undefined> {
    const id = memberAt(call, 'id')
    if (!isCall(call)) return { jsonrpc: '2.0', id: isId(id) ? (id ?? null) : null, error: invalid }
    const own = await outcome(call, context)
    return id === undefined ? undefined : { jsonrpc: '2.0', id, ...own }
  }

  async function handle(incoming: Incoming, context: RpcContext): Promise<Reply> {
    const { maxBodyBytes: most, maxBatch, maxDepth } = limits
    const tooLarge = (): Error => new HttpProblem(413, `a body has at most ${most} bytes`)
    if (Number(incoming.header('content-length') ?? 0) > most) throw tooLarge()
    if (!/^application\/(?:[\w.-]+\+)?json/i.test(incoming.header('content-type') ?? '')) {
      throw new HttpProblem(415, 'calls are application/json', {
        headers: { accept: 'application/json' },
      })
    }
    const body = parsed(textOf(await incoming.pieces(most, tooLarge)))
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
      return await inTime(handle(incoming, contextOf(incoming, signal)), limits.timeoutMs, late)
    } catch (error) {
      signal.abort(error)
      if (isHttpProblem(error)) return problemReply(error)
      if (!incoming.isGone) onError(error, { request: incoming.request, operation: undefined })
      return problemReply(new HttpProblem(500))
    }
  }

  const answerToAll = async (incoming: Incoming): Promise<Reply> => {
    const own = await serve(incoming)
    if (options.cors) cors.allow(incoming, own.headers)
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

const parseError: Failure = { code: -32700, message: 'Parse error' }
const invalid: Failure = { code: -32600, message: 'Invalid Request' }
const notFound: Failure = { code: -32601, message: 'Method not found' }
const invalidParams: Failure = { code: -32602, message: 'Invalid params' }
const internal: Failure = { code: -32603, message: 'Internal error' }

function reply(body: object | undefined): Reply {
  if (body === undefined) return { status: 204, headers: headerList({}), body: null }
  const headers = headerList({ 'content-type': 'application/json' })
  return { status: 200, headers, body: stringifyExact(body) ?? 'null' }
}

function failed(error: Failure): Reply {
  return reply({ jsonrpc: '2.0', id: null, error })
}

function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

function isCall(call: unknown): call is object {
  const params = memberAt(call, 'params')
  return (
    memberAt(call, 'jsonrpc') === '2.0' &&
    typeof memberAt(call, 'method') === 'string' &&
    isId(memberAt(call, 'id')) &&
    (params === undefined || (typeof params === 'object' && params !== null))
  )
}

function isId(id: unknown): boolean {
  return id === undefined || id === null || typeof id === 'string' || typeof id === 'number'
}

/** The parameters by name, also if they were sent by position; `undefined` if there are too many. */
function paramsOf({ params: names }: RpcMethodFacts, params: unknown): object | undefined {
  if (!Array.isArray(params)) return Object(params ?? {})
  if (params.length > names.length) return undefined
  const pairs = params.map((value: unknown, index): [string, unknown] => [
    names[index] ?? '',
    value,
  ])
  return Object.fromEntries(pairs)
}

/** An error that the handler means for the caller. */
function failureOf(error: unknown): Failure | undefined {
  const code = memberAt(error, 'code')
  if (!isErrorNamed(error, 'RpcError') || typeof code !== 'number') return undefined
  const data = memberAt(error, 'data')
  // The message of an RpcError ends with its data, for those who print it.
  const ending = typeof data === 'string' ? `: ${data.slice(0, 300)}` : ''
  const { message } = error
  const own = ending !== '' && message.endsWith(ending) ? message.slice(0, -ending.length) : message
  return { code, message: own, ...(data === undefined ? {} : { data }) }
}
