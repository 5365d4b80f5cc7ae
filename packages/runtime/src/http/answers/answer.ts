import type { SendAs } from '../bodies/content-types.js'
import type { HttpStream, StreamOptions } from '../bodies/stream.js'
import type { HttpApi, Inner } from '../client.js'
import type { HttpOperation } from '../operation.js'
import type { CallOptions } from '../options.js'
import { resultOrItems } from './result-or-items.js'

/** A success response: `status` tells which of several it is. */
export interface Answer<Status, Data, Headers = NoHeaders> {
  readonly status: Status
  /** The body, as the call itself resolves to it; for a stream, its items. */
  readonly data: Data
  /** The headers that the document describes. Those that are missing, or cannot be converted, are left out. */
  readonly headers: Headers
  /** The response itself. Its body was read; that of a stream is read with `data`. */
  readonly response: Response
}

/** The document describes no headers; all of them are in `response.headers`. */
export type NoHeaders = Readonly<Record<never, never>>

/** Registered statuses of a success, for documents that describe a range (`2XX`) or `default`. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226

/** The answers of an operation. */
export type AnswerOf<Operation> =
  Operation extends HttpOperation<
    infer _Input,
    infer Output,
    infer _Failures,
    infer _Bodies,
    infer Answers
  >
    ? AnswersOr<Answers, Output>
    : never

/** Unless an operation says otherwise, its success is 200 with a body or 204 without. */
export type AnswersOr<Answers, Output> = unknown extends Answers
  ? [Output] extends [undefined]
    ? Answer<204, Output>
    : Answer<200, Output>
  : Answers

/**
 * Makes a call and resolves to the whole answer: status, data, headers and response. Throws like the call. For a
 * stream, it resolves when the response begins, and `data` are the items: iterate over them, or end them with
 * `return()`.
 */
export function answer<Input, Item, Failures, Bodies, Answers>(
  api: HttpApi,
  operation: HttpStream<Input, Item, Failures, Bodies, Answers>,
  input?: Input,
  options?: StreamOptions,
): Promise<Answers>
export function answer<Input, Output, Failures, Bodies, Answers>(
  api: HttpApi,
  operation: HttpOperation<Input, Output, Failures, Bodies, Answers>,
  input?: Input,
  options?: CallOptions,
): Promise<AnswersOr<Answers, Output>>
export function answer<Output, Failures, Bodies, Answers, Type extends keyof Bodies & string>(
  api: HttpApi,
  operation: HttpOperation<unknown, Output, Failures, Bodies, Answers>,
  input: Bodies[Type],
  options: SendAs<Type>,
): Promise<AnswersOr<Answers, Output>>
export async function answer(
  api: HttpApi,
  operation: HttpOperation<unknown, unknown>,
  input?: unknown,
  options?: CallOptions,
): Promise<object> {
  let response: Response | undefined
  const seeing: CallOptions & Inner = {
    ...options,
    seen(one) {
      response = one
    },
  }
  const data = await resultOrItems(api, operation, input, seeing)
  if (!response) {
    throw new TypeError(`${operation.name}: middleware answered the call, so it has no response`)
  }
  const { headers: given, status } = response
  const headers = Object.entries(operation.heads ?? {}).flatMap(([name, read]) => {
    const text = given.get(name)
    const value = text === null ? undefined : read(text)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { status, data, headers: Object.fromEntries(headers), response }
}
