import { stringifyExact } from './exact-json.js'
import type { BodyWriter, HttpBody } from './operation.js'
import { textOf } from './place.js'
import { escapeAll, form, type Style } from './styles.js'

/** What a body of bytes can be given as. */
export type BinaryInput = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>

/** JSON under another name than `application/json`, or beside parameters of all kinds. */
export const jsonBody: BodyWriter = (value, { type }) => typed(stringifyExact(value) ?? '', type)

export const textBody: BodyWriter = (value, { type }) => typed(textOf('body', value), type)

/** Bytes as they are. A stream is sent once: such a call is never repeated. */
export const binaryBody: BodyWriter = (value, { type }) => {
  if (typeof value === 'string') return typed(value, type)
  if (value instanceof ReadableStream) return typed(value, type)
  const blob = blobOf(value)
  if (!blob) throw new TypeError('body has to be a Blob, bytes or a stream')
  return typed(blob, concrete(type) ?? (blob.type || 'application/octet-stream'))
}

export const formBody: BodyWriter = (value, body) =>
  typed(formPairs(value, body.parts).join('&'), body.type)

/** OpenAPI 3.2's `in: querystring` with the content of a form. */
export const formQuery: Style = (value) => formPairs(value, undefined)

/** Lists repeat the name and records are JSON, unless `encoding` says otherwise. */
function formPairs(value: unknown, parts: HttpBody['parts'] = {}): string[] {
  return Object.entries(Object(value)).flatMap(([name, each]) => {
    if (each === undefined || each === null) return []
    const { write, explode = write === undefined || write === form } = parts[name] ?? {}
    if (write) return write(each, { name, explode, encode: escapeAll })
    return [each].flat().map((one) => `${escapeAll(name)}=${escapeAll(textOrJson(name, one))}`)
  })
}

function textOrJson(name: string, value: unknown): string {
  const isRecord = typeof value === 'object' && value !== null && !(value instanceof Date)
  return isRecord ? JSON.stringify(value) : textOf(name, value)
}

/**
 * Written by hand instead of as FormData: that gives a JSON part a file name, which servers then
 * take for a file, and a failed call could not be sent again with the same boundary.
 */
export const multipartBody: BodyWriter = (value, { parts = {} }) => {
  const boundary = `tagwire-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const pieces: BlobPart[] = []
  for (const [name, each] of Object.entries(Object(value))) {
    for (const one of [each].flat()) {
      if (one === undefined || one === null) continue
      pieces.push(`--${boundary}\r\n`, ...partOf(name, one, parts[name]?.type), '\r\n')
    }
  }
  pieces.push(`--${boundary}--\r\n`)
  return typed(new Blob(pieces), `multipart/form-data; boundary=${boundary}`)
}

function partOf(name: string, value: unknown, wanted: string | undefined): BlobPart[] {
  const blob = blobOf(value)
  const file = value instanceof File ? value.name : 'blob'
  const type = blob
    ? blob.type || concrete(wanted) || 'application/octet-stream'
    : (concrete(wanted) ?? (typeof value === 'object' ? 'application/json' : undefined))
  const head = `content-disposition: form-data; name="${quoted(name)}"`
  const fileName = blob ? `; filename="${quoted(file)}"` : ''
  const typeLine = type === undefined ? '' : `content-type: ${type.replace(/[\r\n]/g, '')}\r\n`
  return [`${head}${fileName}\r\n${typeLine}\r\n`, blob ?? textOrJson(name, value)]
}

/** As the HTML standard escapes names of fields and files. */
function quoted(name: string): string {
  return name.replace(/[\r\n"]/g, escapeAll)
}

/** The first type of a list that is no range. */
function concrete(type: string | undefined): string | undefined {
  return type
    ?.split(',')
    .map((each) => each.trim())
    .find((each) => each !== '' && !each.includes('*'))
}

function blobOf(value: unknown): Blob | undefined {
  if (value instanceof Blob) return value
  if (value instanceof Uint8Array) return new Blob([new Uint8Array(value)])
  return value instanceof ArrayBuffer ? new Blob([value]) : undefined
}

function typed(body: BodyInit, type: string): ReturnType<BodyWriter> {
  return { body, headers: { 'content-type': type } }
}
