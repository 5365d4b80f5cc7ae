const room = new Uint8Array(300_000)

/**
 * The text of a response, decoded at once: decoding piece by piece takes twice the time in Node. The pieces are joined
 * where those of the body before were, because new memory for every body makes the engine collect garbage more often.
 */
export async function bodyText(
  response: Pick<Response, 'body' | 'text'>,
  mostBytes: number,
  tooLarge: () => Error,
): Promise<string> {
  if (response.body) return textOfBytes(await bodyPieces(response, mostBytes, tooLarge))
  // Not every `fetch` has streams: that of React Native has none.
  const text = await response.text()
  if (text.length > mostBytes) throw tooLarge()
  return text
}

export function textOfBytes({ pieces, size }: BodyPieces): string {
  const [only] = pieces
  if (only && pieces.length === 1) return new TextDecoder().decode(only)
  const bytes = size > room.length ? new Uint8Array(size) : room
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return new TextDecoder().decode(bytes.subarray(0, at))
}

/** A response or a request. */
type WithBody = Pick<Response, 'body'>

/** Bytes that share no memory with other threads, in words that TypeScript before 5.7 knows too. */
export type OwnBytes = ReturnType<Uint8Array['slice']>

export interface BodyPieces {
  readonly pieces: OwnBytes[]
  readonly size: number
}

/** Counts bytes after decompression: a small response can decompress to fill the memory. */
export async function bodyPieces(
  response: WithBody,
  mostBytes: number,
  tooLarge: () => Error,
): Promise<BodyPieces> {
  const reader = response.body?.getReader()
  const pieces: BodyPieces['pieces'] = []
  let size = 0
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > mostBytes) {
      reader.cancel().catch(() => {})
      throw tooLarge()
    }
    pieces.push(value)
  }
  return { pieces, size }
}

/** JSON for a program that walks through it: what is nested deeper than any real answer would exhaust the stack. */
export function parseJson<Value>(text: string): Value {
  const value: Value = JSON.parse(withoutMark(text))
  // Each level takes two characters.
  const isObject = typeof value === 'object'
  if (isObject && text.length > 2 * deepest && isDeeper(value, deepest)) {
    throw new RangeError(`nested deeper than ${deepest} levels`)
  }
  return value
}

const deepest = 500

/** Takes a twentieth of the time of parsing: most members are texts, which are skipped before the call. */
export function isDeeper(value: object | null, levels: number): boolean {
  if (value === null || levels === 0) return value !== null
  // `Object.values` takes twice the time.
  if (Array.isArray(value)) {
    for (const each of value)
      if (typeof each === 'object' && isDeeper(each, levels - 1)) return true
  } else {
    for (const name in value) {
      const each: unknown = value[name as keyof typeof value]
      if (typeof each === 'object' && isDeeper(each, levels - 1)) return true
    }
  }
  return false
}

/** Some runtimes leave a byte order mark in the text of a body: Workers, with compatibility dates before 2026. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}
