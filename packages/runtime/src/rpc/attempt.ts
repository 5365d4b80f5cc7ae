import { type Attempt, attempted } from '../core/index.js'
import { inForm } from './bind.js'
import type { RpcClient } from './client.js'
import { isRpcError, type RpcError, UNCLASSIFIED } from './errors.js'
import type { RpcMethod } from './method.js'
import type { CallOptions } from './transport.js'

/** An error of the server whose reason the document lists. */
export type DescribedError<Reason> = [Reason] extends [never]
  ? never
  : RpcError & { readonly reason: Reason }

/** The methods of a client, which resolve to a result or to an error. */
export type RpcAttempts<Client, Table, Reason = never> = {
  readonly [Name in keyof Client as Name extends keyof Table ? Name : never]: Client[Name] extends (
    ...values: infer Values
  ) => Promise<infer Result>
    ? (...values: Values) => Promise<Attempt<Result, DescribedError<Reason>>>
    : never
}

/**
 * Makes a call and resolves to `{ data }`, or to `{ error, described }` if it fails: `described` if the server answered
 * with an error whose reason the document lists. Only throws what is no outcome: a `TypeError`, and the reason of the
 * caller's own `signal`.
 */
export function attempt<Params extends object, Result>(
  { call }: Pick<RpcClient, 'call'>,
  method: RpcMethod<Params, Result>,
  params?: Params,
  options?: CallOptions,
): Promise<Attempt<Result, RpcError>> {
  const isDescribed = (error: unknown): boolean => isRpcError(error) && error.reason !== UNCLASSIFIED
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
