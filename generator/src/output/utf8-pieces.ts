const MOST = 1 << 18

const encoder = new TextEncoder()

/**
 * A text as UTF-8, piece by piece in the same buffer, to write it to a file: whoever takes a piece is done with it
 * before taking the next. The bytes of megabytes of text at once would be kept until memory is next collected.
 */
export function* utf8Pieces(text: string): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(MOST, text.length * 3))
  for (let rest = text; rest !== ''; ) {
    const { read, written } = encoder.encodeInto(rest, buffer)
    yield buffer.subarray(0, written)
    rest = rest.slice(read)
  }
}
