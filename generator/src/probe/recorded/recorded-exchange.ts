import { isUtf8 } from 'node:buffer'
import { isDictionary } from '../../model/json.js'
import type { SentPart } from './multipart.js'

/** One recorded request and its response. */
export interface Recorded {
  /** Where it was recorded, for reports. */
  readonly name: string
  readonly method: string
  readonly url: string
  /** The headers of the request, if they were recorded, by their names in lower case. */
  readonly asked?: Readonly<Record<string, string>>
  /** The body of the request, if it was recorded. */
  readonly sent?: string
  /** The fields of a form, if the recording has them apart. */
  readonly parts?: readonly SentPart[]
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly mediaType: string
  readonly text: string
  /** The response had no body; otherwise, an empty text may be one that was not recorded. */
  readonly empty?: true
  /** Its bytes are not UTF-8. */
  readonly invalidText?: true
}

/** The content of a file of recorded traffic; WebSocket messages are plain JSON-RPC. */
export interface Traffic {
  readonly exchanges: readonly Recorded[]
  readonly messages: readonly SocketMessage[]
}

export interface SocketMessage {
  readonly name: string
  readonly url: string
  readonly from: 'client' | 'server'
  readonly text: string
}

/** Reads an HTTP Archive (HAR 1.2) of a browser, Playwright or the proxy of `probe --record`. */
export function readHar(file: string, value: unknown): Traffic | undefined {
  const log = isDictionary(value) && isDictionary(value.log) ? value.log : undefined
  if (!log || !Array.isArray(log.entries)) return undefined
  const entries: readonly unknown[] = log.entries
  const exchanges: Recorded[] = []
  const messages: SocketMessage[] = []
  entries.forEach((entry, index) => {
    if (!isDictionary(entry)) return
    const name = `${file} [${index + 1}]`
    const exchange = exchangeOf(name, entry)
    if (exchange && exchange.status !== 101) exchanges.push(exchange)
    const frames: readonly unknown[] = Array.isArray(entry._webSocketMessages)
      ? entry._webSocketMessages
      : []
    frames.forEach((frame, at) => {
      if (!isDictionary(frame) || typeof frame.data !== 'string') return
      const from = frame.type === 'send' ? 'client' : 'server'
      messages.push({
        name: `${name} message ${at + 1}`,
        url: urlOf(entry),
        from,
        text: frame.data,
      })
    })
  })
  return { exchanges, messages }
}

function urlOf({ request }: Readonly<Record<string, unknown>>): string {
  return isDictionary(request) && typeof request.url === 'string' ? request.url : ''
}

function exchangeOf(
  name: string,
  { request, response }: Readonly<Record<string, unknown>>,
): Recorded | undefined {
  if (!isDictionary(request) || !isDictionary(response)) return undefined
  const { method, url, postData } = request
  const { status, content, headers } = response
  if (typeof method !== 'string' || typeof url !== 'string' || typeof status !== 'number') {
    return undefined
  }
  // Browsers write 0 if no response arrived.
  if (status === 0) return undefined
  const sent =
    isDictionary(postData) && typeof postData.text === 'string' ? postData.text : undefined
  const { mimeType, text, size } = isDictionary(content) ? content : {}
  const given = headersOf(headers)
  return {
    name,
    method,
    url,
    ...(Array.isArray(request.headers) ? { asked: headersOf(request.headers) } : {}),
    ...(sent === undefined ? {} : { sent }),
    ...partsOf(postData),
    status,
    headers: given,
    ...emptiness(given, text, size),
    mediaType: typeof mimeType === 'string' ? (mimeType.split(';')[0] ?? '').trim() : '',
    ...bodyOf(isDictionary(content) ? content.encoding : undefined, text),
  }
}

/** Browsers list the fields of forms, also where they leave out the text. */
function partsOf(postData: unknown): Pick<Recorded, 'parts'> {
  if (!isDictionary(postData) || !Array.isArray(postData.params)) return {}
  const given: readonly unknown[] = postData.params
  const parts = given.flatMap((each): SentPart[] => {
    if (!isDictionary(each) || typeof each.name !== 'string') return []
    const { name, value, contentType: type } = each
    const text = typeof value === 'string' ? value : ''
    return [{ name, text, ...(typeof type === 'string' ? { type } : {}) }]
  })
  return parts.length > 0 ? { parts } : {}
}

/** Recorders leave out bodies that are too long or no longer there, but tell how long they were. */
function emptiness(
  headers: Readonly<Record<string, string>>,
  text: unknown,
  size: unknown,
): Pick<Recorded, 'empty'> {
  const length = headers['content-length']
  const isEmpty = length === undefined ? text === '' && size === 0 : /^0+$/.test(length.trim())
  return isEmpty && (text === '' || text === undefined) ? { empty: true } : {}
}

function bodyOf(encoding: unknown, text: unknown): Pick<Recorded, 'text' | 'invalidText'> {
  if (typeof text !== 'string') return { text: '' }
  if (encoding !== 'base64') return { text }
  const bytes = Buffer.from(text, 'base64')
  return { text: bytes.toString('utf8'), ...(isUtf8(bytes) ? {} : { invalidText: true }) }
}

function headersOf(list: unknown): Record<string, string> {
  const given: readonly unknown[] = Array.isArray(list) ? list : []
  const pairs = given.flatMap((each): [string, string][] =>
    isDictionary(each) && typeof each.name === 'string' && typeof each.value === 'string'
      ? [[each.name.toLowerCase(), each.value]]
      : [],
  )
  return Object.fromEntries(pairs)
}

/**
 * Reads the output of `curl -v`, with stderr and stdout in one file: `> ` begins a line of the request, `< `
 * one of the response, and the response body follows its headers. curl's own lines begin with `* `, or with
 * braces around byte counts.
 */
export function readCurl(file: string, bytes: Buffer): Traffic {
  const text = bytes.toString('utf8')
  const isValid = isUtf8(bytes)
  const exchanges: Recorded[] = []
  let request: string[] = []
  let headLines: string[] = []
  let body: string[] = []
  let host = ''
  const finish = (): void => {
    const [, method = '', path = ''] = /^(\S+) (\S+) HTTP/.exec(request[0] ?? '') ?? []
    const status = Number(/^HTTP\/[\d.]+ (\d{3})/.exec(headLines[0] ?? '')?.[1] ?? 0)
    const headers = Object.fromEntries(headLines.slice(1).map(headerIn))
    const bodyText = body.join('\n').trim()
    if (method !== '' && status > 0) {
      exchanges.push({
        name: `${file} [${exchanges.length + 1}]`,
        method,
        url: `http://${host || 'server'}${path}`,
        asked: Object.fromEntries(request.slice(1).map(headerIn)),
        status,
        headers,
        mediaType: (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '',
        text: bodyText,
        ...emptiness(headers, bodyText, undefined),
        ...(isValid || !bodyText.includes('\uFFFD') ? {} : { invalidText: true }),
      })
    }
    request = []
    headLines = []
    body = []
  }
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('> ')) {
      if (headLines.length > 0) finish()
      const content = line.slice(2)
      if (/^host:/i.test(content)) host = content.slice(5).trim()
      if (content !== '') request.push(content)
    } else if (line.startsWith('< ')) {
      // Responses before the last one, such as `100 Continue`, have no body.
      if (line.startsWith('< HTTP/')) headLines = []
      if (line.length > 2) headLines.push(line.slice(2))
    } else if (!/^(?:\* |[{}] \[\d+ bytes|[<>]$)/.test(line) && headLines.length > 0)
      body.push(line)
  }
  finish()
  return { exchanges, messages: [] }
}

function headerIn(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
}
