import type { Problem } from '../core/errors.js'
import type { SecurityScheme } from '../http/credentials.js'
import type { Placeable } from '../http/operation.js'
import type { RecordType, TextType } from '../http/reading/text-type.js'

interface Checks {
  is(value: unknown): boolean
  check(value: unknown): readonly Problem[]
}

/** The part of a generated validator that a server uses. */
export interface Checking extends Checks {
  readonly strict: Checks
}

/** What a server or a mock needs to know about a call. */
export interface RpcCallFacts {
  /** The name of the method on the wire. */
  readonly name: string
  /** The names of its parameters by position. */
  readonly params: readonly string[]
  /** Checks the parameters by name. */
  readonly check?: Checking
}

/** The types of parameters in one place, by their names on the wire. */
export type TextTypes = Readonly<Record<string, TextType>>

/** A body that an operation receives. */
export interface BodyFacts {
  readonly required?: boolean
  /** The checks by media type; a body that is only bytes or text has none. */
  readonly checks?: Readonly<Record<string, Checking>>
  /** The members of a form. */
  readonly form?: RecordType
}

/** How a stream is written: values in lines, after record separators, as parts, as data of events, or events. */
export type StreamForm =
  | 'lines'
  | 'sequence'
  | 'parts'
  | 'event-data'
  | 'json-events'
  | 'text-events'

export interface ContentFacts {
  readonly check?: Checking
  readonly stream?: StreamForm
  /** The events with JSON, if others have text. */
  readonly json?: readonly string[]
}

/** The contents of a response by media type, the default first. */
export type ResultFacts = Readonly<Record<string, ContentFacts>>

/** A response that is JSON. */
export function json(check: Checking): ResultFacts {
  return { 'application/json': { check } }
}

/** Schemes that are required together, each with its scopes. */
export type Alternative = Readonly<Record<string, readonly string[]>>

export interface PlaceChecks {
  readonly path?: Checking
  readonly query?: Checking
  readonly headers?: Checking
  readonly cookies?: Checking
}

/** How the requests of an operation are read and checked, besides how its client sends them. */
export interface RequestFacts {
  readonly path?: TextTypes
  readonly query?: TextTypes
  readonly headers?: TextTypes
  readonly cookies?: TextTypes
  /** What checks the parameters of each place. */
  readonly checks?: PlaceChecks
  readonly body?: BodyFacts
  /**
   * The media types of successful responses, one of which a caller has to accept; none if a response has no body.
   * @default application/json
   */
  readonly produces?: readonly string[]
}

/** The requests of all operations about which there is something to say. */
export type RequestTable = Readonly<Record<string, RequestFacts>>

/** What a client sends and a server receives: both have the same description. */
export interface Receivable extends RequestFacts {
  readonly sent: Placeable
}

/** What a server needs to know about an operation. */
export interface OperationFacts {
  /** How the client sends it; what the client writes, the server reads. */
  readonly sent: Placeable & { readonly method: string }
  /** The responses by status: `200`, `4XX`, `default`. */
  readonly results: Readonly<Record<string, ResultFacts>>
  /** Who may call it: any of the alternatives. */
  readonly security?: readonly Alternative[]
}

export interface ServerScheme extends SecurityScheme {
  /** The function of an `other` scheme gets no credential: it looks at the request itself. */
  readonly kind: 'key' | 'basic' | 'bearer' | 'other'
}

/** What a generated package passes to its server. */
export interface ServerFacts {
  readonly operations: Readonly<Record<string, OperationFacts>>
  readonly requests?: RequestTable
  /** The paths of the document's servers. */
  readonly bases?: readonly string[]
  readonly schemes?: Readonly<Record<string, ServerScheme>>
}
