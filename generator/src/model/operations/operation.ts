import type { OperationExtensions } from '../extensions.js'
import type { Rule } from '../rules/rule.js'
import type { Server } from '../servers/server.js'
import type { Described, Shape, Source } from '../shapes/shape.js'

export type ParameterPlace = 'path' | 'query' | 'querystring' | 'header' | 'cookie' | 'params'

/** How each transport of a JSON-RPC server serializes one parameter. */
export interface Encoding {
  readonly jsonrpc: 'json' | 'decimal-string' | 'base64' | 'hex' | 'hex-quantity' | 'hex-bytes'
  readonly uri: 'json' | 'decimal' | 'quoted' | '0x-hex'
}

/** OpenAPI's `style`: how a value is serialized. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie'

/** How `deepObject` serializes arrays, if not as `a[0]=b`: as `a[]=b` or as `a=b`. */
export type ListStyle = 'brackets' | 'repeat'

export interface Parameter extends Described {
  readonly name: string
  readonly place: ParameterPlace
  readonly shape: Shape
  /** The constraints of its value. */
  readonly rule: Rule
  readonly required: boolean
  readonly default?: unknown
  /** Values that the document gives as examples. */
  readonly examples?: readonly unknown[]
  /** As written in the document: the defaults of `style` and `explode` depend on the place. */
  readonly style?: ParameterStyle
  readonly explode?: boolean
  readonly allowReserved?: true
  readonly lists?: ListStyle
  /** The media type, for a parameter that is itself a document. */
  readonly mediaType?: string
  readonly encoding?: Encoding
}

export interface Content {
  readonly mediaType: string
  readonly shape: Shape
  readonly rule: Rule
  /** The document's example of a text; examples of JSON are those of the operation. */
  readonly example?: string
  /** The items of the stream, if the content is one. */
  readonly stream?: Stream
  /** How properties of a form are encoded. */
  readonly encodings?: Readonly<Record<string, PartEncoding>>
}

export interface PartEncoding {
  readonly contentType?: string
  readonly style?: ParameterStyle
  readonly explode?: boolean
  readonly allowReserved?: boolean
  readonly lists?: ListStyle
}

/**
 * - `lines`, `sequence`: JSON values, one per line or after a record separator
 * - `parts`: JSON values, each a part of `multipart/mixed`
 * - `text-events`, `json-events`: Server-Sent Events with text, or with JSON for at least some events
 * - `event-data`: Server-Sent Events for which the document only describes the JSON in their data
 */
export type Stream =
  | {
      readonly form: 'lines' | 'sequence' | 'parts' | 'event-data'
      readonly item: Shape
      /** The constraints of an item. */
      readonly rule: Rule
    }
  | {
      readonly form: 'json-events'
      readonly events: readonly EventItem[]
      readonly ends?: StreamEnds
    }
  | { readonly form: 'text-events'; readonly ends?: StreamEnds }

/** What ends a stream of events before its response does. */
export type StreamEnds = {
  /** The names of events that are the last ones. */
  readonly events?: readonly string[]
  /** Data that is no item. */
  readonly data?: readonly string[]
}

export interface EventItem {
  /** The name of the event, if it has exactly one. */
  readonly event?: string
  readonly data: Shape
  /** The data is plain text, although other events have JSON. */
  readonly plain?: true
  /** The constraints of the data. */
  readonly rule: Rule
}

/** A request that the service sends: a webhook or a callback. */
export interface Incoming extends Described {
  readonly name: string
  /** The contents of its body. */
  readonly contents: readonly Content[]
}

export interface Body extends Described {
  readonly required: boolean
  readonly contents: readonly Content[]
}

export interface Input {
  /** The name of its type, if it is not derived from the operation's name alone. */
  readonly name?: string
  /** Former names of its type: those of an operation that was renamed. */
  readonly formerNames?: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body?: Body
}

/** A header of a response. */
export interface ResponseHeader extends Described {
  readonly name: string
  readonly required: boolean
  /** Only of successes. */
  readonly shape?: Shape
  /** The media type, for a header that is itself a document. */
  readonly mediaType?: string
  /** Objects are written as `a=1,b=2`, not as `a,1,b,2`. */
  readonly explode?: true
  readonly rule: Rule
}

export interface Output extends Described {
  /** `200`, `2XX`, `default`; absent for calls. */
  readonly status?: string
  readonly contents: readonly Content[]
  readonly headers?: readonly ResponseHeader[]
}

export interface Failure extends Described {
  readonly status?: string
  readonly code?: number
  readonly message?: string
  /** The value that OpenRPC gives as data of the error. */
  readonly data?: unknown
  readonly contents: readonly Content[]
  readonly headers?: readonly ResponseHeader[]
}

/**
 * Who may call it. Each alternative lists everything that it requires: names of schemes, or `scheme (scope)`.
 * An empty alternative requires nothing.
 */
export interface SecurityRequirements {
  readonly alternatives: readonly (readonly string[])[]
  readonly source: Source
}

export type Binding =
  | { readonly kind: 'http'; readonly method: string; readonly path: string }
  | CallBinding

interface CallBinding {
  readonly kind: 'call'
  readonly method: string
  readonly byPosition: boolean
  /** The server takes arguments by name, too. */
  readonly byName?: true
}

/** The path that is sent: a fragment only distinguishes operations that otherwise have the same path. */
export function pathOf({ path }: { readonly path: string }): string {
  return path.replace(/#.*$/s, '')
}

/** An argument or body property whose value requests a stream instead of a single response. */
export interface StreamSwitch {
  readonly member: string
  readonly value: string | number | boolean
  readonly inBody: boolean
  readonly source: Source
}

export interface Operation extends Described {
  /** The name in the document. */
  readonly id: string
  /** The name of the generated method. */
  readonly name: string
  /** Names that the method had before. */
  readonly aliases?: readonly string[]
  /** The group of methods that it is in, and its name there. */
  readonly resource?: { readonly group: string; readonly name: string }
  readonly summary?: string
  readonly tags: readonly string[]
  readonly input: Input
  readonly outputs: readonly Output[]
  readonly failures: readonly Failure[]
  /** The callbacks that the service sends later. */
  readonly callbacks?: readonly Incoming[]
  readonly binding: Binding
  /** Its own servers, the default first; absent if it uses those of the document. */
  readonly servers?: readonly Server[]
  /** What requests the stream among its responses. */
  readonly streamSwitch?: StreamSwitch
  readonly safe: boolean
  readonly idempotent: boolean
  /** The security schemes that it accepts; absent if the document does not say. */
  readonly security?: readonly string[]
  /** Who may call it; absent if the document does not say. */
  readonly requirements?: SecurityRequirements
  /** Its other x-tagwire extensions: waiter, paginator, sequence, events, … */
  readonly extensions: OperationExtensions
  readonly example?: Example
}

/** An example call of the document, with wire names. */
export interface Example {
  readonly request?: unknown
  readonly response?: unknown
}
