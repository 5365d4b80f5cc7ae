import { memberAt } from '../core/index.js'
import { fromHex, toBase64, toHex } from './bytes.js'
import type { RpcMethod, RpcParam } from './method.js'
import type { RpcRequest } from './transport.js'

/** The decimal text of an integer; throws if it is not exact. */
export function integerText(value: unknown, name: string): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return String(BigInt(value))
  return refuse(name, 'a bigint or exact integer', value)
}

/** The bytes of a `Uint8Array` or `0x…` text. */
function inputBytes(value: unknown, name: string): Uint8Array {
  if (isBytes(value)) return value
  if (typeof value === 'string' && value.length % 2 === 0 && /^0x[\da-f]*$/i.test(value)) {
    return fromHex(value.slice(2))
  }
  return refuse(name, 'a Uint8Array or 0x… hex text', value)
}

function isBytes(value: unknown): value is Uint8Array {
  return hasTag(value, 'Uint8Array')
}

/** By tag, not `instanceof`: arrays of another realm (frames, test runners) are bytes too. */
function hasTag(value: unknown, tag: string): boolean {
  return Object.prototype.toString.call(value) === `[object ${tag}]`
}

function refuse(name: string, expected: string, value: unknown): never {
  throw new TypeError(`${name}: expected ${expected}, got ${show(value)}`)
}

/** The parameters of a JSON-RPC message by name. `{}` if there are none, because CometBFT crashes without `params`. */
export function encodeParams(method: RpcMethod, params: object): Record<string, unknown> {
  return Object.fromEntries(
    given(method, params).map(([value, param]) => [param.name, jsonValue(value, param)]),
  )
}

/**
 * The same for a check that says what is wrong: nothing is refused that a message can have, and what is written as text
 * may be text already.
 */
export function writtenParams({ params: known }: RpcMethod, params: object): object {
  const kinds = new Map(known.map((each) => [each.name, each]))
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]: [string, unknown]) => {
      const param = kinds.get(name)
      if (value === undefined) return []
      if (!param || typeof value === 'string') return [[name, value]]
      return [[name, jsonValue(value, param)]]
    }),
  )
}

/** The `params` of a message: by name, or by position if the method wants that. */
export function messageParams(method: RpcMethod, params: object): object {
  const named = encodeParams(method, params)
  return method.byPosition?.(method, named) ?? named
}

/** Marks the description of a method whose parameters are an array. Gaps between them become `null`. */
export function byPosition({ params }: RpcMethod, named: object): readonly unknown[] {
  const names = params.map(({ name }) => name)
  const needed = params.filter((each) => each.required).map(({ name }) => name)
  const list = names.map((name) => memberAt(named, name) ?? null)
  while (list.at(-1) === null && !needed.includes(names[list.length - 1] ?? '')) list.pop()
  return list
}

/** A request whose parameters are written for a message. */
export function encoded({ method, params }: RpcRequest): RpcRequest {
  return { method, params: messageParams(method, params) }
}

/** The query of a URI, without the question mark. */
export function encodeQuery(method: RpcMethod, params: object): string {
  return given(method, params)
    .map(([value, param]) => `${escaped(param.name)}=${escaped(uriText(value, param), param.name)}`)
    .join('&')
}

function escaped(text: string, name = text): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return refuse(name, 'text without half a character', text)
  }
}

/** The parameters that have a value. Throws on a name that the method does not have. */
function given(method: RpcMethod, params: object): (readonly [value: unknown, param: RpcParam])[] {
  // Programs without types may pass the value of a parameter itself.
  if (!hasTag(params, 'Object')) {
    refuse(method.name, `{ ${method.params.map((param) => param.name)} }`, params)
  }
  for (const name of Object.keys(params)) {
    if (!method.params.some((param) => param.name === name)) {
      throw new TypeError(`${method.name} has no parameter ${show(name)}`)
    }
  }
  const found: (readonly [unknown, RpcParam])[] = []
  for (const param of method.params) {
    const value = memberAt(params, param.name)
    // Null means that a parameter is left out, unless the method needs it.
    const isNull = value === null && param.required && param.kind === 'json'
    if (isNull || (value ?? undefined) !== undefined) found.push([value, param])
    else if (param.required) throw new TypeError(`${method.name} needs the parameter ${param.name}`)
  }
  return found
}

function jsonValue(value: unknown, { kind, name }: RpcParam): unknown {
  const own = typeof kind === 'object' ? kind.jsonrpc : kind
  if (own === 'integer') return integerText(value, name)
  if (own === 'bytes') return toBase64(inputBytes(value, name))
  if (own === 'hex') return toHex(inputBytes(value, name))
  if (typeof own === 'function') return own(value, name)
  return JSON.parse(jsonText(value, name, own))
}

function uriText(value: unknown, { kind, name }: RpcParam): string {
  const own = typeof kind === 'object' ? kind.uri : kind
  if (own === 'integer') return integerText(value, name)
  if (own === 'bytes' || own === 'hex') return `0x${toHex(inputBytes(value, name))}`
  if (typeof own === 'function') return `"${own(value, name)}"`
  return jsonText(value, name, own)
}

/** A {@link ParamWriter} of integers in hexadecimal. Also takes the words that stand for one, such as `latest`. */
export function hexQuantity(value: unknown, name: string): string {
  if (typeof value === 'string' && /^(0x[\da-f]+|[a-z]+)$/i.test(value)) return value
  const digits = BigInt(integerText(value, name)).toString(16)
  return digits.startsWith('-') ? refuse(name, 'an integer from 0 on', value) : `0x${digits}`
}

/** A {@link ParamWriter} of bytes in hexadecimal. */
export function hexBytes(value: unknown, name: string): string {
  return `0x${toHex(inputBytes(value, name))}`
}

/**
 * Integers inside JSON are written as decimal strings. What JSON would leave out or change is refused. A kind that
 * is neither of these has a line of its own in both functions above, or they do not compile.
 */
function jsonText(value: unknown, name: string, kind: 'text' | 'json'): string {
  if (kind === 'text' && typeof value !== 'string') refuse(name, 'a text', value)
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner)
    return isJson(inner) ? inner : refuse(name, 'JSON', inner)
  })
}

/** What `JSON.stringify` writes as it is, and neither leaves out nor replaces. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (Object(value) !== value) return typeof value !== 'symbol'
  return Array.isArray(value) || hasTag(value, 'Object')
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value.slice(0, 40)}'` : String(value)
}
