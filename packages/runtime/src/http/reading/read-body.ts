import { withoutMark } from '../../core/body.js'
import {
  anyBody,
  binaryBody,
  formBody,
  jsonBody,
  multipartBody,
  textBody,
} from '../bodies/bodies.js'
import { parseExact } from '../bodies/exact-json.js'
import type { BodyPart, BodyWriter, HttpBody } from '../operation.js'
import { membersValue } from './form-fields.js'
import { readForm } from './read-form.js'
import { type Pair, pairsOf } from './read-styles.js'
import { inMember, memberType, type RecordType, Unreadable } from './text-type.js'

/** A received body and how it is described. */
export interface ReceivedBody {
  readonly bytes: () => Promise<Blob>
  readonly text: () => Promise<string>
  /** The content type as sent. */
  readonly type: string
  readonly body: HttpBody
  /** The members of a form. */
  readonly form: RecordType
  /** Is called with the number of members of a form, and throws if there are too many. */
  readonly count: (members: number) => void
}

export type BodyReader = (received: ReceivedBody) => Promise<unknown>

/** Each writer with its inverse. A client sends `anyBody` as one of the others. */
const readers: ReadonlyMap<BodyWriter, BodyReader> = new Map<BodyWriter, BodyReader>([
  [jsonBody, ({ text }) => text().then(jsonOf)],
  [textBody, ({ text }) => text()],
  [binaryBody, ({ bytes }) => bytes()],
  [formBody, readFormBody],
  [multipartBody, readMultipart],
  [anyBody, readAny],
])

export function readBody(received: ReceivedBody): Promise<unknown> {
  // Items of a stream are bytes, as they were sent.
  const read = readers.get(received.body.write) ?? (({ bytes }) => bytes())
  return read(received)
}

function jsonOf(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    throw new Unreadable('expected JSON')
  }
}

async function readFormBody({ text, body, form, count }: ReceivedBody): Promise<unknown> {
  const pairs = formPairs(withoutMark(await text()))
  count(pairs.length)
  return readForm(pairs, { type: form, parts: body.parts, decode: decodeForm })
}

export function formPairs(text: string): Pair[] {
  return pairsOf(text, '&')
}

/** Forms and queries may have `+` for a space. */
export function decodeForm(text: string): string {
  return decodeText(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

export function decodeText(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Unreadable('expected a text whose escapes are UTF-8')
  }
}

/** Texts in a multipart body are not escaped. */
const asIs = (text: string): string => text

async function readMultipart({ bytes, type, body, form, count }: ReceivedBody): Promise<unknown> {
  const data = await formData(await bytes(), type)
  const sent: [string, string | File][] = []
  for (const [name, value] of data) {
    count(sent.length + 1)
    const own = memberType(form, name)
    // A text with a file name, from a client that has no other way to give its content type.
    sent.push([name, own === 'bytes' || isBytesList(own) ? value : await textIfJson(value)])
  }
  return readParts(sent, { form, parts: body.parts ?? {} })
}

/** The members of a form with parts: the inverse of `multipartBody`. */
export function readParts(
  sent: readonly (readonly [name: string, value: string | File])[],
  {
    form,
    parts,
  }: { readonly form: RecordType; readonly parts: Readonly<Record<string, BodyPart>> },
): unknown {
  const named = new Map<string, (string | File)[]>()
  for (const [name, value] of sent) {
    const values = named.get(name) ?? []
    named.set(name, values)
    values.push(value)
  }
  const texts: Pair[] = []
  const others: [string, unknown][] = []
  for (const [name, values] of named) {
    const isStyled = Object.entries(parts).some(
      ([part, { write }]) =>
        write &&
        (name === part || name.startsWith(`${part}[`) || !Object.hasOwn(form.members, name)),
    )
    if (isStyled && values.every((each) => typeof each === 'string')) {
      texts.push(...values.map((each): Pair => [name, each]))
    } else {
      const own = memberType(form, name)
      others.push([name, inMember(name, () => membersValue(values, own, parts[name]?.type))])
    }
  }
  const styled = texts.length === 0 ? {} : readForm(texts, { type: form, parts, decode: asIs })
  return { ...Object(styled), ...Object.fromEntries(others) }
}

function isBytesList(type: unknown): boolean {
  return Array.isArray(type) && type[0] === 'bytes'
}

async function textIfJson(value: string | File): Promise<string | File> {
  return typeof value !== 'string' && /[/+]json\b/i.test(value.type) ? value.text() : value
}

async function formData(bytes: Blob, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    throw new Unreadable('expected a form with parts')
  }
}

/** Whatever was sent, by its content type. */
function readAny(received: ReceivedBody): Promise<unknown> {
  const { type, text, bytes } = received
  if (/^[\w.+-]+\/(?:[\w.+-]+\+)?json\b/i.test(type)) return text().then(jsonOf)
  return /^text\//i.test(type) ? text() : bytes()
}
