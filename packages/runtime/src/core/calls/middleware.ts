import type { Redact } from '../redact.js'

/** What middleware knows of an operation. */
export interface OperationInfo<
  Id extends string = string,
  Method extends string = string,
  Path extends string = string,
  Tag extends string = string,
> {
  /** The `operationId` of the document; for JSON-RPC, the name of the method. */
  readonly id: Id
  /** Its generated name, which is the name of the method of the client. */
  readonly name: string
  /** The HTTP method; for JSON-RPC, the name of the method. */
  readonly method: Method
  /** The path template: `/pets/{id}`. Empty for JSON-RPC. */
  readonly path: Path
  readonly tags: readonly Tag[]
}

/** One call, retries included. */
export interface CallContext<Operation extends OperationInfo = OperationInfo> {
  readonly operation: Operation
  /** What the caller passed. */
  readonly input: unknown
  /** Aborts when the call ends early: by its deadline, or by the caller's signal. */
  readonly signal: AbortSignal
  /** Removes the credentials that the client knows from what is shown. */
  readonly redact: Redact
}

/** One attempt of a call. */
export interface AttemptContext<Operation extends OperationInfo = OperationInfo>
  extends CallContext<Operation> {
  /** 1 for the first attempt. */
  readonly attempt: number
}

/** A request that is about to be sent. Change it, or pass another one to `next`. */
export interface AttemptRequest {
  url: string
  method: string
  headers: Headers
  body: NonNullable<RequestInit['body']> | null
}

/**
 * Sees and may change calls and their attempts. The first of several is the outermost. The deadline of a call covers
 * its middleware.
 */
export interface Middleware<Operation extends OperationInfo = OperationInfo> {
  readonly name: string
  /**
   * Runs once for each call, retries included. `next` makes the call, with another input if it gets another context,
   * and resolves to its result. What this function resolves to is what the caller gets.
   */
  call?(
    context: CallContext<Operation>,
    next: (context?: CallContext<Operation>) => Promise<unknown>,
  ): Promise<unknown>
  /**
   * Runs once for each attempt. `next` sends the request, as often as it is called, and resolves to the response
   * whatever its status is. An error that this function throws is not retried, unless it comes from `next`.
   */
  attempt?(
    request: AttemptRequest,
    next: (request?: AttemptRequest) => Promise<Response>,
    context: AttemptContext<Operation>,
  ): Promise<Response>
}

type Part = 'call' | 'attempt'

/** A part of all middleware around `last`, as one function. */
export function through<Value, Result>(
  middleware: readonly Middleware[],
  part: Part,
  last: (value: Value) => Promise<Result>,
  context?: AttemptContext,
): (value: Value) => Promise<Result>
export function through(
  middleware: readonly Layer[],
  part: Part,
  last: (value: unknown) => Promise<unknown>,
  context?: unknown,
): (value: unknown) => Promise<unknown> {
  return middleware.reduceRight(
    (next, each) =>
      each[part]
        ? async (value) => each[part]?.(value, (other = value) => next(other), context)
        : next,
    last,
  )
}

/** Middleware, whose parts are alike but for the types. */
interface Layer {
  call?(
    value: unknown,
    next: (value?: unknown) => Promise<unknown>,
    context: unknown,
  ): Promise<unknown>
  attempt?(
    value: unknown,
    next: (value?: unknown) => Promise<unknown>,
    context: unknown,
  ): Promise<unknown>
}
