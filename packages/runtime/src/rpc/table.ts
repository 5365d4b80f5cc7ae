import type { RpcMethod, RpcParam } from './method.js'

type Encoding = Omit<RpcParam, 'name' | 'required'>

/** How a parameter is written. */
export type ParamKind = 'integer' | 'bytes' | 'hex' | 'text' | 'json' | Encoding

/** What is special about a method. Unless it says otherwise, a method may be repeated. */
export interface MethodFacts extends Partial<Omit<RpcMethod, 'name' | 'params' | 'types'>> {
  /** The parameters that a call cannot do without. */
  readonly required?: readonly string[]
}

type Params = Readonly<Record<string, ParamKind>>

/**
 * The parameters of a method and what is special about it. Before them stands its name on the wire,
 * unless that is the key of the row in snake case.
 */
export type MethodRow =
  | readonly [params?: Params, facts?: MethodFacts]
  | readonly [name: string, params?: Params, facts?: MethodFacts]

const plain: Encoding = { jsonrpc: 'json', uri: 'json' }
const encodings: Readonly<Record<string, Encoding>> = {
  /** Decimal text in JSON, because a JSON number would be refused. */
  integer: { jsonrpc: 'decimal-string', uri: 'decimal' },
  bytes: { jsonrpc: 'base64', uri: '0x-hex' },
  hex: { jsonrpc: 'hex', uri: '0x-hex' },
  /** In quotes wherever it stands. */
  text: { jsonrpc: 'json', uri: 'quoted' },
  json: plain,
}

/** What a generated table of methods is written in: `block: [{ height: 'integer' }]`. */
export function methodTable<Name extends string>(
  rows: Readonly<Record<Name, MethodRow>>,
): Record<Name, RpcMethod<never, never>> {
  const methods: Record<string, RpcMethod<never, never>> = {}
  for (const [key, row] of Object.entries<MethodRow>(rows)) {
    const wireName = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const [name, params = {}, facts = {}] = isNamed(row) ? row : [wireName, ...row]
    const { required = [], ...special } = facts
    methods[key] = {
      name,
      safe: true,
      params: Object.entries(params).map(([name, kind]) => ({
        name,
        ...(typeof kind === 'string' ? (encodings[kind] ?? plain) : kind),
        required: required.includes(name),
      })),
      ...special,
    }
  }
  // The compiler cannot follow a loop: it makes one method for each row.
  return methods as Record<Name, RpcMethod<never, never>>
}

function isNamed(row: MethodRow): row is Extract<MethodRow, readonly [name: string, ...unknown[]]> {
  return typeof row[0] === 'string'
}
