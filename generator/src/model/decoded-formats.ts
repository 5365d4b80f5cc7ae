/** Formats of strings that decode to another type. */
export const DECODED_FORMATS = [
  'int64',
  'uint64',
  'integer',
  'date-time',
  'base64',
  'byte',
  'hex',
  'hex-lower',
  'hex-quantity',
  'hex-bytes',
] as const

export type DecodedFormatName = (typeof DECODED_FORMATS)[number]
