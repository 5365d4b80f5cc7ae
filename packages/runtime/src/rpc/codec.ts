import { fromHex, toBase64, toHex } from './bytes.js'
import type { RpcMethod, RpcParam } from './method.js'

/** The decimal text of an integer, exact or refused. */
export function integerText(value: unknown, name: string): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return String(BigInt(value))
  const hint = typeof value === 'number' ? '; pass a bigint or its decimal text' : ''
  throw new TypeError(`${name}: ${show(value)} is not an exact integer${hint}`)
}

/** The bytes behind a `Uint8Array` or `0x…` text. */
function inputBytes(value: unknown, name: string): Uint8Array {
  if (isBytes(value)) return value
  const bytes =
    typeof value === 'string' && /^0x/i.test(value) ? fromHex(value.slice(2)) : undefined
  if (bytes) return bytes
  throw new TypeError(`${name}: expected a Uint8Array or 0x… hex text, got ${show(value)}`)
}

/** The `params` of a JSON-RPC message: always an object, because the node crashes without one. */
export function encodeParams(method: RpcMethod, params: object): Record<string, unknown> {
  return Object.fromEntries(
    given(method, params).map(([param, value]) => [param.name, jsonValue(param, value)]),
  )
}

/** The query of a URI, without the question mark. */
export function encodeQuery(method: RpcMethod, params: object): string {
  return given(method, params)
    .map(([param, value]) => `${param.name}=${encodeURIComponent(uriText(param, value))}`)
    .join('&')
}

/** The parameters that have a value. A name the method does not have is a mistake worth hearing of. */
function given(method: RpcMethod, params: object): [RpcParam, unknown][] {
  const values = new Map<string, unknown>(Object.entries(params))
  for (const name of values.keys()) {
    if (!method.params.some((param) => param.name === name)) {
      throw new TypeError(`${method.name} has no parameter ${show(name)}`)
    }
  }
  return method.params.flatMap((param): [RpcParam, unknown][] => {
    const value = values.get(param.name)
    if (value !== undefined && value !== null) return [[param, value]]
    if (param.required) throw new TypeError(`${method.name} needs the parameter ${param.name}`)
    return []
  })
}

function jsonValue({ jsonrpc, name }: RpcParam, value: unknown): unknown {
  if (jsonrpc === 'decimal-string') return integerText(value, name)
  if (jsonrpc === 'base64') return toBase64(inputBytes(value, name))
  if (jsonrpc === 'hex') return toHex(inputBytes(value, name))
  return typeof value === 'object' ? JSON.parse(jsonText(value)) : value
}

function uriText({ uri, name }: RpcParam, value: unknown): string {
  if (uri === 'decimal') return integerText(value, name)
  if (uri === '0x-hex') return `0x${toHex(inputBytes(value, name))}`
  if (uri === 'quoted' && typeof value !== 'string') {
    throw new TypeError(`${name}: expected a text, got ${show(value)}`)
  }
  return jsonText(value)
}

/** Integers inside of JSON travel as decimal texts. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? String(inner) : inner,
  )
}

// By tag, not instanceof: arrays of another realm (frames, test runners) are bytes too.
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]'
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value.slice(0, 40)}'` : String(value)
}
