// Long texts on platforms without base64 on Uint8Array. Reading a string character by character is what takes the
// time there, so the platform writes all characters as bytes, and a table is indexed by two of them at a time.

import { ALPHABET, fillFromTable } from './table.js'

/** A group of characters (four words), and the bytes that it encodes (three words). */
const CHARACTERS = 16
const BYTES = 12
/** Groups that are decoded at once. */
const PIECE = 512

const BAD = -1

interface Tools {
  readonly encoder: InstanceType<typeof TextEncoder>
  readonly words: Int32Array
  readonly bytes: Uint8Array
  /** The bits of the first and of the last two of four characters, within three bytes; negative if invalid. */
  readonly first: Int32Array
  readonly last: Int32Array
}

let tools: Tools | undefined

function makeTools(): Tools {
  const first = new Int32Array(0x8000).fill(BAD)
  const last = new Int32Array(0x8000).fill(BAD)
  for (let bits = 0; bits < 0x1000; bits++) {
    const pair = ALPHABET.charCodeAt(bits >> 6) | (ALPHABET.charCodeAt(bits & 63) << 8)
    first[pair] = (bits >> 4) | ((bits & 15) << 12)
    last[pair] = (bits & 0xf00) | ((bits & 255) << 16)
  }
  const words = new Int32Array((PIECE * CHARACTERS) / 4)
  return { encoder: new TextEncoder(), words, bytes: new Uint8Array(words.buffer), first, last }
}

/** Decodes base64 into a target of exactly the right size; `false` if the text is not base64. */
export function fillFromWords(text: string, target: Uint8Array): boolean {
  tools ??= makeTools()
  const { encoder, words, bytes } = tools
  // On a big-endian platform nothing is done in groups.
  words[0] = 1
  const groups = bytes[0] === 1 ? Math.floor(target.length / BYTES) : 0
  for (let done = 0; done < groups; done += PIECE) {
    const count = Math.min(PIECE, groups - done)
    const piece = text.slice(done * CHARACTERS, (done + count) * CHARACTERS)
    const { read, written } = encoder.encodeInto(piece, bytes)
    // Characters that take more than one byte in UTF-8 are not base64.
    if (read !== piece.length || written !== read || !shrink(tools, count)) return false
    target.set(bytes.subarray(0, count * BYTES), done * BYTES)
  }
  return fillFromTable(text.slice(groups * CHARACTERS), target.subarray(groups * BYTES))
}

/** Decodes groups in place: each word is read before it is overwritten. */
function shrink({ words, first, last }: Tools, groups: number): boolean {
  const triple = (at: number): number => {
    const word = words[at] ?? BAD
    return (first[word & 0x7fff] ?? BAD) | (last[(word >>> 16) & 0x7fff] ?? BAD)
  }
  let bad = 0
  for (let at = 0, to = 0; at < groups * 4; at += 4, to += 3) {
    const a = triple(at)
    const b = triple(at + 1)
    const c = triple(at + 2)
    const d = triple(at + 3)
    bad |= a | b | c | d
    words[to] = a | (b << 24)
    words[to + 1] = (b >>> 8) | (c << 16)
    words[to + 2] = (c >>> 16) | (d << 8)
  }
  return bad >= 0
}
