import { DecodeError, type Step } from './step.js'

const expected = 'an integer in hexadecimal after 0x'

/** An integer from 0 on, of any size. */
export const hexQuantity: Step = {
  decode: (value, keep) => {
    if (value === null || value === undefined) return value
    if (typeof value === 'string' && /^0x[\da-f]+$/i.test(value)) return BigInt(value)
    if (keep) return value
    throw new DecodeError(expected, value)
  },
  encode: (value) => {
    if (value === null || value === undefined || typeof value === 'string') return value
    if (typeof value === 'bigint' && value >= 0n) return `0x${value.toString(16)}`
    throw new DecodeError('an integer from 0 on (bigint)', value)
  },
}
