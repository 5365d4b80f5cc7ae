import type { Finding } from '../../check/finding.js'
import { type ContentKind, contentKind, isJson } from '../../model/operations/contents.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import { type ReceivedPlace, receivedIn } from '../../view/http/received.js'
import type { RequestTexts } from '../arguments/request-texts.js'
import type { Subject } from '../check-payload.js'
import { parsedJson } from '../parsed-json.js'
import { HIDDEN } from '../record/redact.js'
import { covers, notJson, undeclaredType } from '../response-content.js'
import { readParts } from './multipart.js'
import { pathPattern } from './path-pattern.js'
import type { Recorded } from './recorded-exchange.js'

/** One part of a recorded request: its body, or the arguments of one place. */
export interface RecordedInput {
  /** What reports call it. */
  readonly name: 'request' | 'form' | 'parts' | 'text' | 'query' | 'path' | 'header' | 'cookie'
  /** What is compared; or what is wrong, where nothing can be. */
  readonly part:
    | { readonly subject: Subject; readonly value?: unknown }
    | { readonly findings: readonly Finding[] }
}

const NAMES: Readonly<Record<ReceivedPlace, RecordedInput['name']>> = {
  path: 'path',
  query: 'query',
  headers: 'header',
  cookies: 'cookie',
}

/** The parts of a request that the document describes and the recording has. */
export function inputsOf(operation: Operation, recorded: Recorded): RecordedInput[] {
  const texts = textsOf(operation, recorded)
  const { asked } = recorded
  // What recordings hide says nothing.
  const hasCookies = asked !== undefined && asked.cookie !== HIDDEN
  const places: readonly ReceivedPlace[] = [
    ...(texts ? (['path', 'query'] as const) : []),
    ...(asked ? (['headers'] as const) : []),
    ...(hasCookies ? (['cookies'] as const) : []),
  ]
  return [
    ...bodyOf(operation, recorded),
    ...places
      .filter((place) => receivedIn(operation, place).length > 0)
      .map((place): RecordedInput => {
        const subject: Subject = { kind: 'texts', operation, place, texts: texts ?? NOTHING }
        return { name: NAMES[place], part: { subject } }
      }),
  ]
}

const NOTHING: RequestTexts = { path: { names: [], texts: [] }, search: '', header: () => null }

function textsOf({ binding }: Operation, { url, asked = {} }: Recorded): RequestTexts | undefined {
  const header = (name: string): string | null => asked[name] ?? null
  if (!URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  if (binding.kind !== 'http') return undefined
  const names = [...binding.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const [, ...texts] = pathPattern(binding.path).exec(pathname) ?? []
  return { path: { names, texts }, search: search.slice(1), header }
}

function bodyOf(operation: Operation, recorded: Recorded): RecordedInput[] {
  const { sent, parts, asked = {} } = recorded
  const { contents = [], source = operation.source } = operation.input.body ?? {}
  const type = asked['content-type']
  if (contents.length === 0 || (sent === undefined && !parts)) return []
  // Without a content type, what looks like JSON may be.
  const content = contents.find((each) =>
    type === undefined ? isJson(each.mediaType) : covers(each.mediaType, essence(type)),
  )
  if (type !== undefined && !content) {
    const finding = undeclaredType(source, contents, essence(type))
    return [{ name: 'request', part: { findings: [finding] } }]
  }
  if (!content) return []
  return READERS[contentKind(content)]?.(operation, content, recorded) ?? []
}

type BodyReader = (operation: Operation, content: Content, recorded: Recorded) => RecordedInput[]

const READERS: Partial<Record<ContentKind, BodyReader>> = {
  json: (operation, content, recorded) => {
    const { sent, asked = {} } = recorded
    const json = sent === undefined ? undefined : parsedJson(sent)
    if (json) {
      const subject: Subject = { kind: 'content', operation, content }
      return [{ name: 'request', part: { subject, value: json.value } }]
    }
    const type = asked['content-type'] ?? ''
    if (!sent || type === '' || isCutOff(recorded)) return []
    const findings = [notJson(operation, { mediaType: essence(type), text: sent })]
    return [{ name: 'request', part: { findings } }]
  },
  form: (operation, content, { sent, parts = [] }) => {
    const text = new URLSearchParams(
      parts.map(({ name, text }): [string, string] => [name, text]),
    ).toString()
    const subject: Subject = { kind: 'form', operation, content, sent: sent ?? text }
    return [{ name: 'form', part: { subject } }]
  },
  multipart: (operation, content, { sent, parts = [], asked = {} }) => {
    const read = sent === undefined ? [] : readParts(asked['content-type'] ?? '', sent)
    const given = read.length > 0 ? read : parts
    if (given.length === 0) return []
    const pairs = given.map(({ name, text }) => [name, text] as const)
    const subject: Subject = { kind: 'form', operation, content, sent: pairs }
    return [{ name: 'parts', part: { subject } }]
  },
  text: (operation, content, recorded) => {
    const { sent } = recorded
    if (!sent || isCutOff(recorded)) return []
    return [
      { name: 'text', part: { subject: { kind: 'content', operation, content }, value: sent } },
    ]
  },
}

/** Recorders leave out the end of long bodies. */
function isCutOff({ sent = '', asked = {} }: Recorded): boolean {
  const length = asked['content-length']
  return length !== undefined && Number(length) !== Buffer.byteLength(sent)
}

/** A media type without its parameters. */
function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim()
}
