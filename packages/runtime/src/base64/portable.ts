import { fillFromTable, textByPieces } from './table.js'

interface Filling {
  setFromBase64?(text: string, options: { lastChunkHandling: 'strict' }): { written: number }
}

interface Writing {
  toBase64?(): string
}

/** Decodes base64 into a target of exactly the right size; `false` if the text is not base64. */
export function fillBase64(text: string, target: Uint8Array): boolean {
  const filling = target as Uint8Array & Filling
  if (!filling.setFromBase64) return fillFromTable(text, target)
  // The platform skips white space, which base64 in JSON must not have; the lengths would differ.
  if (text.length !== Math.ceil(target.length / 3) * 4) return false
  try {
    return filling.setFromBase64(text, { lastChunkHandling: 'strict' }).written === target.length
  } catch {
    return false
  }
}

export function textOf(bytes: Uint8Array): string {
  const writing = bytes as Uint8Array & Writing
  return writing.toBase64 ? writing.toBase64() : textByPieces(bytes)
}
