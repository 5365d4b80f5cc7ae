/** An integer. Numbers beyond 2^53 are rejected: use a bigint or a decimal string. */
export type IntegerInput = number | bigint | string

/** Bytes, as an array or in hexadecimal. */
export type BytesInput = Uint8Array | `0x${string}`

/**
 * How a parameter is written in a JSON-RPC message and in the query of a URI. `integer`: a decimal string, because
 * nodes reject a JSON number, and its digits; `bytes`: base64, and hexadecimal after `0x`; `hex`: hexadecimal in both,
 * in a URI after `0x`; `text`: a JSON string in both; `json`: any JSON. Kinds of few documents are functions, which
 * programs without such a parameter do not bundle: `hexQuantity`, `hexBytes`.
 */
export type ParamKind = 'integer' | 'bytes' | 'hex' | 'text' | 'json' | ParamWriter

/** Writes a parameter as text, which is a JSON string in messages and in URIs. Throws if it cannot be written. */
export type ParamWriter = (value: unknown, name: string) => string

/** One parameter of a method. */
export interface RpcParam {
  readonly name: string
  /** Two kinds if it is written as one in messages and as the other in URIs. */
  readonly kind: ParamKind | { readonly jsonrpc: ParamKind; readonly uri: ParamKind }
  readonly required?: boolean
}

/**
 * The description of one method. `Params`, `Result` and `Code`, the described codes of errors, exist for the compiler
 * only.
 */
export interface RpcMethod<Params extends object = object, Result = unknown, Code = unknown> {
  /** Its name on the wire. */
  readonly name: string
  /** Its name in clients and tables of validators, if that is not the name on the wire in camel case. */
  readonly key?: string
  readonly tags?: readonly string[]
  /** The call changes nothing on the server, so it may be repeated and sent to any node. */
  readonly safe: boolean
  /** The kinds of transport that support it; if absent, all of them. */
  readonly transports?: readonly string[]
  /** The server setting that enables the method. */
  readonly requires?: string
  /** Set for a notification, a call without a response. */
  readonly notifies?: Notifies
  /** Set if its parameters are sent as an array, without their names. */
  readonly byPosition?: ByPosition
  /** The codes of the errors that the document describes, unless it tells errors apart by their texts. */
  readonly codes?: readonly number[]
  readonly params: readonly RpcParam[]
  /** Never set; carries the types. */
  readonly types?: { readonly params: Params; readonly result: Result; readonly code: Code }
}

/** The array of a method's encoded parameters. */
export type ByPosition = (method: RpcMethod, named: object) => readonly unknown[]

/** Waits until a notification is sent over HTTP, whatever the server responds. */
export type Notifies = (sent: Promise<unknown>) => Promise<readonly []>

/** Whether a transport of this kind supports the method. Custom kinds support everything. */
export function carries(kind: string, method: RpcMethod): boolean {
  const isCustom = !/^(?:http|uri|websocket)$/.test(kind)
  return !method.transports || isCustom || method.transports.includes(kind)
}
