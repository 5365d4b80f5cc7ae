import type { Encoding } from './operation.js'

// A new encoding does not compile until these tables have it.

/** What callers pass for a parameter: any JSON, an integer or bytes. */
export type ArgumentForm = 'json' | 'integer' | 'bytes'

const FORMS: Readonly<Record<Encoding['jsonrpc'], ArgumentForm>> = {
  json: 'json',
  'decimal-string': 'integer',
  base64: 'bytes',
  hex: 'bytes',
  'hex-quantity': 'integer',
  'hex-bytes': 'bytes',
}

const IN_URIS: Readonly<Record<Encoding['uri'], true>> = {
  json: true,
  decimal: true,
  quoted: true,
  '0x-hex': true,
}

/** What callers pass for a parameter of a JSON-RPC method, by how messages contain it. */
export function argumentForm(encoding: Encoding | undefined): ArgumentForm {
  return encoding ? FORMS[encoding.jsonrpc] : 'json'
}

export function isMessageEncoding(name: string | undefined): name is Encoding['jsonrpc'] {
  return name !== undefined && Object.hasOwn(FORMS, name)
}

export function isUriEncoding(name: string | undefined): name is Encoding['uri'] {
  return name !== undefined && Object.hasOwn(IN_URIS, name)
}
