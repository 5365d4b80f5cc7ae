import { DecodeError, type Step } from './step.js'

// 64-bit integers as text become bigints. `BigInt` alone would accept '', ' 7 ' and '0x10'.

export const int64: Step = /*@__PURE__*/ integer(
  'a 64-bit integer as text',
  -(2n ** 63n),
  2n ** 63n - 1n,
)
export const uint64: Step = /*@__PURE__*/ integer(
  'an unsigned 64-bit integer as text',
  0n,
  2n ** 64n - 1n,
)
/** An integer of any size. */
export const wholeNumber: Step = /*@__PURE__*/ integer('an integer as text')

function integer(expected: string, least?: bigint, most?: bigint): Step {
  const fits = (value: bigint): boolean =>
    (least === undefined || value >= least) && (most === undefined || value <= most)
  return {
    decode: (value, keep) => {
      if (value === null || value === undefined) return value
      const read = typeof value === 'string' ? readInteger(value) : undefined
      if (read !== undefined && fits(read)) return read
      if (keep) return value
      throw new DecodeError(expected, value)
    },
    encode: (value) => {
      if (value === null || value === undefined || typeof value === 'string') return value
      if (typeof value === 'bigint' && fits(value)) return value.toString()
      throw new DecodeError(expected.replace(/ as text$/, ' (bigint)'), value)
    },
  }
}

/** Up to this many characters a number is exact, and faster to parse than a bigint. */
const EXACT = 15

function readInteger(text: string): bigint | undefined {
  const start = text.charCodeAt(0) === 45 ? 1 : 0
  if (text.length === start) return undefined
  for (let at = start; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return undefined
  }
  return BigInt(text.length <= EXACT ? Number(text) : text)
}
