import { ValidationError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import { stringifyExact } from '../http/bodies/exact-json.js'
import type { RequestBody } from '../http/operation.js'
import type { ContentFacts, OperationFacts } from './facts.js'
import { essence, includes, isJsonType, preferred } from './media-types.js'
import { HeaderList, type Reply } from './reply.js'
import { streamType, writeStream } from './result-streams.js'

export interface ResultContext {
  readonly name: string
  readonly isChecked: boolean
  /** What the caller accepts. */
  readonly accept: string | null
  /** Is called when the caller hangs up while a stream is written. */
  readonly onEnd: () => void
  readonly onError: (error: unknown) => void
}

/** The response for what a handler returned. Throws if that is not described. */
export type ResultWriter = (result: unknown, context: ResultContext) => Reply

export function resultWriter({ results }: OperationFacts): ResultWriter {
  const byStatus = new Map(
    Object.entries(results).map(([status, contents]) => [status, Object.entries(contents)]),
  )
  return (result, context) => writeResult(byStatus, result, context)
}

type Contents = readonly (readonly [type: string, content: ContentFacts])[]

function writeResult(
  results: ReadonlyMap<string, Contents>,
  result: unknown,
  context: ResultContext,
): Reply {
  const { name, isChecked } = context
  const status = memberAt(result, 'status')
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(`${name} returned no { status, body?, headers? }`)
  }
  const headers = headersOf(memberAt(result, 'headers'))
  const body = memberAt(result, 'body')
  const described = contentsOf(results, status)
  if (isChecked && !described) {
    throw new TypeError(
      `${name} returned the status ${status}, which the document does not describe`,
    )
  }
  const [type, content] = contentOf(described, headers.get('content-type'), context)
  if (body === undefined) {
    if (isChecked && content) throw new TypeError(`${name} returned ${status} without a body`)
    return { status, headers, body: null }
  }
  if (isChecked && described && !content) {
    throw new TypeError(
      `${name} returned ${status} with a body, which the document does not describe`,
    )
  }
  if (withoutBody.has(status))
    throw new TypeError(`a response with the status ${status} has no body`)
  if (content?.stream) {
    setType(headers, type && streamType(type, content))
    return { status, headers, body: writeStream(body, content, context) }
  }
  if (isChecked) checkBody(content, body, name)
  return { status, headers, body: payloadOf(body, type, headers) }
}

/** Statuses whose responses cannot have a body. */
const withoutBody = new Set([204, 205, 304])

function contentsOf(results: ReadonlyMap<string, Contents>, status: number): Contents | undefined {
  return (
    results.get(`${status}`) ??
    results.get(`${Math.floor(status / 100)}XX`) ??
    results.get('default')
  )
}

/**
 * The content with the type that the handler chose. Otherwise the first, or what the caller prefers of those that are written
 * in the same way: JSON of one schema.
 */
function contentOf(
  contents: Contents = [],
  chosen: string | null,
  { name, isChecked, accept }: ResultContext,
): readonly [type: string | undefined, content: ContentFacts | undefined] {
  if (chosen === null) {
    const [first, ...others] = contents
    if (!first) return [undefined, undefined]
    const alike = others.length > 0 ? contents.filter((each) => isAlike(first, each)) : []
    const wanted = preferred(
      accept,
      alike.map(([type]) => type),
    )
    return alike.find(([type]) => type === wanted) ?? first
  }
  const found = contents.find(([type]) => includes(type, chosen))
  if (isChecked && contents.length > 0 && !found) {
    throw new TypeError(`${name} returned ${essence(chosen)}, which the document does not describe`)
  }
  return [chosen, found?.[1]]
}

type Content = Contents[number]

function isAlike([type, content]: Content, [otherType, other]: Content): boolean {
  const isJson = isJsonType(type) && isJsonType(otherType)
  const isStream = content.stream !== undefined || other.stream !== undefined
  return type === otherType || (isJson && !isStream && content.check === other.check)
}

function checkBody(content: ContentFacts | undefined, body: unknown, name: string): void {
  const check = content?.check?.strict
  if (!check || check.is(body)) return
  const problems = check.check(body)
  const [first] = problems
  const where = first && first.path !== '' ? `${first.path}: ` : ''
  throw new ValidationError(`${name} returned an invalid body: ${where}${first?.message ?? ''}`, {
    operation: name,
    problems,
    value: body,
  })
}

function payloadOf(body: unknown, type: string | undefined, headers: HeaderList): RequestBody {
  if (type !== undefined && isJsonType(type) && !(body instanceof Blob)) {
    setType(headers, type)
    return stringifyExact(body) ?? 'null'
  }
  if (isPayload(body)) {
    const own = body instanceof Blob && body.type !== '' ? body.type : undefined
    const isForm = body instanceof FormData || body instanceof URLSearchParams
    if (!isForm) setType(headers, own ?? type ?? (typeof body === 'string' ? plain : octets))
    if (typeof body === 'string') setType(headers, plain)
    return body
  }
  setType(headers, type ?? 'application/json')
  return stringifyExact(body) ?? 'null'
}

const octets = 'application/octet-stream'
const plain = 'text/plain'

/** A media type of the document, unless it is a range; text is in UTF-8. */
function setType(headers: HeaderList, type: string | undefined): void {
  if (type === undefined || type.includes('*') || headers.get('content-type') !== null) return
  const isText = /^text\//i.test(type) && !/charset/i.test(type)
  headers.set('content-type', isText ? `${type};charset=UTF-8` : type)
}

function isPayload(body: unknown): body is RequestBody {
  return (
    typeof body === 'string' ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream ||
    body instanceof FormData ||
    body instanceof URLSearchParams
  )
}

function headersOf(given: unknown): HeaderList {
  const headers = new HeaderList()
  if (typeof given !== 'object' || given === null) return headers
  const pairs: Iterable<readonly [string, unknown]> =
    given instanceof Headers ? given : Object.entries(given)
  for (const [name, value] of pairs) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, String(each))
  }
  return headers
}
