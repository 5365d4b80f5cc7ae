import type { OperationExtensions } from '../extensions.js'
import type { Rule } from '../rules/rule.js'
import type { Server } from '../servers/server.js'
import type { Described, Shape, Source } from '../shapes/shape.js'

export type Place = 'path' | 'query' | 'querystring' | 'header' | 'cookie' | 'params'

/** How one parameter is written by each transport of a JSON-RPC server. */
export interface Encoding {
  readonly jsonrpc: 'json' | 'decimal-string' | 'base64' | 'hex'
  readonly uri: 'json' | 'decimal' | 'quoted' | '0x-hex'
}

/** OpenAPI's `style`: how a value is written into its place. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie'

/** How `deepObject` writes lists, where that is not `a[0]=b`: as `a[]=b` or as `a=b`. */
export type ListStyle = 'brackets' | 'repeat'

export interface Parameter extends Described {
  readonly name: string
  readonly place: Place
  readonly shape: Shape
  /** What the document demands of its value. */
  readonly rule: Rule
  readonly required: boolean
  readonly default?: unknown
  /** As the document has it: the defaults of `style` and `explode` depend on the place. */
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
  /** What comes one after the other, where the content is no single value. */
  readonly stream?: Stream
  /** How members of a form travel. */
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
 * - `lines`, `sequence`: JSON values, one a line or behind a record separator
 * - `text-events`, `json-events`: Server-Sent Events whose data is text, or JSON at least of some
 * - `event-data`: Server-Sent Events of which only the JSON in their data is described
 */
export type Stream =
  | {
      readonly form: 'lines' | 'sequence' | 'event-data'
      readonly item: Shape
      /** What the document demands of an item. */
      readonly rule: Rule
    }
  | { readonly form: 'json-events'; readonly events: readonly EventItem[] }
  | { readonly form: 'text-events' }

export interface EventItem {
  /** The name of the event, where it has one name only. */
  readonly event?: string
  readonly data: Shape
  /** The data is text as it is, among events whose data is JSON. */
  readonly plain?: true
  /** What the document demands of the data. */
  readonly rule: Rule
}

/** A request that the service sends: a webhook or a callback. */
export interface Incoming extends Described {
  readonly name: string
  /** What may stand in its body. */
  readonly contents: readonly Content[]
}

export interface Body extends Described {
  readonly required: boolean
  readonly contents: readonly Content[]
}

export interface Input {
  /** What its type is called, where that is not made from the operation's name alone. */
  readonly name?: string
  readonly parameters: readonly Parameter[]
  readonly body?: Body
}

/** A header of an answer. */
export interface ResponseHeader extends Described {
  readonly name: string
  readonly required: boolean
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
  readonly contents: readonly Content[]
  readonly headers?: readonly ResponseHeader[]
}

/**
 * Who may call. Each alternative lists everything that it takes: names of schemes, or
 * `scheme (scope)`. An empty alternative lets everybody in.
 */
export interface SecurityRequirements {
  readonly alternatives: readonly (readonly string[])[]
  readonly source: Source
}

export type Binding =
  | { readonly kind: 'http'; readonly method: string; readonly path: string }
  | { readonly kind: 'call'; readonly method: string; readonly byPosition: boolean }

/** The path that is sent: a fragment only distinguishes operations that have the same path otherwise. */
export function pathOf({ path }: { readonly path: string }): string {
  return path.replace(/#.*$/s, '')
}

/** An argument, or a member of the body, whose value asks for a stream instead of one answer. */
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
  readonly summary?: string
  readonly tags: readonly string[]
  readonly input: Input
  readonly outputs: readonly Output[]
  readonly failures: readonly Failure[]
  /** What the service sends back to the caller later. */
  readonly callbacks?: readonly Incoming[]
  readonly binding: Binding
  /** Where it is called, the default first; left out where the servers of the document are meant. */
  readonly servers?: readonly Server[]
  /** What asks for the stream among its answers. */
  readonly streamSwitch?: StreamSwitch
  readonly safe: boolean
  readonly idempotent: boolean
  /** The schemes whose credentials it takes; left out where the document does not say. */
  readonly security?: readonly string[]
  /** Who may call; left out where the document does not say. */
  readonly requirements?: SecurityRequirements
  /** What its other x-tagwire words say: waiter, paginator, sequence, events, … */
  readonly extensions: OperationExtensions
  readonly example?: Example
}

/** One call as the document shows it, with wire names. */
export interface Example {
  readonly request?: unknown
  readonly response?: unknown
}
