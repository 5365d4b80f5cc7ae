// A call with more arguments than this overflows the stack; divisible by 3, so that the pieces of
// base64 join without padding.
const chunkBytes = 0x6000

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + chunkBytes)))
  }
  return text
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
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

/** The bytes of hex digits without prefix; `undefined` when it is not that. */
export function fromHex(digits: string): Uint8Array<ArrayBuffer> | undefined {
  if (digits.length % 2) return undefined
  const bytes = new Uint8Array(digits.length / 2)
  for (let at = 0; at < bytes.length; at++) {
    const pair = digits.slice(2 * at, 2 * at + 2)
    if (!/^[\da-f]{2}$/i.test(pair)) return undefined
    bytes[at] = Number.parseInt(pair, 16)
  }
  return bytes
}
