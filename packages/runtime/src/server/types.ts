import type { OwnBytes } from '../core/body.js'
import type { ClientErrorStatus, ServerErrorStatus } from '../http/errors/statuses.js'
import type { RefusalForm } from './problems.js'

/** What a handler receives: the inputs of its operation by place, parsed and checked. */
export interface ServerInput {
  readonly path: object
  readonly query: object
  readonly headers: object
  readonly cookies: object
  readonly body: unknown
}

/** The inputs that an operation has; the other places are empty. */
export type Received<Given extends Partial<ServerInput> = Record<never, never>> = Readonly<
  Given & Omit<NoInputs, keyof Given>
>

/** The inputs of an operation without any. */
export interface NoInputs {
  readonly path: Record<never, never>
  readonly query: Record<never, never>
  readonly headers: Record<never, never>
  readonly cookies: Record<never, never>
  readonly body: undefined
}

/** What a handler gets besides its input. */
export interface HandlerContext<Identity = undefined> {
  readonly request: Request
  /** What the function of the security scheme returned. */
  readonly identity: Identity
  /** Aborts when the caller hangs up or the time is over. */
  readonly signal: AbortSignal
}

export type Handler<Input, Result, Identity = undefined> = (
  input: Input,
  context: HandlerContext<Identity>,
) => Result | Promise<Result>

/** A value of a header; several are sent as headers of their own, such as `set-cookie`. */
export type HeaderValue = string | number | boolean | readonly string[] | undefined

/** Headers of a response that the document does not describe. */
export interface ResultHeaders {
  readonly [name: string]: HeaderValue
}

/**
 * What a handler returns. `Described` are headers of the document; other headers can be given as well. `headers` is
 * required if one of those is.
 */
export type Result<Status extends number, Body = undefined, Described = unknown> = {
  readonly status: Status
} & ([Body] extends [undefined] ? { readonly body?: undefined } : { readonly body: Body }) &
  (Partial<Described> extends Described
    ? { readonly headers?: (ResultHeaders & Described) | undefined }
    : { readonly headers: ResultHeaders & Described })

export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226
export type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 307 | 308

/** The statuses of a range or of `default`, except those that the document describes on their own. */
export type StatusIn<Entry, Others = never> = Exclude<
  Entry extends '2XX'
    ? SuccessStatus
    : Entry extends '3XX'
      ? RedirectStatus
      : Entry extends '4XX'
        ? ClientErrorStatus
        : Entry extends '5XX'
          ? ServerErrorStatus
          : Entry extends '1XX'
            ? 103
            : SuccessStatus | RedirectStatus | ClientErrorStatus | ServerErrorStatus,
  Others
>

/** Bytes of a response. */
export type Bytes = Blob | OwnBytes | ArrayBuffer | ReadableStream<Uint8Array>

/** The items of a stream: a list, or what an async generator yields. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>

/** A server as most platforms take it: `export default server`, `app.mount('/', server.fetch)`. */
export interface Server {
  readonly fetch: (request: Request) => Promise<Response>
}

export interface Limits {
  /** The size of a body; a larger one is refused with 413. @default 1048576 */
  readonly maxBodyBytes?: number | undefined
  /** How deep JSON and names of parameters are nested. @default 64 */
  readonly maxDepth?: number | undefined
  /** How many texts a query, the cookies or a form have. @default 1000 */
  readonly maxParameters?: number | undefined
  /** How many calls of JSON-RPC a batch has. @default 100 */
  readonly maxBatch?: number | undefined
  /** How many subscriptions a connection has at the same time. @default 100 */
  readonly maxSubscriptions?: number | undefined
  /**
   * The time until a response begins: 408 if the body has not arrived by then, otherwise 503. `Infinity` for
   * none. @default 30000
   */
  readonly timeoutMs?: number | undefined
}

/** What scripts of other origins may do. */
export interface CorsOptions {
  /** The origins, or a function that knows them; `'*'` for all. */
  readonly origin: '*' | string | readonly string[] | ((origin: string) => boolean)
  /** Whether they may send cookies and credentials; not with `'*'`. */
  readonly credentials?: boolean | undefined
  /** Headers that they may send; by default, all that they ask for. */
  readonly headers?: readonly string[] | undefined
  /** Headers that they may read, besides the usual ones. */
  readonly exposedHeaders?: readonly string[] | undefined
  readonly maxAgeSeconds?: number | undefined
}

/** What the function of a security scheme gets besides the credential. */
export interface SecurityContext {
  readonly request: Request
  /** The generated name of the operation. */
  readonly operation: string
  /** The scopes that the operation requires of this scheme. */
  readonly scopes: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Returns who it is, or `undefined` for a credential that is not accepted, which is answered with 401. To refuse
 * someone known, throw an `HttpProblem` with status 403.
 */
export type SecurityFunction<Credential, Identity> = (
  credential: Credential,
  context: SecurityContext,
) => Identity | undefined | Promise<Identity | undefined>

export interface ErrorContext {
  readonly request: Request
  /** The generated name of the operation. */
  readonly operation: string | undefined
}

/** Options of every server, besides its operations. */
export interface ServerSettings {
  readonly limits?: Limits | undefined
  /**
   * Whether results are checked against the document; a wrong one is a 500. By default, only while developing:
   * unless `NODE_ENV` is `production`.
   */
  readonly checkResults?: boolean | undefined
  /** Headers for scripts of other origins; without it, browsers refuse them. */
  readonly cors?: CorsOptions | undefined
  /**
   * Makes the bodies of refusals, for services whose errors have a form of their own; by default, problem details.
   */
  readonly refusal?: RefusalForm | undefined
  /** The path before those of the document; by default, that of its servers, or none. */
  readonly basePath?: string | undefined
  /** Is called with errors of handlers, which callers do not see. @default console.error */
  readonly onError?: ((error: unknown, context: ErrorContext) => void) | undefined
}
