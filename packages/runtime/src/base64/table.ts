// For platforms without base64 on Uint8Array: a lookup table by character code.

export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BAD = 64

let table: Uint8Array | undefined

function codes(): Uint8Array {
  if (table) return table
  table = new Uint8Array(128).fill(BAD)
  for (let at = 0; at < ALPHABET.length; at++) table[ALPHABET.charCodeAt(at)] = at
  return table
}

/** Decodes base64 into a target of exactly the right size; `false` if the text is not base64. */
export function fillFromTable(text: string, target: Uint8Array): boolean {
  const values = codes()
  const whole = target.length - (target.length % 3)
  let at = 0
  let bad = 0
  for (let to = 0; to < whole; to += 3, at += 4) {
    const a = values[text.charCodeAt(at)] ?? BAD
    const b = values[text.charCodeAt(at + 1)] ?? BAD
    const c = values[text.charCodeAt(at + 2)] ?? BAD
    const d = values[text.charCodeAt(at + 3)] ?? BAD
    bad |= a | b | c | d
    target[to] = (a << 2) | (b >> 4)
    target[to + 1] = (b << 4) | (c >> 2)
    target[to + 2] = (c << 6) | d
  }
  if ((bad & BAD) !== 0) return false
  return whole === target.length || fillLast(text, at, target, whole, values)
}

/** The last one or two bytes; unused trailing bits must be zero. */
function fillLast(
  text: string,
  at: number,
  target: Uint8Array,
  to: number,
  values: Uint8Array,
): boolean {
  const a = values[text.charCodeAt(at)] ?? BAD
  const b = values[text.charCodeAt(at + 1)] ?? BAD
  target[to] = (a << 2) | (b >> 4)
  if (target.length - to === 1) return ((a | b) & BAD) === 0 && (b & 15) === 0
  const c = values[text.charCodeAt(at + 2)] ?? BAD
  target[to + 1] = (b << 4) | (c >> 2)
  return ((a | b | c) & BAD) === 0 && (c & 3) === 0
}

// More arguments would overflow the stack; divisible by 3, so that the pieces join without padding.
const PIECE = 0x6000

export function textByPieces(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    const binary: string = Reflect.apply(
      String.fromCharCode,
      undefined,
      bytes.subarray(at, at + PIECE),
    )
    text += btoa(binary)
  }
  return text
}
