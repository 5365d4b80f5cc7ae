import type { OwnBytes } from '../core/body.js'

// Transactions can be large, and converting byte by byte takes ten times as long. More arguments would
// overflow the stack; divisible by 3, so that the pieces join without padding.
const chunkBytes = 0x6000

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const piece = bytes.subarray(at, at + chunkBytes)
    const binary: string = Reflect.apply(String.fromCharCode, undefined, piece)
    text += btoa(binary)
  }
  return text
}

export function fromBase64(text: string): OwnBytes {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += (byte + 256).toString(16).slice(1)
  return text
}

/** The bytes of an even number of hex digits. */
export function fromHex(digits: string): OwnBytes {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
