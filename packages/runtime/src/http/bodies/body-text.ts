import { bodyPieces, bodyText } from '../../core/body.js'
import { TransportError } from '../../core/errors.js'
import type { ReadContext } from '../exchange.js'

/** The text of a response. */
export function responseText(response: Response, context: ReadContext): Promise<string> {
  return bodyText(response, context.maxBodyBytes, refusalOf(response, context))
}

/** The bytes of a response. */
export async function blobOf(response: Response, context: ReadContext): Promise<Blob> {
  const refuse = refusalOf(response, context)
  const { pieces } = await bodyPieces(response, context.maxBodyBytes, refuse)
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}

/** Creates the error for a body that is too large. */
function refusalOf(response: Response, { fail, maxBodyBytes }: ReadContext): () => Error {
  return () => {
    const what = `${response.status} with a body larger than maxBodyBytes, ${maxBodyBytes}`
    return fail(TransportError, what, { fault: 'size' }, response)
  }
}
