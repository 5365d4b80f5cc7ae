const MOST = 1 << 18

const encoder = new TextEncoder()

/**
 * Yields a text as UTF-8, piece by piece in the same buffer, to write it to a file: a piece has to be used
 * before the next one is read. If megabytes of text were converted at once, their bytes would stay in memory
 * until the next garbage collection.
 */
export function* utf8Pieces(text: string): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(MOST, text.length * 3))
  for (let rest = text; rest !== ''; ) {
    const { read, written } = encoder.encodeInto(rest, buffer)
    yield buffer.subarray(0, written)
    rest = rest.slice(read)
  }
}
