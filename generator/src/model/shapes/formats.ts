/**
 * The formats that validators check, with the function of the runtime that does; others are only
 * documentation.
 */
export const CHECKED_FORMATS = {
  int64: 'int64',
  uint64: 'uint64',
  integer: 'wholeNumber',
  decimal: 'decimal',
  hex: 'hex',
  'hex-lower': 'hexLower',
  'hex-quantity': 'hexQuantity',
  'hex-bytes': 'hexBytes',
  base64: 'base64',
  byte: 'base64',
  'date-time': 'dateTime',
  date: 'date',
  time: 'time',
  duration: 'duration',
  email: 'email',
  hostname: 'hostname',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  uri: 'uri',
  'uri-reference': 'uriReference',
  uuid: 'uuid',
  regex: 'regex',
  'json-pointer': 'jsonPointer',
} as const

type CheckedFormat = keyof typeof CHECKED_FORMATS

export function isCheckedFormat(format: string): format is CheckedFormat {
  return Object.hasOwn(CHECKED_FORMATS, format)
}
