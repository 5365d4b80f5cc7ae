import type { RpcMethod, RpcParam } from './method.js'

/*
 * What a generated table of methods is written in: `method('block', 'safe', [integer('height')])`.
 */

/** One method. `safe` ones change nothing, so they may be sent again and anywhere. */
export function method(
  name: string,
  repeat: 'safe' | 'once',
  params: readonly RpcParam[] = [],
  limits: Pick<RpcMethod, 'transports' | 'requires'> = {},
): RpcMethod<never, never> {
  return { name, safe: repeat === 'safe', params, ...limits }
}

/** A parameter that a call cannot do without. */
export function required(param: RpcParam): RpcParam {
  return { ...param, required: true }
}

/** A whole number: decimal text in JSON, because a JSON number would be refused. */
export function integer(name: string): RpcParam {
  return { name, jsonrpc: 'decimal-string', uri: 'decimal' }
}

/** Bytes that are base64 in JSON. */
export function bytes(name: string): RpcParam {
  return { name, jsonrpc: 'base64', uri: '0x-hex' }
}

/** Bytes that are hexadecimal in JSON. */
export function hexBytes(name: string): RpcParam {
  return { name, jsonrpc: 'hex', uri: '0x-hex' }
}

/** Text, in quotes wherever it stands. */
export function text(name: string): RpcParam {
  return { name, jsonrpc: 'json', uri: 'quoted' }
}

/** JSON, as it is. */
export function json(name: string): RpcParam {
  return { name, jsonrpc: 'json', uri: 'json' }
}
