import { parsed, type Saying } from '../exchange.js'
import { blobOf, textOf } from './body-text.js'
import { parseExact } from './exact-json.js'

/** Reads the body of a successful response, for operations whose responses are not always JSON. */
export type Reader<Output> = (response: Response, saying: Saying) => Promise<Output>

export const readText: Reader<string> = textOf

export const readBlob: Reader<Blob> = blobOf

/** For HEAD, whose responses consist of headers only. */
export const readHeaders: Reader<Headers> = async ({ headers }) => headers

/** JSON, or `undefined` if the response has no body (204 beside 200). */
export async function readJsonOrNothing<Output>(
  response: Response,
  saying: Saying,
): Promise<Output> {
  const text = await textOf(response, saying)
  // The document describes a response without body, so `undefined` is part of `Output`.
  return text === '' ? (undefined as Output) : parsed(response, text, saying)
}

/** JSON, text or bytes, by the content type of the response. An empty body is `undefined`. */
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
