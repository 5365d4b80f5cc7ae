import { parsed, type Saying } from '../exchange.js'
import { blobOf, textOf } from './body-text.js'
import { parseExact } from './exact-json.js'

/** Reads the body of a success, for operations whose answers are not always JSON. */
export type Reader<Output> = (response: Response, saying: Saying) => Promise<Output>

export const readText: Reader<string> = textOf

export const readBlob: Reader<Blob> = blobOf

/** For HEAD: everything that it says stands in the headers. */
export const readHeaders: Reader<Headers> = async ({ headers }) => headers

/** JSON, or `undefined` where the answer has no body (204 beside 200). */
export async function readJsonOrNothing<Output>(
  response: Response,
  saying: Saying,
): Promise<Output> {
  const text = await textOf(response, saying)
  // The document lists an answer without body, so `undefined` is one of its outputs.
  return text === '' ? (undefined as Output) : parsed(response, text, saying)
}

/** JSON, text or bytes: whatever the answer says it is. Nothing is `undefined`. */
export async function readAsSent<Output>(response: Response, saying: Saying): Promise<Output>
export async function readAsSent(response: Response, saying: Saying): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (/^[\w.+-]+\/(?:[\w.+-]+\+)?json\b/i.test(type)) return readJsonOrNothing(response, saying)
  if (/^text\/|[/+](?:xml|yaml|javascript|x-www-form-urlencoded)\b/i.test(type)) {
    return textOf(response, saying)
  }
  const blob = await blobOf(response, saying)
  return type === '' ? readUntyped(blob) : blob
}

/** Some servers say nothing of their JSON. */
async function readUntyped(blob: Blob): Promise<unknown> {
  if (blob.size === 0) return undefined
  try {
    return parseExact(await blob.text())
  } catch {
    return blob
  }
}

/** The answer itself, its body not read yet. */
export const readNothing: Reader<Response> = async (response) => response
