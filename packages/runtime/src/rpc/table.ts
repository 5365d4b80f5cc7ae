import type { RpcMethod, RpcParam } from './method.js'

type Encoding = Omit<RpcParam, 'name'>
type EncodingName = 'integer' | 'bytes' | 'hex' | 'text' | 'json'

/** How a parameter is written; with `!` at the end, a call cannot do without it. */
export type ParamKind = EncodingName | `${EncodingName}!` | Encoding

/** The parameters of a method, and what is special about it. */
export type MethodRow = readonly [
  params?: Readonly<Record<string, ParamKind>>,
  special?: Partial<Omit<RpcMethod, 'params' | 'types'>>,
]

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

/**
 * What a generated table of methods is written in: `block: [{ height: 'integer' }]`. Unless it says
 * otherwise, a method may be repeated, and its name on the wire is the one here in snake case.
 */
export function methodTable<Name extends string>(
  rows: Readonly<Record<Name, MethodRow>>,
): Record<Name, RpcMethod<never, never>> {
  const methods: Record<string, RpcMethod<never, never>> = {}
  for (const [name, [params = {}, special]] of Object.entries<MethodRow>(rows)) {
    methods[name] = {
      name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      safe: true,
      params: Object.entries(params).map(([name, kind]) => ({ name, ...encodingOf(kind) })),
      ...special,
    }
  }
  // The compiler cannot follow a loop: it makes one method for each row.
  return methods as Record<Name, RpcMethod<never, never>>
}

function encodingOf(kind: ParamKind): Encoding {
  if (typeof kind !== 'string') return kind
  const [name = '', mark] = kind.split(/(!)/)
  return { ...(encodings[name] ?? plain), required: mark !== undefined }
}
