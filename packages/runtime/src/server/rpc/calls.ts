import { checkOptions } from '../../core/check-options.js'
import { isErrorNamed } from '../../core/errors.js'
import { memberAt } from '../../core/member.js'
import { parseExact, withDigitsOf } from '../../http/bodies/exact-json.js'
import type { Checking, RpcCallFacts } from '../facts.js'
import { type Checked, checkedSettings, checkHandlers, settingForms } from '../settings.js'
import type { ErrorContext, ServerSettings } from '../types.js'

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
export interface RpcMethodFacts extends RpcCallFacts {
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
export type RpcServerSettings = Omit<ServerSettings, 'basePath' | 'refusal'>

export interface Failure {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

interface Served {
  readonly key: string
  readonly facts: RpcMethodFacts
  readonly handler: (params: object, context: RpcContext) => unknown
}

/** What a server does with calls, however they arrive. */
export interface RpcCalls extends Checked {
  /** The response to one call; none to a notification. */
  readonly answer: (call: unknown, context: RpcContext) => Promise<object | undefined>
}

export function rpcCallsOf(facts: RpcServerFacts, options: AnyRpcServerOptions): RpcCalls {
  checkOptions(options, settingForms)
  const { operations } = options
  const settings = checkedSettings(options)
  const { onError, checkResults } = settings
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
    if (!isCall(call)) return responseTo(isId(id) ? call : undefined, { error: invalid })
    const own = await outcome(call, context)
    return id === undefined ? undefined : responseTo(call, own)
  }

  return { ...settings, answer }
}

/** A response with the id of a call, also if JavaScript rounds it. */
export function responseTo(call: unknown, outcome: object): object {
  const response = { jsonrpc: '2.0', id: memberAt(call, 'id') ?? null, ...outcome }
  return withDigitsOf(response, call, 'id')
}

export const parseError: Failure = { code: -32700, message: 'Parse error' }
export const invalid: Failure = { code: -32600, message: 'Invalid Request' }
const notFound: Failure = { code: -32601, message: 'Method not found' }
export const invalidParams: Failure = { code: -32602, message: 'Invalid params' }
const internal: Failure = { code: -32603, message: 'Internal error' }

export function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

export function isCall(call: unknown): call is object {
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
export function paramsOf(
  { params: names, check }: Pick<RpcMethodFacts, 'params' | 'check'>,
  params: unknown,
): object | undefined {
  if (!Array.isArray(params)) return Object(params ?? {})
  if (params.length > names.length) return undefined
  const pairs = params.map((value: unknown, index): [string, unknown] => [
    names[index] ?? '',
    value,
  ])
  const all = Object.fromEntries(pairs)
  if (!check || check.strict.is(all)) return all
  // By position, null stands for what is left out before others.
  const given = Object.fromEntries(pairs.filter(([, value]) => value !== null))
  return check.strict.is(given) ? given : all
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
