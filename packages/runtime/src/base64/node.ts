import * as portable from './portable.js'
import { fillFromTable } from './table.js'

// Node before 25 has no base64 on Uint8Array, but Buffer has a fast one. The condition `node` in this package's
// `imports` selects this file, so that no bundle for browsers contains it.

interface NodeBytes {
  write(text: string, at: number, length: number, encoding: 'base64'): number
  toString(encoding: 'base64'): string
}

interface NodeGlobals {
  readonly Buffer?: {
    from(buffer: ArrayBufferLike, offset: number, length: number): NodeBytes
  }
}

const native: boolean = 'setFromBase64' in Uint8Array.prototype

/** Up to this many bytes the table is faster than calling Node's own decoder. */
const SMALL = 96

/** Node's own decoder also accepts base64url and non-zero trailing bits, so its result is checked again. */
export function fillBase64(text: string, target: Uint8Array): boolean {
  if (target.length <= SMALL) return fillFromTable(text, target)
  const bytes = native ? undefined : nodeBytes(target)
  if (!bytes) return portable.fillBase64(text, target)
  if (text.includes('-') || text.includes('_')) return false
  if (bytes.write(text, 0, target.length, 'base64') !== target.length) return false
  return isWhole(text, target.length)
}

export function textOf(bytes: Uint8Array): string {
  return (native ? undefined : nodeBytes(bytes))?.toString('base64') ?? portable.textOf(bytes)
}

function nodeBytes({ buffer, byteOffset, byteLength }: Uint8Array): NodeBytes | undefined {
  const { Buffer } = globalThis as NodeGlobals
  return Buffer?.from(buffer, byteOffset, byteLength)
}

/** Exactly as many characters as the bytes need, and no unused bits set in the last of them. */
function isWhole(text: string, size: number): boolean {
  if (text.length !== Math.ceil(size / 3) * 4) return false
  const over = size % 3
  if (over === 0) return true
  const last = text.charAt(text.length - (over === 1 ? 3 : 2))
  return (over === 1 ? 'AQgw' : 'AEIMQUYcgkosw048').includes(last)
}
