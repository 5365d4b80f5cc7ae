/** An integer. Numbers beyond 2^53 are rejected: use a bigint or a decimal string. */
export type IntegerInput = number | bigint | string

/** Bytes, as an array or in hexadecimal. */
export type BytesInput = Uint8Array | `0x${string}`

/** One parameter and how it is encoded. */
export interface RpcParam {
  readonly name: string
  /** In a JSON-RPC message. */
  readonly jsonrpc: 'json' | 'decimal-string' | 'base64' | 'hex'
  /** In the query of a URI. */
  readonly uri: 'json' | 'decimal' | 'quoted' | '0x-hex'
  readonly required?: boolean
}

/** The description of one method. `Params` and `Result` exist for the compiler only. */
export interface RpcMethod<Params extends object = object, Result = unknown> {
  /** Its name on the wire. */
  readonly name: string
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
  readonly params: readonly RpcParam[]
  /** Never set; carries the types. */
  readonly types?: { readonly params: Params; readonly result: Result }
}

/** The array of a method's encoded parameters. */
export type ByPosition = (method: RpcMethod, named: object) => readonly unknown[]

/** Waits until a notification is sent over HTTP, whatever the server responds. */
export type Notifies = (sent: Promise<unknown>) => Promise<readonly []>

/** Whether a transport of this kind supports the method. Custom kinds support everything. */
export function carries(kind: string, method: RpcMethod): boolean {
  return !method.transports || !wireKinds.includes(kind) || method.transports.includes(kind)
}

const wireKinds: readonly string[] = ['http', 'uri', 'websocket']
