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
  /** How a program gets the token: OAuth 2 or OpenID Connect. */
  readonly tokens?: TokenSource
}

/** The authorization server of a scheme. */
export interface TokenSource {
  readonly type: 'oauth2' | 'openIdConnect'
  /** OAuth 2: the flows that the document describes, such as `clientCredentials`. */
  readonly flows: readonly OAuthFlow[]
}

export interface OAuthFlow {
  readonly name: string
  readonly tokenUrl?: string
  readonly refreshUrl?: string
  readonly scopes: readonly string[]
}

/** A security scheme that clients have no option for, such as mutual TLS. */
export interface OtherScheme extends Described {
  readonly name: string
  /** `mutualTLS`, `digest` */
  readonly type: string
}

export interface Tag {
  readonly name: string
  readonly doc?: string
  /** OpenAPI 3.2: a title, the tag around it, and what it is for: `nav`, `badge`, `audience`, or a word of its own. */
  readonly summary?: string
  readonly parent?: string
  readonly kind?: string
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
  readonly credential?: { readonly header: string; readonly name: string; readonly doc?: string }
  readonly world?: World
  /** All security schemes, if they are more than one header. */
  readonly schemes?: readonly SecurityScheme[]
  /** Security schemes that need something else than an option of the client. */
  readonly otherSchemes?: readonly OtherScheme[]
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
