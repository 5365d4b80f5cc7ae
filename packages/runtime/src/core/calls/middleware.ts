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

/** A JSON-RPC call that is about to be sent, alone or with others. Change it, or pass another one to `next`. */
export interface MessageRequest {
  /** The server, without path and query; `undefined` if the transport does not tell. */
  readonly address: string | undefined
  /** As the caller passes them: they are encoded for the transport later. */
  params: object
}

/** What a server answered to one JSON-RPC call. */
export interface MessageAnswer {
  readonly result?: unknown
  /** The error of the server, an `RpcError`. */
  readonly error?: unknown
  /** The HTTP status; none over a WebSocket. */
  readonly status?: number | undefined
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
  /**
   * Runs once for each attempt of each JSON-RPC call, over every transport and also for each call of a batch. `next`
   * sends the call and resolves to the answer of the server, a result or an error; it rejects if there is no answer.
   */
  message?(
    request: MessageRequest,
    next: (request?: MessageRequest) => Promise<MessageAnswer>,
    context: AttemptContext<Operation>,
  ): Promise<MessageAnswer>
}

type Part = 'call' | 'attempt' | 'message'

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
  call?(value: unknown, next: Next, context: unknown): Promise<unknown>
  attempt?(value: unknown, next: Next, context: unknown): Promise<unknown>
  message?(value: unknown, next: Next, context: unknown): Promise<unknown>
}

type Next = (value?: unknown) => Promise<unknown>

/** Sends an attempt through all middleware: `send` gets what they made of it. */
export async function sendThrough<Request, Answer>(
  middleware: readonly Middleware[],
  part: 'attempt' | 'message',
  request: Request,
  send: (request: Request) => Promise<Answer>,
  context: AttemptContext,
): Promise<Answer> {
  const answer = await through(middleware, part, send, context)(request)
  if (Object(answer) === answer) return answer
  throw new TypeError(`${context.operation.id}: middleware returned nothing`)
}
