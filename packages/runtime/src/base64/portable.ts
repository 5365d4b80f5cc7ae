import { fillFromTable, textByPieces } from './table.js'
import { fillFromWords } from './words.js'

/** Memory to decode into. Its content is undefined until every byte is written. */
export interface Memory {
  readonly buffer: ArrayBuffer
}

interface Filling {
  setFromBase64?(text: string, options: { lastChunkHandling: 'strict' }): { written: number }
}

interface Writing {
  toBase64?(): string
}

/** Up to this many bytes the table is faster than calling the platform. */
export const SMALL = 96

/** From this many bytes on, words are faster than the table. */
const LONG = 600

/** The bytes of memory that items of a list share. */
export const chunk = 0x10000

export function newMemory(size: number): Memory {
  return { buffer: new ArrayBuffer(size) }
}

/**
 * Decodes base64 of exactly `size` bytes, as a view into `memory` or as an array of its own; `undefined` if the
 * text is not base64.
 */
export function readBase64(
  text: string,
  size: number,
  memory?: Memory,
  at = 0,
): Uint8Array | undefined {
  const target = memory ? new Uint8Array(memory.buffer, at, size) : new Uint8Array(size)
  return fill(text, target) ? target : undefined
}

function fill(text: string, target: Uint8Array & Filling): boolean {
  if (target.length <= SMALL) return fillFromTable(text, target)
  if (!target.setFromBase64) {
    return target.length < LONG ? fillFromTable(text, target) : fillFromWords(text, target)
  }
  // The platform skips white space, which base64 in JSON must not have; the lengths would differ.
  if (text.length !== Math.ceil(target.length / 3) * 4) return false
  try {
    return target.setFromBase64(text, { lastChunkHandling: 'strict' }).written === target.length
  } catch {
    return false
  }
}

export function textOf(bytes: Uint8Array): string {
  const writing = bytes as Uint8Array & Writing
  return writing.toBase64 ? writing.toBase64() : textByPieces(bytes)
}
