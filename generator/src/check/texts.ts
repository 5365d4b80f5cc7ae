import {
  base64,
  date,
  dateTime,
  decimal,
  duration,
  email,
  hex,
  hexBytes,
  hexLower,
  hexQuantity,
  hostname,
  int64,
  ipv4,
  ipv6,
  jsonPointer,
  linearPattern,
  regex,
  time,
  uint64,
  uri,
  uriReference,
  uuid,
  validator,
  wholeNumber,
} from '@tagwire/runtime/validate'
import type { Expression } from '../model/rules/rule.js'
import { CHECKED_FORMATS, isCheckedFormat } from '../model/shapes/formats.js'

// Uses the validators of the runtime, so that both always agree.

const CHECKS = {
  base64,
  date,
  dateTime,
  decimal,
  duration,
  email,
  hex,
  hexBytes,
  hexLower,
  hexQuantity,
  hostname,
  int64,
  ipv4,
  ipv6,
  jsonPointer,
  regex,
  time,
  uint64,
  uri,
  uriReference,
  uuid,
  wholeNumber,
}

export function hasFormat(text: string, format: string): boolean {
  if (!isCheckedFormat(format)) return true
  return validator(format, CHECKS[CHECKED_FORMATS[format]]).strict.is(text)
}

/** A value from a server must not make a pattern run for too long. */
export function matches({ source, flags, program }: Expression, text: string): boolean {
  return program
    ? linearPattern(source, flags, program.letters, program.part).test(text)
    : new RegExp(source, flags).test(text)
}
