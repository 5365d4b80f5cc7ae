import type { Rule } from '../rules/rule.js'
import { behindNames } from '../shapes/behind-names.js'
import type { Declaration, Shape } from '../shapes/shape.js'
import type { Body, Content, Operation, Output, Stream } from './operation.js'

/** How a content is encoded, which determines the type that callers use. */
export type ContentKind = 'json' | 'form' | 'multipart' | 'text' | 'binary' | 'stream'

/** Media types that do not describe the content; objects are sent as JSON. */
function isAnyType(mediaType: string): boolean {
  return /^(?:\*|application)\/\*/i.test(mediaType)
}

export function isJson(mediaType: string): boolean {
  return /^[\w*.+-]+\/(?:[\w.+-]+\+)?json\b/i.test(mediaType) || isAnyType(mediaType)
}

/** A body of any media type without a schema, or with a string schema, is sent as is. */
export function isSentAsGiven({ mediaType, shape }: Content): boolean {
  return isAnyType(mediaType) && (shape.kind === 'json' || isString(shape))
}

/**
 * Responses with a minimal description: JSON without a schema, or a string, which many documents also use for
 * files. The content type of the response decides.
 */
export function isReadAsSent({ binding }: Pick<Operation, 'binding'>, content: Content): boolean {
  const { shape } = content
  const saysLittle = shape.kind === 'json' || isString(shape)
  return binding.kind === 'http' && saysLittle && contentKind(content) === 'json'
}

function isString(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.type === 'string'
}

/** The shapes of a content: the value itself, or the items of a stream. */
export function shapesIn({ shape, stream }: Content): Shape[] {
  if (!stream || stream.form === 'text-events') return [shape]
  if (stream.form === 'json-events') return [shape, ...stream.events.map((each) => each.data)]
  return [shape, stream.item]
}

/** The media types of streams. */
export function streamKind(
  mediaType: string,
): 'events' | 'lines' | 'sequence' | 'parts' | undefined {
  if (/^multipart\/mixed\b/i.test(mediaType)) return 'parts'
  if (/^text\/event-stream\b/i.test(mediaType)) return 'events'
  if (/^[\w.+-]+\/(?:[\w.+-]+\+)?json-seq\b/i.test(mediaType)) return 'sequence'
  const lines =
    /^[\w.+-]+\/(?:x-)?(?:jsonl|jsonlines|json-lines|ndjson|json-stream|stream\+json)\b/i
  return lines.test(mediaType) ? 'lines' : undefined
}

export function contentKind({ mediaType, shape, stream }: Content): ContentKind {
  if (stream) return 'stream'
  if (shape.kind === 'scalar' && shape.type === 'binary') return 'binary'
  if (isJson(mediaType)) return 'json'
  if (/^multipart\/form-data\b/i.test(mediaType)) return 'multipart'
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType)) return 'form'
  if (/^text\/|[/+](?:xml|yaml|x-yaml|javascript|graphql)\b/i.test(mediaType)) return 'text'
  return 'binary'
}

/** The constraints of a body that is a text; other schemas, such as objects, describe what is written in it. */
export function textBodyRule(
  { shape: described, rule }: Content,
  declarations: ReadonlyMap<string, Declaration>,
): Rule | undefined {
  const shape = behindNames(described, (name) => declarations.get(name))
  const isText =
    isString(shape) ||
    (shape.kind === 'enumeration' && shape.values.every((each) => typeof each === 'string'))
  return isText ? rule : undefined
}

/** The content that a client sends by default: JSON if there is a choice, otherwise the first one. */
export function sentContent({ contents }: Pick<Body, 'contents'>): Content | undefined {
  const sendable = contents.filter((each) => each.stream === undefined)
  return sendable.find((each) => contentKind(each) === 'json') ?? sendable[0] ?? contents[0]
}

/** The items of a body that is sent one by one: JSON Lines, or a JSON sequence. Events are for answers. */
export function sentItems(content: Content | undefined): SentItems | undefined {
  const { stream } = content ?? {}
  return stream?.form === 'lines' || stream?.form === 'sequence'
    ? { form: stream.form, item: stream.item, rule: stream.rule }
    : undefined
}

export interface SentItems {
  readonly form: 'lines' | 'sequence'
  readonly item: Shape
  readonly rule: Rule
}

/** The same of an operation: a stream is only sent where there is nothing else. */
export function itemsSentBy({ input }: Pick<Operation, 'input'>): SentItems | undefined {
  return input.body && sentItems(sentContent(input.body))
}

/** All contents that a client can send, the default first. */
export function sendableContents(body: Pick<Body, 'contents'>): Content[] {
  const usual = sentContent(body)
  if (!usual || usual.stream) return usual ? [usual] : []
  const others = body.contents.filter((each) => each !== usual && !each.stream)
  return [usual, ...others].filter(
    (each, index, all) => all.findIndex((it) => it.mediaType === each.mediaType) === index,
  )
}

/** How a success response of an operation is read. */
export interface Answer {
  /** The contents to accept: the best one of each status, all of one kind. */
  readonly contents: readonly Content[]
  readonly kinds: ReadonlySet<ContentKind>
  /** At least one success response has no body. */
  readonly mayBeEmpty: boolean
}

const PREFERENCE: readonly ContentKind[] = ['json', 'text', 'form', 'multipart', 'binary']

/** The response without streams, which have a method of their own. */
export function answerOf(operation: Pick<Operation, 'outputs' | 'binding'>): Answer {
  const contents = operation.outputs.flatMap((output) => bestOf(output) ?? [])
  return {
    contents,
    kinds: new Set(contents.map(contentKind)),
    mayBeEmpty: operation.outputs.some((output) => output.contents.length === 0),
  }
}

function bestOf({ contents }: Output): Content | undefined {
  for (const kind of PREFERENCE) {
    const found = contents.find((each) => contentKind(each) === kind)
    if (found) return found
  }
  return undefined
}

export interface StreamContent {
  readonly mediaType: string
  readonly stream: Stream
}

/** The stream among the success responses of an operation. */
export function streamContent(operation: Pick<Operation, 'outputs'>): StreamContent | undefined {
  for (const { mediaType, stream } of operation.outputs.flatMap((each) => each.contents)) {
    if (stream) return { mediaType, stream }
  }
  return undefined
}

/**
 * No success response is described, as in operations that only redirect: the result may be anything.
 */
export function isUndescribed({
  outputs,
  binding,
}: Pick<Operation, 'outputs' | 'binding'>): boolean {
  return outputs.length === 0 && binding.kind === 'http'
}

/** Whether an operation only returns a stream. */
export function streamsOnly(operation: Pick<Operation, 'outputs' | 'binding'>): boolean {
  return streamContent(operation) !== undefined && answerOf(operation).contents.length === 0
}

export function isHead({ binding }: Pick<Operation, 'binding'>): boolean {
  return binding.kind === 'http' && binding.method === 'HEAD'
}

/** JSON in error responses. */
export function jsonShapes(contents: readonly Content[]): Shape[] {
  const json = contents.find((each) => contentKind(each) === 'json')
  return json ? [json.shape] : []
}

/** The media types of text in error responses, without parameters. */
export function textTypes(contents: readonly Content[]): string[] {
  const texts = contents.filter((each) => contentKind(each) === 'text')
  const types = texts.map(({ mediaType }) => mediaType.replace(/;.*/s, '').trim().toLowerCase())
  return [...new Set(types)]
}
