// Long texts where the platform has no base64 of its own. Asking a text for one character after the other is what
// takes the time there: the platform writes them all as bytes, and two of them are looked up together.

import { ALPHABET, fillFromTable } from './table.js'

/** So many characters, or four words, are so many bytes, or three words. */
const CHARACTERS = 16
const BYTES = 12
/** So many groups of them at a time. */
const PIECE = 512

const BAD = -1

interface Tools {
  readonly encoder: TextEncoder
  readonly words: Int32Array
  readonly bytes: Uint8Array
  /** What the first and the last two of four characters put into three bytes; negative where they are none. */
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

/** Writes the bytes that a text says into a target of just their number; false where it is no base64. */
export function fillFromWords(text: string, target: Uint8Array): boolean {
  tools ??= makeTools()
  const { encoder, words, bytes } = tools
  // Where a word begins with its high end, nothing is done in groups.
  words[0] = 1
  const groups = bytes[0] === 1 ? Math.floor(target.length / BYTES) : 0
  for (let done = 0; done < groups; done += PIECE) {
    const count = Math.min(PIECE, groups - done)
    const piece = text.slice(done * CHARACTERS, (done + count) * CHARACTERS)
    const { read, written } = encoder.encodeInto(piece, bytes)
    // Characters of more than one byte are no base64.
    if (read !== piece.length || written !== read || !shrink(tools, count)) return false
    target.set(bytes.subarray(0, count * BYTES), done * BYTES)
  }
  return fillFromTable(text.slice(groups * CHARACTERS), target.subarray(groups * BYTES))
}

/** Turns characters into bytes in the same place: each word is read before it is written over. */
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
