/** An integer as people hold it. Numbers beyond 2^53 are refused: use a bigint or its decimal text. */
export type IntegerInput = number | bigint | string

/** Bytes as people hold them. */
export type BytesInput = Uint8Array | `0x${string}`

/** One parameter and how it is written. */
export interface RpcParam {
  readonly name: string
  /** In a JSON-RPC message. */
  readonly jsonrpc: 'json' | 'decimal-string' | 'base64' | 'hex'
  /** In the query of a URI. */
  readonly uri: 'json' | 'decimal' | 'quoted' | '0x-hex'
  readonly required?: boolean
}

/** What a client knows about one method. `Params` and `Result` exist for the compiler only. */
export interface RpcMethod<Params extends object = object, Result = unknown> {
  /** Its name on the wire. */
  readonly name: string
  /** The call changes nothing on the other side, so it may be sent again and anywhere. */
  readonly safe: boolean
  /** The kinds of transport that carry it; all of them when absent. */
  readonly transports?: readonly string[]
  /** The setting of the server without which the method does not exist. */
  readonly requires?: string
  /** Nobody answers it: the call is over when it is sent. */
  readonly notifies?: boolean
  /** Its parameters travel as a list, without their names. */
  readonly byPosition?: boolean
  readonly params: readonly RpcParam[]
  /** Never there. */
  readonly types?: { readonly params: Params; readonly result: Result }
}

/** Whether a transport of this kind carries the method. Kinds nobody named carry everything. */
export function carries(kind: string, method: RpcMethod): boolean {
  return !method.transports || !wireKinds.includes(kind) || method.transports.includes(kind)
}

const wireKinds: readonly string[] = ['http', 'uri', 'websocket']
