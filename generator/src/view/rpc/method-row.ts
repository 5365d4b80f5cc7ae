import type { Operation, Parameter } from '../../model/operations/operation.js'
import type { Value } from '../value.js'

/**
 * `[{ hash: 'bytes' }, { required: ['hash'] }]`: the parameters and what is special. Before them stands
 * the name on the wire, unless that is the generated one in snake case.
 */
export function methodRow({
  id,
  name,
  safe,
  extensions,
  input,
  outputs,
  binding,
}: Operation): readonly Value[] {
  const { transports = [], requires } = extensions
  const required = input.parameters.filter((each) => each.required).map((each) => each.name)
  const facts: Readonly<Record<string, Value>> = {
    ...(required.length > 0 ? { required } : {}),
    ...(safe ? {} : { safe }),
    ...(binding.kind === 'call' && binding.byPosition ? { byPosition: true } : {}),
    ...(outputs.length === 0 ? { notifies: true } : {}),
    ...(transports.length > 0 ? { transports } : {}),
    ...(requires === undefined ? {} : { requires }),
  }
  const params = Object.fromEntries(input.parameters.map((each) => [each.name, paramKind(each)]))
  const wireName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const names = id === wireName ? [] : [id]
  if (Object.keys(facts).length > 0) return [...names, params, facts]
  return input.parameters.length > 0 ? [...names, params] : names
}

/** The encodings that have a name; `jsonrpc uri` of the vocabulary. */
const NAMED: Readonly<Record<string, string>> = {
  'decimal-string decimal': 'integer',
  'base64 0x-hex': 'bytes',
  'hex 0x-hex': 'hex',
  'json quoted': 'text',
  'json json': 'json',
}

function paramKind({ encoding }: Parameter): Value {
  const { jsonrpc, uri } = encoding ?? { jsonrpc: 'json', uri: 'json' }
  return NAMED[`${jsonrpc} ${uri}`] ?? { jsonrpc, uri }
}
