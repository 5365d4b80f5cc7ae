import type { BodyPart, BodyWriter, HttpBody, RequestBody } from '../operation.js'
import { parameterText } from '../places/place-simple.js'
import { escapeAll, type Style } from '../places/styles.js'
import { stringifyExact } from './exact-json.js'

/** The types that a binary body accepts. */
export type BinaryInput = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>

/** The body in one of several content types: the first, unless the caller chooses another. */
export const chosenBody: BodyWriter = (value, { choices = [] }, type) => {
  const chosen = type === undefined ? choices[0] : choices.find((each) => each.type === type)
  if (chosen) return chosen.write(value, chosen)
  throw new TypeError(`contentType is one of ${choices.map((each) => each.type).join(', ')}`)
}

/** JSON with a content type other than `application/json`, or beside parameters. */
export const jsonBody: BodyWriter = (value, { type }) => typed(stringifyExact(value) ?? '', type)

export const textBody: BodyWriter = (value, { type }) =>
  typed(parameterText('body', value), concrete(type) ?? 'text/plain;charset=UTF-8')

/** Bytes as they are. A stream can be sent only once, so such a call is never retried. */
export const binaryBody: BodyWriter = (value, { type }) => {
  if (typeof value === 'string') return textBody(value, { type, write: textBody })
  if (value instanceof ReadableStream) {
    return typed(value, concrete(type) ?? 'application/octet-stream')
  }
  const blob = blobOf(value)
  if (!blob) throw new TypeError('body has to be a Blob, bytes or a stream')
  const wanted = concrete(type)
  // The same type with parameters, such as the boundary of a multipart body.
  const isSame = wanted !== undefined && blob.type.startsWith(`${wanted.toLowerCase()};`)
  return typed(blob, isSame ? blob.type : (wanted ?? (blob.type || 'application/octet-stream')))
}

/** For any media type: text, bytes and forms are sent as they are, everything else as JSON. */
export const anyBody: BodyWriter = (value, body) => {
  if (value instanceof URLSearchParams) {
    return typed(`${value}`, 'application/x-www-form-urlencoded;charset=UTF-8')
  }
  if (value instanceof FormData) {
    const members = [...new Set(value.keys())].map((name) => [name, value.getAll(name)] as const)
    return multipartBody(Object.fromEntries(members), { ...body, parts: {} })
  }
  const isGiven = typeof value === 'string' || value instanceof ReadableStream || blobOf(value)
  return isGiven ? binaryBody(value, body) : jsonBody(value, { ...body, type: 'application/json' })
}

export const formBody: BodyWriter = (value, body) =>
  typed(formPairs(value, body.parts).join('&'), body.type)

/** OpenAPI 3.2's `in: querystring` with the content of a form. */
export const formQuery: Style = (value) => formPairs(value, undefined)

/** Arrays repeat the name and objects are JSON, unless `encoding` says otherwise. */
function formPairs(value: unknown, parts: HttpBody['parts'] = {}): string[] {
  return Object.entries(Object(value)).flatMap(([name, each]) => {
    if (each === undefined || each === null) return []
    const { type, write, explode = false, encode = escapeAll } = parts[name] ?? {}
    if (write) return write(each, { name, explode, encode })
    return [each].flat().map((one) => `${escapeAll(name)}=${escapeAll(asText(name, one, type))}`)
  })
}

/** Objects, and values whose content type is JSON, become JSON. */
function asText(name: string, value: unknown, type = ''): string {
  return isRecord(value) || (isJson(type) && typeof value !== 'bigint')
    ? (stringifyExact(value) ?? '')
    : parameterText(name, value)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

function isJson(type: string): boolean {
  return /[/+]json\b/i.test(type)
}

/**
 * Written by hand instead of with FormData, which gives a JSON part a file name, so that servers take
 * it for a file, and which would send a retried call with another boundary.
 */
export const multipartBody: BodyWriter = (value, { parts = {} }) => {
  const boundary = `tagwire-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const pieces: (string | Blob)[] = []
  for (const [name, each] of Object.entries(Object(value))) {
    const part = parts[name] ?? {}
    for (const [key, one] of membersOf(name, each, part)) {
      const type = part.write && !blobOf(one) ? undefined : part.type
      pieces.push(`--${boundary}\r\n`, ...partOf(key, one, type), '\r\n')
    }
  }
  pieces.push(`--${boundary}--\r\n`)
  return typed(new Blob(pieces), `multipart/form-data; boundary=${boundary}`)
}

/** Arrays repeat the name; with a style too, if it would have to join files. */
function membersOf(
  name: string,
  value: unknown,
  { write, explode = false }: BodyPart,
): (readonly [name: string, value: unknown])[] {
  const all = [value].flat().filter((one) => one !== undefined && one !== null)
  if (!write || all.some(blobOf)) return all.map((one) => [name, one])
  // A multipart body escapes nothing; escaping and decoding again only separates name and value safely.
  return write(value, { name, explode, encode: escapeAll }).map((pair) => {
    const [key = '', text = ''] = pair.split('=')
    return [decodeURIComponent(key), decodeURIComponent(text)]
  })
}

function partOf(name: string, value: unknown, wanted: string | undefined): (string | Blob)[] {
  // A form is one Blob, whose length is known. As an object, a stream would be sent as `{}`.
  if (value instanceof ReadableStream) {
    throw new TypeError(`${name} cannot be a stream in a form: pass a Blob or bytes`)
  }
  const blob = blobOf(value)
  const file = value instanceof File ? value.name : 'blob'
  const type = blob
    ? blob.type || concrete(wanted) || 'application/octet-stream'
    : isRecord(value)
      ? (concrete(wanted, isJson) ?? concrete(wanted) ?? 'application/json')
      : concrete(wanted)
  const head = `content-disposition: form-data; name="${quoted(name)}"`
  const fileName = blob ? `; filename="${quoted(file)}"` : ''
  const typeLine = type === undefined ? '' : `content-type: ${type.replace(/[\r\n]/g, '')}\r\n`
  return [`${head}${fileName}\r\n${typeLine}\r\n`, blob ?? asText(name, value, type)]
}

/** Escapes the name of a field or file as the HTML standard does. */
function quoted(name: string): string {
  return name.replace(/[\r\n"]/g, escapeAll)
}

/** The first media type of a list that is not a range and that `fits`. */
function concrete(
  type: string | undefined,
  fits: (type: string) => boolean = () => true,
): string | undefined {
  return type
    ?.split(',')
    .map((each) => each.trim())
    .find((each) => each !== '' && !each.includes('*') && fits(each))
}

function blobOf(value: unknown): Blob | undefined {
  if (value instanceof Blob) return value
  if (ArrayBuffer.isView(value)) {
    return new Blob([new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()])
  }
  return value instanceof ArrayBuffer ? new Blob([value]) : undefined
}

function typed(body: RequestBody, type: string): ReturnType<BodyWriter> {
  return { body, headers: { 'content-type': type } }
}
