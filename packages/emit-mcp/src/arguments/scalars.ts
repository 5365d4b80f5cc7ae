import { type Faults, oneOf } from './faults.js'
import type { LiteralValue, ScalarInput } from './input.js'

/** Formats of 64-bit integers, which JavaScript rounds if they are JSON numbers. */
const WIDE = /^(?:u?int(?:64|128|256)|[iu](?:64|128|256)|uint|long|bigint)$/

export function isWideInteger({ type, format = '' }: ScalarInput): boolean {
  return type === 'integer' && WIDE.test(format)
}

/** Integers that are strings in JSON. */
function isIntegerText({ type, format = '' }: ScalarInput): boolean {
  return type === 'string' && (format === 'integer' || WIDE.test(format))
}

/** What a scalar has to be, for descriptions and messages. */
export function scalarText(scalar: ScalarInput): string {
  const { type, format = '' } = scalar
  if (type === 'bytes') return `bytes as base64 text, or ${DATA_URL}`
  if (isIntegerText(scalar)) return 'an integer in decimal digits, as text'
  if (isWideInteger(scalar)) return 'an integer; beyond 2^53 its decimal digits as text'
  if (type === 'string') return TEXTS[format] ?? 'a text'
  return type === 'boolean'
    ? 'true or false'
    : type === 'null'
      ? 'null'
      : `${type === 'integer' ? 'an' : 'a'} ${type}`
}

const TEXTS: Readonly<Record<string, string | undefined>> = {
  base64: 'bytes as base64 text',
  byte: 'bytes as base64 text',
  hex: 'bytes as hex digits',
  '0x-hex': 'bytes as hex digits after 0x',
  'date-time': 'a date and time like 2026-01-31T12:00:00Z',
  date: 'a date like 2026-01-31',
  decimal: 'a decimal number, as text',
  uri: 'a URI',
  uuid: 'a UUID',
  email: 'an e-mail address',
}

const DIGITS = /^-?\d{1,80}$/

/** Converts a scalar argument to JSON for the wire. */
export function scalarToWire(
  scalar: ScalarInput,
  value: unknown,
  path: string,
  faults: Faults,
): unknown {
  const { type, format } = scalar
  const refuse = (): undefined => faults.add(path, scalarText(scalar), value)
  if (type === 'bytes') return typeof value === 'string' ? (bytesOf(value) ?? refuse()) : refuse()
  if (isIntegerText(scalar)) {
    if (Number.isSafeInteger(value)) return String(value)
    return typeof value === 'string' && DIGITS.test(value) ? value : refuse()
  }
  if (isWideInteger(scalar) && typeof value === 'string' && DIGITS.test(value)) {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : BigInt(value)
  }
  if (type === 'string') {
    const fits =
      typeof value === 'string' && (format !== '0x-hex' || /^0x(?:[\da-f]{2})*$/i.test(value))
    return fits ? value : refuse()
  }
  if (type === 'integer') return Number.isSafeInteger(value) ? value : refuse()
  if (type === 'number') return Number.isFinite(value) ? value : refuse()
  return (type === 'null' ? value === null : typeof value === 'boolean') ? value : refuse()
}

const DATA_URL = 'for a file with a type and a name `data:image/png;name=a.png;base64,…`'

/** Base64 or base64url, alone or in a data URL. */
function bytesOf(text: string): Blob | undefined {
  const [, head, data = text] = /^data:([^,]{0,300}?);base64,(.*)$/s.exec(text) ?? []
  // One letter beyond a group of four is no byte.
  if (!/^[\w+/-]*={0,2}$/.test(data) || data.replace(/=+$/, '').length % 4 === 1) return undefined
  const bytes = Buffer.from(data, 'base64')
  if (head === undefined) return new Blob([bytes])
  const [type = '', ...parameters] = head.split(';')
  const [name] = parameters.flatMap((each) => /^(?:file)?name=(.+)$/.exec(each)?.[1] ?? [])
  return name === undefined
    ? new Blob([bytes], { type })
    : new File([bytes], nameOf(name), { type })
}

/** Names in URLs are encoded, which agents forget. */
function nameOf(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Converts a scalar of the wire to an argument. */
export function scalarFromWire(
  scalar: ScalarInput,
  value: unknown,
  path: string,
  faults: Faults,
): unknown {
  if (typeof value === 'bigint' && scalar.type === 'integer') return String(value)
  if (scalar.type === 'integer') {
    return Number.isInteger(value) ? value : faults.add(path, 'an integer', value)
  }
  if (scalar.type === 'bytes' || (scalar.type === 'string' && typeof value === 'string'))
    return value
  return scalarToWire(scalar, value, path, faults)
}

export function enumValue(
  { values, open }: { readonly values: readonly LiteralValue[]; readonly open?: true },
  value: unknown,
  path: string,
  faults: Faults,
): unknown {
  const known = values.some((each) => each === value)
  return known || (open && typeof value === 'string')
    ? value
    : faults.add(path, oneOf(values), value)
}
