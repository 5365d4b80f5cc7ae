import type { ParamKind } from '@tagwire/runtime/rpc'
import type { Model } from '../../model/model.js'
import type { Encoding, Operation, Parameter } from '../../model/operations/operation.js'
import { ImportedName, type Value } from '../value.js'

/** Its name, or the function of the runtime that writes it. */
type Kind = Extract<ParamKind, string> | ImportedName

function runtime(name: string): ImportedName {
  return new ImportedName(name, '@tagwire/runtime/rpc')
}

/** What the runtime knows of a method: `{ name: 'tx', safe: true, params: [{ name: 'hash', kind: 'bytes' }] }`. */
export function methodDescriptor(
  { id, name, safe, extensions, input, outputs, binding, tags }: Operation,
  codes: readonly number[] = [],
): Readonly<Record<string, Value>> {
  const { subscription, requires } = extensions
  const { transports = subscription ? ['websocket'] : [] } = extensions
  return {
    name: id,
    ...(name === keyOf(id) ? {} : { key: name }),
    safe,
    params: input.parameters.map((each) => ({
      name: each.name,
      kind: paramKind(each),
      ...(each.required ? { required: true } : {}),
    })),
    // Features that only few methods need are passed as functions with those methods.
    ...(binding.kind === 'call' && binding.byPosition ? { byPosition: runtime('byPosition') } : {}),
    ...(outputs.length === 0 ? { notifies: runtime('notifies') } : {}),
    ...(transports.length > 0 ? { transports } : {}),
    ...(requires === undefined ? {} : { requires }),
    ...(tags.length > 0 ? { tags } : {}),
    ...(codes.length > 0 ? { codes } : {}),
  }
}

/** What the runtime takes for the key of a method, if its descriptor has none. */
function keyOf(id: string): string {
  return id.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The codes of errors that a method describes. Those of a document that tells them apart by texts say nothing. */
export function errorCodes({ failures }: Operation, { extensions }: Model): number[] {
  if ((extensions.errors ?? []).length > 0) return []
  return [...new Set(failures.flatMap(({ code }) => code ?? []))]
}

/** The kinds of parameters in the runtime, by the vocabulary of documents. */
const IN_MESSAGES: Readonly<Record<Encoding['jsonrpc'], Kind>> = {
  'decimal-string': 'integer',
  base64: 'bytes',
  hex: 'hex',
  'hex-quantity': runtime('hexQuantity'),
  'hex-bytes': runtime('hexBytes'),
  json: 'json',
}
const IN_URIS: Readonly<Record<Encoding['uri'], Kind>> = {
  decimal: 'integer',
  '0x-hex': 'hex',
  quoted: 'text',
  json: 'json',
}

/** Kinds whose text in URIs follows from that in messages, or the other way round. */
const BOTH: Readonly<Record<string, Kind>> = {
  'base64 0x-hex': 'bytes',
  'json quoted': 'text',
  'hex-quantity json': runtime('hexQuantity'),
  'hex-bytes json': runtime('hexBytes'),
}

function paramKind({ encoding }: Parameter): Value {
  if (!encoding) return 'json'
  const known = BOTH[`${encoding.jsonrpc} ${encoding.uri}`]
  const jsonrpc = IN_MESSAGES[encoding.jsonrpc]
  const uri = IN_URIS[encoding.uri]
  return known ?? (jsonrpc === uri ? uri : { jsonrpc, uri })
}
