import { isEmail, isHostname, isIpv4, isIpv6, isUri, isUriReference } from './addresses.js'
import { inFormat } from './formats.js'
import type { Key, Walk } from './walk.js'

// Formats of JSON Schema 2020-12 other than dates and times.

export function email(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isEmail, 'an e-mail address')
}

export function hostname(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isHostname, 'a host name')
}

export function ipv4(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isIpv4, 'an IPv4 address')
}

export function ipv6(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isIpv6, 'an IPv6 address')
}

export function uri(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isUri, 'a URI')
}

export function uriReference(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isUriReference, 'a URI reference')
}

const UUID = /^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/

export function uuid(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, (text) => UUID.test(text), 'a UUID')
}

export function regex(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isRegex, 'a regular expression')
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const BAD_ESCAPE = /~(?![01])/

export function jsonPointer(value: unknown, at: Walk, key: Key): boolean {
  return inFormat(value, at, key, isJsonPointer, 'a JSON pointer')
}

function isJsonPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !BAD_ESCAPE.test(text)
}
