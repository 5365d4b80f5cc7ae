import type { Reader } from './bodies/readers.js'
import type { ApiError } from './errors/api-error.js'
import type { StatusesOf } from './errors/statuses.js'
import type { Style, Writing } from './places/styles.js'

/** Never there at run time: carries the types of an operation. */
declare const types: unique symbol

/**
 * One operation of a document. `Failures` has the body of each described failure by status, for
 * example `{ 400: ErrorBody; '5XX': ErrorBody; default: ErrorBody }`; `Bodies` has the input for each
 * content type, where there is a choice.
 */
export interface HttpOperation<
  Input,
  Output,
  Failures = Record<never, never>,
  Bodies = Record<never, never>,
> extends Placeable,
    Readable<Output> {
  readonly method: string
  /** Repeating the identical call is harmless, so a failed one may be sent again. */
  readonly idempotent?: boolean | undefined
  /** There is no input. */
  readonly bare?: boolean | undefined
  /** Where it is called, if not where the others are; only `withOwnServers` reads it. */
  readonly server?: string | undefined
  /** The schemes whose credentials travel; left out, all that are given. */
  readonly security?: readonly string[] | undefined
  /** Where the input goes. Left out, it is the body; no input is no body. */
  readonly place?: Place | undefined
  readonly [types]?: { input: Input; output: Output; failures: Failures; bodies: Bodies }
}

/** The part of an operation that says how its answer is read. */
export interface Readable<Output> {
  /** Success has no body; the call resolves to `undefined`. */
  readonly noContent?: boolean | undefined
  /**
   * A success is an object, and has no `code` beside a `message` as errors have. The only look at an
   * answer that is taken without validators.
   */
  readonly record?: boolean | undefined
  /** Reads a success, where that takes more than parsing JSON. */
  readonly read?: Reader<Output> | undefined
}

/** The part of an operation that says where its input goes. */
export interface Placeable {
  /** The generated name. */
  readonly name: string
  /** The path template: `/pets/{id}`. */
  readonly path: string
  /** Members of the input that travel as headers. */
  readonly headers?: readonly string[] | undefined
  /** What the caller reads, where that is not JSON; sent by `inPlaces` and `inBodyOnly`. */
  readonly accept?: string | undefined
  /** How each argument travels, where that takes more than its name. */
  readonly parameters?: readonly HttpParameter[] | undefined
  /** The body, where it is not plain JSON. */
  readonly body?: HttpBody | undefined
}

/** One parameter of a document. */
export interface HttpParameter {
  /** The name of the argument. */
  readonly name: string
  /** The name on the wire, where it is another one. */
  readonly wire?: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly write: Style
  readonly explode?: boolean
  readonly allowReserved?: boolean
  /** Travels as it is, not escaped. */
  readonly raw?: boolean
}

/** A body as a document describes it. */
export interface HttpBody {
  readonly type: string
  readonly write: BodyWriter
  /** What `encoding` says of the members of a form. */
  readonly parts?: Readonly<Record<string, BodyPart>>
  /** All that the document describes, the default first; written by `chosenBody`. */
  readonly choices?: readonly HttpBody[]
}

export interface BodyPart {
  /** One media type or several; of values that have a `write`, that of bytes. */
  readonly type?: string
  readonly write?: Style
  readonly explode?: boolean
  /** Escapes what a form writes, where that is not all of it. */
  readonly encode?: Writing['encode']
}

/** `type` is the content type that the caller chose. */
export type BodyWriter = (
  value: unknown,
  body: HttpBody,
  type?: string | undefined,
) => Omit<Placed, 'target'>

/** Puts an input where it belongs. A function, so that a bundle has only what it uses. */
export type Place = (
  operation: Placeable,
  input: unknown,
  contentType?: string | undefined,
) => Placed

/** What `fetch` takes as a body, also where the types of the DOM are not loaded. */
export type RequestBody = NonNullable<RequestInit['body']>

export interface Placed {
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
