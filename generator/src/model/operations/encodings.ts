import type { Encoding } from './operation.js'

// A new encoding does not compile until these tables have it.

/** What callers pass for a parameter, by how it is written in messages. */
const GIVEN: Readonly<Record<Encoding['jsonrpc'], 'json' | 'integer' | 'bytes'>> = {
  json: 'json',
  'decimal-string': 'integer',
  base64: 'bytes',
  hex: 'bytes',
}

const IN_URIS: Readonly<Record<Encoding['uri'], true>> = {
  json: true,
  decimal: true,
  quoted: true,
  '0x-hex': true,
}

export function givenAs(encoding: Encoding | undefined): 'json' | 'integer' | 'bytes' {
  return encoding ? GIVEN[encoding.jsonrpc] : 'json'
}

export function isMessageEncoding(word: string | undefined): word is Encoding['jsonrpc'] {
  return word !== undefined && Object.hasOwn(GIVEN, word)
}

export function isUriEncoding(word: string | undefined): word is Encoding['uri'] {
  return word !== undefined && Object.hasOwn(IN_URIS, word)
}
