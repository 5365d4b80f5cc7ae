import { TransportError } from '../../core/errors.js'
import type { ReadContext } from '../exchange.js'

/** The text of a response. */
export async function textOf(response: Response, context: ReadContext): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  await readPieces(response, context, (bytes) => {
    text += decoder.decode(bytes, { stream: true })
  })
  return text + decoder.decode()
}

/** The bytes of a response. */
export async function blobOf(response: Response, context: ReadContext): Promise<Blob> {
  const pieces: Piece[] = []
  await readPieces(response, context, (bytes) => void pieces.push(bytes))
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}

type Piece = Uint8Array<ArrayBuffer>

/** Counts bytes after decompression: a small response can decompress to fill the memory. */
async function readPieces(
  response: Response,
  { fail, mostBytes }: ReadContext,
  take: (bytes: Piece) => void,
): Promise<void> {
  const reader = response.body?.getReader()
  for (let left = mostBytes; reader; ) {
    const { done, value } = await reader.read()
    if (done) return
    left -= value.length
    if (left < 0) {
      reader.cancel().catch(() => {})
      const what = `${response.status} with a body larger than maxBodyBytes, ${mostBytes}`
      throw fail(TransportError, what, { fault: 'size' }, response)
    }
    take(value)
  }
}
