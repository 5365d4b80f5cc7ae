import type { Operation, Parameter } from '../../model/operations/operation.js'
import { ImportedName, type Value } from '../value.js'

function runtime(name: string): ImportedName {
  return new ImportedName(name, '@tagwire/runtime/rpc')
}

/**
 * `[{ hash: 'bytes' }, { required: ['hash'] }]`: the parameters, and whatever differs from the defaults. The
 * method's wire name comes first, unless it is the generated name in snake case.
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
    // What few methods need comes with them.
    ...(binding.kind === 'call' && binding.byPosition ? { byPosition: runtime('byPosition') } : {}),
    ...(outputs.length === 0 ? { notifies: runtime('notifies') } : {}),
    ...(transports.length > 0 ? { transports } : {}),
    ...(requires === undefined ? {} : { requires }),
  }
  const params = Object.fromEntries(input.parameters.map((each) => [each.name, paramKind(each)]))
  const wireName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const names = id === wireName ? [] : [id]
  if (Object.keys(facts).length > 0) return [...names, params, facts]
  return input.parameters.length > 0 ? [...names, params] : names
}

/** Encodings with a name of their own; `jsonrpc uri` in the vocabulary. */
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
