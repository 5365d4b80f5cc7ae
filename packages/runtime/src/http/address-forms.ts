/** The form of addresses on a chain. */
export interface AddressForm {
  readonly title: string
  fits(address: string): boolean
}

/**
 * The address form of a chain, by its family, or by the prefix of its addresses if nothing else is
 * known. `undefined` for an unknown family.
 */
export function addressForm(family: unknown, prefix: unknown): AddressForm | undefined {
  if (family === 'evm') return hex
  if (family === 'svm') return base58
  return typeof prefix === 'string' && prefix !== '' ? bech32(prefix) : undefined
}

const hex: AddressForm = {
  title: '0x and 40 hexadecimal digits',
  fits: (address) => /^0x[\da-f]{40}$/i.test(address),
}

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const base58: AddressForm = {
  title: 'a key of 32 bytes in base58',
  fits(address) {
    const digits = [...address].map((digit) => base58Digits.indexOf(digit))
    if (digits.includes(-1) || digits.length > 44) return false
    const value = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n)
    const zeros = /^1*/.exec(address)?.[0].length ?? 0
    const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
    return zeros + bytes === 32
  },
}

const bech32Digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** BIP 173 and BIP 350: the checksums of bech32 and of bech32m, which Penumbra uses. */
const checksums: readonly number[] = [1, 0x2bc830a3]

function bech32(prefix: string): AddressForm {
  return {
    title: `${prefix}1… with a right checksum`,
    fits(address) {
      const text = address.toLowerCase()
      // Mixed case is invalid.
      if (address !== text && address !== address.toUpperCase()) return false
      const end = text.lastIndexOf('1')
      const human = text.slice(0, end)
      const data = [...text.slice(end + 1)].map((digit) => bech32Digits.indexOf(digit))
      // Penumbra has a second form, for chains that only support bech32.
      const isOwn = human === prefix || human === `${prefix}compat`
      return isOwn && data.length > 6 && !data.includes(-1) && holdsChecksum(human, data)
    },
  }
}

const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function holdsChecksum(human: string, data: readonly number[]): boolean {
  const codes = [...human].map((letter) => letter.charCodeAt(0))
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...data]
  const sum = values.reduce((before, value) => {
    const top = before >>> 25
    const shifted = ((before & 0x1ffffff) << 5) ^ value
    return generator.reduce((all, each, bit) => ((top >> bit) & 1 ? all ^ each : all), shifted)
  }, 1)
  return checksums.includes(sum)
}
