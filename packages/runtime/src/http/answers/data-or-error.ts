import { type Attempt, attempted } from '../../core/calls/data-or-error.js'
import type { SendAs } from '../bodies/content-types.js'
import type { HttpStream, StreamOptions } from '../bodies/stream.js'
import type { HttpApi } from '../client.js'
import { isDescribed, isErrorOf } from '../errors/api-error.js'
import type { ErrorOf, HttpOperation } from '../operation.js'
import type { CallOptions } from '../options.js'
import { resultOrItems } from './result-or-items.js'

/** The outcome of an operation: its error is typed if the document describes it. */
export type AttemptOf<Operation> =
  Operation extends HttpOperation<
    infer _Input,
    infer Output,
    infer _Failures,
    infer _Bodies,
    infer _Answers
  >
    ? Attempt<
        Operation extends HttpStream<infer _, infer Item> ? AsyncIterableIterator<Item> : Output,
        ErrorOf<Operation>
      >
    : never

/**
 * Makes a call and resolves to `{ data }`, or to `{ error, described }` if it fails. Only throws what is no outcome: a
 * `TypeError`, and the reason of the caller's own `signal`. For a stream, it resolves when the response begins: what
 * fails later is thrown by the iteration.
 */
export function attempt<Input, Item, Failures, Bodies, Answers>(
  api: HttpApi,
  operation: HttpStream<Input, Item, Failures, Bodies, Answers>,
  input?: Input,
  options?: StreamOptions,
): Promise<AttemptOf<HttpStream<Input, Item, Failures, Bodies, Answers>>>
export function attempt<Input, Output, Failures, Bodies, Answers>(
  api: HttpApi,
  operation: HttpOperation<Input, Output, Failures, Bodies, Answers>,
  input?: Input,
  options?: CallOptions,
): Promise<AttemptOf<HttpOperation<Input, Output, Failures, Bodies, Answers>>>
export function attempt<Output, Failures, Bodies, Answers, Type extends keyof Bodies & string>(
  api: HttpApi,
  operation: HttpOperation<unknown, Output, Failures, Bodies, Answers>,
  input: Bodies[Type],
  options: SendAs<Type>,
): Promise<AttemptOf<HttpOperation<unknown, Output, Failures, Bodies, Answers>>>
export function attempt(
  api: HttpApi,
  operation: HttpOperation<unknown, unknown>,
  input?: unknown,
  options?: CallOptions,
): Promise<object> {
  const described = (error: unknown): boolean =>
    isErrorOf(error, operation) && isDescribed(error, operation) === true
  return attempted(resultOrItems(api, operation, input, options), described, options?.signal)
}
