/** Bytes that share no memory with other threads, in words that TypeScript before 5.7 knows too. */
type OwnBytes = ReturnType<Uint8Array['slice']>

/** The forms in which chains write bytes: only what the platform lacks. */

export function fromBase64(text: string): OwnBytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function toBase58(bytes: Uint8Array): string {
  let text = ''
  for (let rest = BigInt(`0x0${toHex(bytes)}`); rest > 0n; rest /= 58n) {
    text = BASE58.charAt(Number(rest % 58n)) + text
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** The hash of a signed transaction: that of its bytes on Cosmos, and its first signature on Solana. */
export async function hashOf({ family }: { family: string }, tx: OwnBytes): Promise<string> {
  if (family === 'svm') return toBase58(tx.subarray(1, 65))
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', tx))).toUpperCase()
}
