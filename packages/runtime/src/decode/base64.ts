import { chunk, newMemory, readBase64, textOf } from '#base64'
import { chunked } from './lists.js'
import { DecodeError, type Step } from './step.js'

/** Base64 with padding, in its canonical form. */
export const base64: Step = /*@__PURE__*/ chunked({
  decode: (value, keep) => {
    if (value === null || value === undefined) return value
    const size = typeof value === 'string' ? sizeOf(value) : undefined
    if (typeof value === 'string' && size !== undefined) {
      const bytes = readBase64(value, size)
      if (bytes) return bytes
    }
    if (keep) return value
    throw new DecodeError('bytes in base64', value)
  },
  encode: (value) => {
    if (value === null || value === undefined || typeof value === 'string') return value
    if (value instanceof Uint8Array) return textOf(value)
    throw new DecodeError('bytes (Uint8Array)', value)
  },
  sizeOf,
  chunk,
  newMemory,
  read: readBase64,
})

const PADDING = 61

/** The number of bytes in a base64 text, from its length and padding. */
function sizeOf(text: string): number | undefined {
  const { length } = text
  if (length % 4 !== 0) return undefined
  const whole = (length / 4) * 3
  if (text.charCodeAt(length - 1) !== PADDING) return whole
  return text.charCodeAt(length - 2) === PADDING ? whole - 2 : whole - 1
}
