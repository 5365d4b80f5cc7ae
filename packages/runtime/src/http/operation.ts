import type { Expects } from './answers/expects.js'
import type { HeaderReader } from './answers/headers.js'
import type { Reader } from './bodies/readers.js'
import type { ApiError } from './errors/api-error.js'
import type { StatusesOf } from './errors/statuses.js'
import type { Style, Writing } from './places/styles.js'

/** Never there at run time: carries the types of an operation. */
declare const types: unique symbol

/**
 * One operation of a document. `Failures` has the body of each described failure by status, for
 * example `{ 400: ErrorBody; '5XX': ErrorBody; default: ErrorBody }`; `Bodies` has the input for each
 * content type, where there is a choice; `Answers` has the successes, one for each status, unless there
 * is only 200 with a body, or 204 without.
 */
export interface HttpOperation<
  Input,
  Output,
  Failures = Record<never, never>,
  Bodies = Record<never, never>,
  Answers = unknown,
> extends Placeable,
    Readable<Output> {
  /** The `operationId`, if it is not the name. */
  readonly id?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly method: string
  /** The identical call can be repeated safely, so a failed one may be retried. */
  readonly idempotent?: boolean | undefined
  /** The operation has no input. */
  readonly bare?: boolean | undefined
  /** Its own server, if it has one; only `withOwnServers` reads it. */
  readonly server?: string | undefined
  /** The security schemes whose credentials are sent; if absent, all that are given. */
  readonly security?: readonly string[] | undefined
  /** How the input is sent. If absent, the input is the body. */
  readonly place?: InputWriter | undefined
  /**
   * The statuses of described failures: `[404, '5XX']` if their bodies are JSON, `'404 text/plain'` if they are text of
   * a media type that begins like that.
   */
  readonly failures?: readonly (number | string)[] | undefined
  /** The described headers of successes. */
  readonly heads?: Readonly<Record<string, HeaderReader>> | undefined
  readonly [types]?: {
    input: Input
    output: Output
    failures: Failures
    bodies: Bodies
    answers: Answers
  }
}

/** The response half of an operation. */
export interface Readable<Output> {
  /** A success has no body; the call resolves to `undefined`. */
  readonly noContent?: boolean | undefined
  /** Names at the top of a success, for `expects`. */
  readonly names?: readonly string[] | undefined
  /** Whether a body may be a success; without it, any may. */
  readonly expects?: Expects | undefined
  /** Reads a success, if that takes more than parsing JSON. */
  readonly read?: Reader<Output> | undefined
}

/** The request half of an operation. */
export interface Placeable {
  /** The generated name. */
  readonly name: string
  /** The path template: `/pets/{id}`. */
  readonly path: string
  /** Members of the input that are sent as headers. */
  readonly headers?: readonly string[] | undefined
  /** The `accept` header, if it is not JSON; sent by `placeStyled` and `placeBody`. */
  readonly accept?: string | undefined
  /** How each argument is serialized, if its name is not enough. */
  readonly parameters?: readonly HttpParameter[] | undefined
  /** The body, if it is not plain JSON. */
  readonly body?: HttpBody | undefined
}

/** One parameter of a document. */
export interface HttpParameter {
  /** The name of the argument. */
  readonly name: string
  /** The name on the wire, if it differs. */
  readonly wire?: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly write: Style
  readonly explode?: boolean
  readonly allowReserved?: boolean
  /** Sent as it is, not escaped. */
  readonly raw?: boolean
}

/** A body as a document describes it. */
export interface HttpBody {
  readonly type: string
  readonly write: BodyWriter
  /** The `encoding` of a form's members. */
  readonly parts?: Readonly<Record<string, BodyPart>>
  /** All content types that the document describes, the default first; used by `chosenBody`. */
  readonly choices?: readonly HttpBody[]
}

export interface BodyPart {
  /** One media type or several; with a `write`, only used for bytes. */
  readonly type?: string
  readonly write?: Style
  readonly explode?: boolean
  /** How a form escapes the value, if it does not escape everything. */
  readonly encode?: Writing['encode']
}

/** Serializes a body; `type` is the content type that the caller chose. */
export type BodyWriter = (
  value: unknown,
  body: HttpBody,
  type?: string | undefined,
) => Omit<RequestParts, 'target'>

/** Splits an input into URL, headers and body. A function, so that bundles contain only what they use. */
export type InputWriter = (
  operation: Placeable,
  input: unknown,
  contentType?: string | undefined,
) => RequestParts

/** What `fetch` takes as a body, also where the types of the DOM are not loaded. */
export type RequestBody = NonNullable<RequestInit['body']>

export interface RequestParts {
  /** Path and query. */
  readonly target: string
  readonly body?: RequestBody | undefined
  readonly headers?: Record<string, string> | undefined
}

/** The errors of an operation as its document lists them: `switch (e.status)` narrows `e.body`. */
export type ErrorOf<Operation> =
  Operation extends HttpOperation<infer _Input, infer _Output, infer Failures>
    ? {
        [Entry in keyof Failures]: ApiError<Failures[Entry]> & {
          readonly status: StatusesOf<Entry, Failures>
        }
      }[keyof Failures]
    : never

export type InputOf<Operation> =
  Operation extends HttpOperation<infer Input, infer _Output, infer _Failures> ? Input : never

export type OutputOf<Operation> =
  Operation extends HttpOperation<infer _Input, infer Output, infer _Failures> ? Output : never
