import { DecodeError, type Step } from './step.js'

/** Written in upper case, as most services do; read in either case. */
export const hex: Step = /*@__PURE__*/ hexadecimal('bytes in hexadecimal', /* lower */ false)
export const hexLower: Step = /*@__PURE__*/ hexadecimal(
  'bytes in lower-case hexadecimal',
  /* lower */ true,
)

function hexadecimal(expected: string, lower: boolean): Step {
  return {
    decode: (value, keep) => {
      if (value === null || value === undefined) return value
      const bytes = typeof value === 'string' ? readHex(value, lower) : undefined
      if (bytes) return bytes
      if (keep) return value
      throw new DecodeError(expected, value)
    },
    encode: (value) => {
      if (value === null || value === undefined || typeof value === 'string') return value
      if (value instanceof Uint8Array) return writeHex(value, lower)
      throw new DecodeError('bytes (Uint8Array)', value)
    },
  }
}

const BAD = 16

function nibble(code: number, lower: boolean): number {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 97 && code <= 102) return code - 87
  return !lower && code >= 65 && code <= 70 ? code - 55 : BAD
}

function readHex(text: string, lower: boolean): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined
  const bytes = new Uint8Array(text.length / 2)
  let bad = 0
  for (let at = 0; at < bytes.length; at++) {
    const high = nibble(text.charCodeAt(at * 2), lower)
    const low = nibble(text.charCodeAt(at * 2 + 1), lower)
    bad |= high | low
    bytes[at] = (high << 4) | low
  }
  return (bad & BAD) === 0 ? bytes : undefined
}

function writeHex(bytes: Uint8Array, lower: boolean): string {
  const digits = lower ? '0123456789abcdef' : '0123456789ABCDEF'
  let text = ''
  for (const byte of bytes) text += digits.charAt(byte >> 4) + digits.charAt(byte & 15)
  return text
}
