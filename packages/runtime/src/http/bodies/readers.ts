import { parsed, type ReadContext } from '../exchange.js'
import { blobOf, responseText } from './body-text.js'
import { parseExact } from './exact-json.js'

/** Reads the body of a successful response, for operations whose responses are not always JSON. */
export type Reader<Output> = (response: Response, context: ReadContext) => Promise<Output>

export const readText: Reader<string> = responseText

export const readBlob: Reader<Blob> = blobOf

/** For HEAD, whose responses consist of headers only. */
export const readHeaders: Reader<Headers> = async ({ headers }) => headers

/** JSON, or `undefined` if the response has no body (204 beside 200). */
export async function readJsonOrNothing<Output>(
  response: Response,
  context: ReadContext,
): Promise<Output> {
  const text = await responseText(response, context)
  // The document describes a response without body, so `undefined` is part of `Output`.
  return text === '' ? (undefined as Output) : parsed(response, text, context)
}

/** JSON, text or bytes, by the content type of the response. An empty body is `undefined`. */
export async function readAsSent<Output>(response: Response, context: ReadContext): Promise<Output>
export async function readAsSent(response: Response, context: ReadContext): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (/^[\w.+-]+\/(?:[\w.+-]+\+)?json\b/i.test(type)) return readJsonOrNothing(response, context)
  if (/^text\/|[/+](?:xml|yaml|javascript|x-www-form-urlencoded)\b/i.test(type)) {
    return responseText(response, context)
  }
  const blob = await blobOf(response, context)
  return type === '' ? readUntyped(blob) : blob
}

/** Some servers send JSON without a content type. */
async function readUntyped(blob: Blob): Promise<unknown> {
  if (blob.size === 0) return undefined
  try {
    return parseExact(await blob.text())
  } catch {
    return blob
  }
}

/** The response itself, with its body unread. */
export const readNothing: Reader<Response> = async (response) => response
