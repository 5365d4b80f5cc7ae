import * as portable from './portable.js'

// Node before 25 has no base64 on Uint8Array, but Buffer has a fast one, and every Node has memory that is not
// zero-filled first. The condition `node` in this package's `imports` selects this file, so that no bundle for
// browsers contains it.

interface NodeBytes {
  readonly buffer: ArrayBuffer
  readonly byteOffset: number
  write(text: string, at: number, length: number, encoding: 'base64'): number
  toString(encoding: 'base64'): string
}

interface NodeGlobals {
  readonly Buffer?: {
    allocUnsafeSlow(size: number): NodeBytes
    from(buffer: ArrayBufferLike, offset: number, length: number): NodeBytes
  }
}

export interface Memory extends portable.Memory {
  readonly bytes?: NodeBytes
}

/**
 * The bytes of memory that items of a list share. Where larger pieces are freed, the C library tends to return them
 * to the system, and each page of new memory then costs a fault: a third of the time to decode a block.
 */
export const chunk = 0x4000

const native: boolean = 'setFromBase64' in Uint8Array.prototype

export function newMemory(size: number): Memory {
  const { Buffer } = globalThis as NodeGlobals
  const bytes = Buffer?.allocUnsafeSlow(size)
  // A `Buffer` of another runtime may be part of a shared pool, which views would expose.
  return bytes?.buffer.byteLength === size
    ? { buffer: bytes.buffer, bytes }
    : portable.newMemory(size)
}

export function readBase64(
  text: string,
  size: number,
  memory: Memory | undefined = size > portable.SMALL ? newMemory(size) : undefined,
  at = 0,
): Uint8Array | undefined {
  const bytes = native || size <= portable.SMALL ? undefined : memory?.bytes
  if (!memory || !bytes) return portable.readBase64(text, size, memory, at)
  if (!isWhole(text, size) || bytes.write(text, at, size, 'base64') !== size) return undefined
  // Node's own decoder also accepts base64url.
  if (text.includes('-') || text.includes('_')) return undefined
  return new Uint8Array(memory.buffer, at, size)
}

export function textOf(bytes: Uint8Array): string {
  const { Buffer } = globalThis as NodeGlobals
  if (native || !Buffer) return portable.textOf(bytes)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** Exactly as many characters as the bytes need, and no unused bits set in the last of them. */
function isWhole(text: string, size: number): boolean {
  if (text.length !== Math.ceil(size / 3) * 4) return false
  const over = size % 3
  if (over === 0) return true
  const last = text.charAt(text.length - (over === 1 ? 3 : 2))
  return (over === 1 ? 'AQgw' : 'AEIMQUYcgkosw048').includes(last)
}
