import type { Subscription } from '../core/index.js'
import {
  type Attempt,
  attempted,
  callerKey,
  callOptionForms,
  checkOptions,
  serverUrl,
  type Validate,
  validatorIn,
} from '../core/index.js'
import type { RpcClient, RpcClientOptions, Subscribe } from './client.js'
import { isRpcError, type RpcError, UNCLASSIFIED } from './errors.js'
import type { RpcMethod } from './method.js'
import { openEventStream } from './subscribe/open-stream.js'
import type { EventSource, QueryInput, SubscribeOptions } from './subscribe/subscription-types.js'
import type { CallOptions } from './transport.js'

type Methods = Readonly<Record<string, RpcMethod>>

/** A table of methods as functions; those without parameters only take options. */
export type CallsOf<Table extends Methods> = {
  readonly [Name in keyof Table]: Table[Name] extends RpcMethod<infer Params, infer Result>
    ? keyof Params extends never
      ? (options?: CallOptions) => Promise<Result>
      : (params?: Params, options?: CallOptions) => Promise<Result>
    : never
}

/** A call of a method, in one form or another. */
type Form = (method: RpcMethod, params: object | undefined, options?: CallOptions) => unknown

/** A function for each method of a table. */
function inForm(table: Methods, form: Form): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, method]) => [
      name,
      method.params.length > 0
        ? (params?: object, options?: CallOptions) => form(method, params, options)
        : (options?: CallOptions) => form(method, {}, options),
    ]),
  )
}

/** The methods of a generated client. */
export function callsOf<Table extends Methods>(client: RpcClient, table: Table): CallsOf<Table>
export function callsOf(client: RpcClient, table: Methods): object {
  const calls = inForm(table, client.call)
  const { [serverUrl]: url, [callerKey]: caller } = client.transport
  return url ? { ...calls, [serverUrl]: url, [callerKey]: caller } : calls
}

/** The `subscribe` of a generated client: `Events` has the payload of each kind of event. */
export function eventStream<Events extends object>(
  client: RpcClient,
  source: EventSource,
): Subscribe<Events> {
  const subscribe = (query: QueryInput, options?: SubscribeOptions): Subscription<unknown> =>
    openEventStream(client, source, query, options)
  // As with results, the types come from the document alone.
  return subscribe as Subscribe<Events>
}

function keyOf({ name, key }: RpcMethod): string {
  return key ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Validates results with validators that are named like the client's methods. */
export function responseCheck(validate: Validate | undefined): RpcClientOptions['check'] {
  checkOptions({ validate }, callOptionForms)
  return (method, result, redact, key, own = validate) => {
    if (!own) return
    const name = keyOf(method)
    validatorIn(own, key ?? name)?.['~asValidator'](result, name, own, redact)
  }
}

/** An error of the server whose reason, or code, the document lists. */
export type DescribedError<Reason, Code = unknown> = unknown extends Code
  ? [Reason] extends [never]
    ? never
    : RpcError & { readonly reason: Reason }
  : RpcError & { readonly code: Code }

type CodeOf<Method> =
  Method extends RpcMethod<infer _Params, infer _Result, infer Code> ? Code : unknown

/** The methods of a client, which resolve to a result or to an error. */
export type RpcAttempts<Client, Table, Reason = never> = {
  readonly [Name in keyof Client as Name extends keyof Table ? Name : never]: Client[Name] extends (
    ...values: infer Values
  ) => Promise<infer Result>
    ? (
        ...values: Values
      ) => Promise<
        Attempt<
          Result,
          DescribedError<Reason, CodeOf<Name extends keyof Table ? Table[Name] : never>>
        >
      >
    : never
}

/**
 * Makes a call and resolves to `{ data }`, or to `{ error, described }` if it fails: `described` if the server answered
 * with an error whose reason or code the document lists. Only throws what is no outcome: a `TypeError`, and the reason of the
 * caller's own `signal`.
 */
export function attempt<Params extends object, Result, Code>(
  { call }: Pick<RpcClient, 'call'>,
  method: RpcMethod<Params, Result, Code>,
  params?: Params,
  options?: CallOptions,
): Promise<Attempt<Result, RpcError & { readonly code: unknown extends Code ? number : Code }>> {
  const { codes = [] } = method
  const isDescribed = (error: unknown): boolean =>
    isRpcError(error) && (error.reason !== UNCLASSIFIED || codes.includes(error.code))
  return attempted(call(method, params, options), isDescribed, options?.signal)
}

/** The member `attempt` of a generated client. */
export function attemptsOf<Client, Table extends Readonly<Record<string, RpcMethod>>, Reason>(
  client: RpcClient,
  table: Table,
): RpcAttempts<Client, Table, Reason>
export function attemptsOf(client: RpcClient, table: Readonly<Record<string, RpcMethod>>): object {
  return inForm(table, (method, params, options) => attempt(client, method, params, options))
}
