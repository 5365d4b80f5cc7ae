const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** The bytes of an address of a Cosmos or EVM chain, in hex. The service has checked checksums. */
export function bytesOf(address: string): string {
  if (address.startsWith('0x')) return address.slice(2).toLowerCase()
  const digits = address.slice(address.lastIndexOf('1') + 1, -6)
  const bits = Array.from(digits, (digit) =>
    BECH32.indexOf(digit).toString(2).padStart(5, '0'),
  ).join('')
  return (bits.match(/[01]{8}/g) ?? [])
    .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0'))
    .join('')
}
