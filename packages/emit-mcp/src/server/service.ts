import type { InputTypes } from '../arguments/input.js'
import type { ToolInput } from '../arguments/tool-arguments.js'

/** An operation as a generated module describes it. It is one tool, or one for each kind of its input. */
export interface OperationSource extends Omit<ToolInput, 'kind'> {
  /** The name of its tool; providers restrict the characters. */
  readonly name: string
  readonly title?: string
  readonly description: string
  /** `PATCH /issues/{id}`, and the tags of the document: for search. */
  readonly path?: string
  readonly tags?: readonly string[]
  /** The generated name of the operation that it calls. */
  readonly operation: string
  /** The call changes nothing at the service. */
  readonly safe?: true
  /** Calling it twice has the same effect as calling it once. */
  readonly idempotent?: true
  /** An example call of the document, as JSON. */
  readonly example?: unknown
  /** The input is the body and nothing else. */
  readonly body?: true
}

/** A call of the generated client. Its input was assembled according to the tool's layout. */
export type Call = (input: never, options: { readonly signal: AbortSignal }) => Promise<unknown>

/** Returns what is wrong with a request. */
export interface RequestCheck {
  readonly check: (request: unknown) => readonly RequestProblem[]
}

export interface RequestProblem {
  readonly path: string
  readonly message: string
}

export interface Connection {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** By their names in `credentials` of the service. */
  readonly credentials: Readonly<Record<string, string | undefined>>
}

/** Where a credential comes from. */
export interface CredentialSource {
  /** The environment variable. */
  readonly variable: string
  /** The name that the client knows it by. */
  readonly name: string
  /** The document describes no credential, so it is sent as the header `authorization`. */
  readonly header?: true
}

/** A service as a generated module describes it. */
export interface McpService {
  /** The npm name of the package. */
  readonly name: string
  readonly title: string
  readonly version: string
  /** The URL of the service, unless the user sets another one. */
  readonly url?: string
  readonly tools: readonly OperationSource[]
  readonly types: InputTypes
  readonly credentials: readonly CredentialSource[]
  /** Validators of requests, by the generated names of the operations. They are asked before anything is sent. */
  readonly requests?: Readonly<Record<string, RequestCheck>>
  /** The calls of a client, by the generated names of the operations. */
  readonly connect: (connection: Connection) => Readonly<Record<string, Call>>
  /** JSON functions that keep integers beyond 2^53, if the client keeps them. */
  readonly json?: {
    readonly parse: (text: string) => unknown
    readonly stringify: (value: unknown) => string | undefined
  }
}

/** `user:password` from an environment variable. */
export function basicCredential(
  text: string | undefined,
): { readonly username: string; readonly password: string } | undefined {
  if (text === undefined) return undefined
  const [username = '', ...password] = text.split(':')
  return { username, password: password.join(':') }
}
