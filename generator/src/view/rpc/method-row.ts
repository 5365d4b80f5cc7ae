import type { ParamKind } from '@tagwire/runtime/rpc'
import type { Model } from '../../model/model.js'
import type { Encoding, Operation, Parameter } from '../../model/operations/operation.js'
import { ImportedName, type Value } from '../value.js'

function runtime(name: string): ImportedName {
  return new ImportedName(name, '@tagwire/runtime/rpc')
}

/**
 * `[{ hash: 'bytes' }, { required: ['hash'] }]`: the parameters, and whatever differs from the defaults. The
 * method's wire name comes first, unless it is the generated name in snake case.
 */
export function methodRow(
  { id, name, safe, extensions, input, outputs, binding, tags }: Operation,
  codes: readonly number[] = [],
): readonly Value[] {
  const { subscription, requires } = extensions
  const { transports = subscription ? ['websocket'] : [] } = extensions
  const names = input.parameters.map((each) => each.name)
  const required = input.parameters.filter((each) => each.required).map((each) => each.name)
  const facts: Readonly<Record<string, Value>> = {
    ...(required.length > 0 ? { required } : {}),
    ...(safe ? {} : { safe }),
    // Features that only few methods need are passed as functions with those methods.
    ...(binding.kind === 'call' && binding.byPosition ? positionFacts(names) : {}),
    ...(outputs.length === 0 ? { notifies: runtime('notifies') } : {}),
    ...(transports.length > 0 ? { transports } : {}),
    ...(requires === undefined ? {} : { requires }),
    ...(tags.length > 0 ? { tags } : {}),
    ...(codes.length > 0 ? { codes } : {}),
  }
  const params = Object.fromEntries(input.parameters.map((each) => [each.name, paramKind(each)]))
  const wireName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const own = id === wireName ? [] : [id]
  if (Object.keys(facts).length > 0) return [...own, params, facts]
  return input.parameters.length > 0 ? [...own, params] : own
}

/** The codes of errors that a method describes. Those of a document that tells them apart by texts say nothing. */
export function errorCodes({ failures }: Operation, { extensions }: Model): number[] {
  if ((extensions.errors ?? []).length > 0) return []
  return [...new Set(failures.flatMap(({ code }) => code ?? []))]
}

/** An object puts names that are whole numbers first, so they need a list for their order. */
function positionFacts(names: readonly string[]): Readonly<Record<string, Value>> {
  const isOrdered = names.every((name) => !/^\d+$/.test(name))
  return { byPosition: runtime('byPosition'), ...(isOrdered ? {} : { order: names }) }
}

/** The kinds of parameters in the runtime, by the vocabulary of documents. */
const IN_MESSAGES: Readonly<Record<Encoding['jsonrpc'], ParamKind>> = {
  'decimal-string': 'integer',
  base64: 'bytes',
  hex: 'hex',
  'hex-quantity': 'hex-quantity',
  'hex-bytes': 'hex-bytes',
  json: 'json',
}
const IN_URIS: Readonly<Record<Encoding['uri'], ParamKind>> = {
  decimal: 'integer',
  '0x-hex': 'hex',
  quoted: 'text',
  json: 'json',
}

/** Kinds that are written differently in messages and in URIs. */
const BOTH: Readonly<Record<string, ParamKind>> = {
  'bytes hex': 'bytes',
  'json text': 'text',
  'hex-quantity json': 'hex-quantity',
  'hex-bytes json': 'hex-bytes',
}

function paramKind({ encoding }: Parameter): Value {
  if (!encoding) return 'json'
  const jsonrpc = IN_MESSAGES[encoding.jsonrpc]
  const uri = IN_URIS[encoding.uri]
  return jsonrpc === uri ? uri : (BOTH[`${jsonrpc} ${uri}`] ?? { jsonrpc, uri })
}
