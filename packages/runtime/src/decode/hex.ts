import { DecodeError, type Step } from './step.js'

/** Written in upper case, as most services do; read in either case. */
export const hex: Step = /*@__PURE__*/ hexadecimal('bytes in hexadecimal', /* lower */ false)
export const hexLower: Step = /*@__PURE__*/ hexadecimal(
  'bytes in lower-case hexadecimal',
  /* lower */ true,
)

/** The same after `0x`. */
export const hexBytes: Step = /*@__PURE__*/ hexadecimal(
  'bytes in hexadecimal after 0x',
  /* lower */ false,
  '0x',
)

function hexadecimal(expected: string, lower: boolean, prefix = ''): Step {
  let digits: Uint8Array | undefined
  return {
    decode: (value, keep) => {
      if (value === null || value === undefined) return value
      if (typeof value === 'string' && value.startsWith(prefix)) {
        digits ??= digitsOf(lower)
        const bytes = readHex(value.slice(prefix.length), digits)
        if (bytes) return bytes
      }
      if (keep) return value
      throw new DecodeError(expected, value)
    },
    encode: (value) => {
      if (value === null || value === undefined || typeof value === 'string') return value
      if (value instanceof Uint8Array) return prefix + writeHex(value, lower || prefix !== '')
      throw new DecodeError('bytes (Uint8Array)', value)
    },
  }
}

const BAD = 16

/** The values of hexadecimal digits, by character code. */
function digitsOf(lower: boolean): Uint8Array {
  const digits = new Uint8Array(128).fill(BAD)
  for (let value = 0; value < 16; value++) {
    const digit = value.toString(16)
    digits[digit.charCodeAt(0)] = value
    if (!lower) digits[digit.toUpperCase().charCodeAt(0)] = value
  }
  return digits
}

function readHex(text: string, digits: Uint8Array): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined
  const bytes = new Uint8Array(text.length / 2)
  let bad = 0
  for (let at = 0; at < bytes.length; at++) {
    const high = digits[text.charCodeAt(at * 2)] ?? BAD
    const low = digits[text.charCodeAt(at * 2 + 1)] ?? BAD
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
