import type { DocumentExtensions } from './extensions.js'
import type { Incoming, Operation } from './operations/operation.js'
import type { Server } from './servers/server.js'
import type { Declaration, Described } from './shapes/shape.js'

/** A way to say who calls. */
export interface SecurityScheme extends Described {
  /** What the document calls it. */
  readonly name: string
  readonly kind: 'key' | 'basic' | 'bearer'
  readonly in: 'header' | 'query' | 'cookie'
  /** The name of the header, the parameter or the cookie. */
  readonly wire: string
}

export interface Tag {
  readonly name: string
  readonly doc?: string
}

/** Everything the emitters know. Nothing in it says whether it came from OpenAPI or OpenRPC. */
export interface Model {
  readonly title: string
  readonly version: string
  readonly doc?: string
  readonly document: {
    readonly file: string
    readonly language: 'openapi' | 'openrpc' | 'jsonschema'
    readonly version: string
  }
  readonly servers: readonly Server[]
  readonly tags: readonly Tag[]
  readonly declarations: readonly Declaration[]
  readonly operations: readonly Operation[]
  /** What the service sends by itself. */
  readonly webhooks?: readonly Incoming[]
  /** The header that carries a credential, where the document describes one. */
  readonly credential?: { readonly header: string; readonly doc?: string }
  readonly world?: World
  /** All ways to say who calls, where one header does not say it all. */
  readonly schemes?: readonly SecurityScheme[]
  /** What the x-tagwire words of the document say: settings, transports, errors. */
  readonly extensions: DocumentExtensions
}

/** Answers that fit together, for trying things out without the service. Read by the runtime. */
export interface World {
  /** What rules refer to, by its place in the document. */
  readonly parts: Readonly<Record<string, unknown>>
  readonly answers: Readonly<Record<string, unknown>>
  readonly modes: Readonly<Record<string, unknown>>
  readonly echoes: Readonly<Record<string, unknown>>
}
