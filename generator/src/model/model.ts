import type { DocumentExtensions } from './extensions.js'
import type { Incoming, Operation } from './operations/operation.js'
import type { Server } from './servers/server.js'
import type { Declaration, Described } from './shapes/shape.js'

/** A security scheme. */
export interface SecurityScheme extends Described {
  /** Its name in the document. */
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

/**
 * Everything that emitters know about a document. It does not depend on whether that is OpenAPI or
 * OpenRPC.
 */
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
  /** Requests that the service sends. */
  readonly webhooks?: readonly Incoming[]
  /** The header with the credential, if the document describes one. */
  readonly credential?: { readonly header: string; readonly doc?: string }
  readonly world?: World
  /** All security schemes, if they are more than one header. */
  readonly schemes?: readonly SecurityScheme[]
  /** The x-tagwire extensions of the document: settings, transports, errors. */
  readonly extensions: DocumentExtensions
}

/** Consistent sample responses, to try a client without the service. Read by the runtime. */
export interface World {
  /** Shared data that rules refer to, by its place in the document. */
  readonly parts: Readonly<Record<string, unknown>>
  readonly answers: Readonly<Record<string, unknown>>
  readonly modes: Readonly<Record<string, unknown>>
  readonly echoes: Readonly<Record<string, unknown>>
  readonly requires: Readonly<Record<string, unknown>>
  readonly earlier: Readonly<Record<string, unknown>>
  readonly outcomes: Readonly<Record<string, unknown>>
}
