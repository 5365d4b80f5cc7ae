import type { Finding } from '../check/finding.js'
import type { Model } from '../model/model.js'
import { isJson } from '../model/operations/contents.js'
import type { Content, Failure, Operation, Output } from '../model/operations/operation.js'
import type { Source } from '../model/shapes/shape.js'
import { outputsFor } from './check-payload.js'
import { isOutage, isSignIn, type Lesson } from './lessons.js'

/** The parts of a response, recorded or live, that a document describes. */
export interface SeenResponse {
  readonly status: number
  /** Without parameters; empty if it is unknown. */
  readonly mediaType: string
  readonly text: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Its bytes are not UTF-8. */
  readonly invalidText?: true
}

/** What a response is, before its body is compared. */
export interface SeenContent {
  readonly outputs: readonly (Output | Failure)[]
  /** The document describes JSON for this response. */
  readonly json: boolean
  readonly findings: readonly Finding[]
  /** What the document should not learn from it, if anything. */
  readonly lesson?: Lesson
}

/** Compares the content type and the encoding of a response with the document. */
export function contentOf(
  operation: Operation,
  response: SeenResponse,
  ofDocument: readonly Content[],
): SeenContent {
  const { status, mediaType, text, headers, invalidText } = response
  const outputs = outputsFor(operation, status)
  const contents = outputs.flatMap((each) => each.contents)
  const isKnown = text !== '' && mediaType !== '' && mediaType !== UNKNOWN
  const own = isKnown ? contents.filter((each) => covers(each.mediaType, mediaType)) : contents
  const undeclared = isKnown && contents.length > 0 && own.length === 0
  const findings = [
    ...(undeclared
      ? [
          {
            ...undeclaredType(outputs[0]?.source, contents, mediaType),
            change: { kind: 'content', mediaType } as const,
          },
        ]
      : []),
    ...(invalidText && contents.some((each) => isJson(each.mediaType)) ? [notUtf8(operation)] : []),
  ]
  const described = undeclared ? contents : own
  const json = described.some((each) => isJson(each.mediaType) && !each.stream)
  // A status that is not described may be one of something in front of the service, which has a page of its own.
  const isForeign =
    isKnown && outputs.length === 0 && !saidElsewhere(operation, ofDocument, mediaType)
  const lesson: Lesson | undefined =
    isOutage(status) || isSignIn(status, headers.location)
      ? 'outages'
      : undeclared || isForeign
        ? 'content-types'
        : undefined
  return { outputs, json, findings, ...(lesson ? { lesson } : {}) }
}

/** Other names of the content type of JSON-RPC, which servers use. */
const OF_MESSAGES: readonly string[] = ['application/json-rpc', 'application/jsonrequest']

/** The same for a JSON-RPC message, whose content type is not a part of documents. */
export function messageContent(
  operation: Operation,
  { status, mediaType, text, headers, invalidText }: SeenResponse,
): Pick<SeenContent, 'findings' | 'lesson'> {
  const isKnown = text !== '' && mediaType !== '' && mediaType !== UNKNOWN
  const isOther = isKnown && !isJson(mediaType) && !OF_MESSAGES.includes(mediaType.toLowerCase())
  const findings = [
    ...(isOther ? [otherThanJson(operation, mediaType)] : []),
    ...(invalidText ? [notUtf8(operation)] : []),
  ]
  const isDown = isOutage(status) || isSignIn(status, headers.location)
  return { findings, ...(isDown ? { lesson: 'outages' } : {}) }
}

function otherThanJson({ source }: Operation, mediaType: string): Finding {
  return {
    kind: 'unknown-content-type',
    degree: 'problem',
    path: [],
    rule: { source },
    expected: 'the content type application/json',
    received: mediaType,
  }
}

/** What browsers record for a response without a content type. */
const UNKNOWN = 'x-unknown'

/** The contents of all responses of a document. */
export function responseContents({ operations }: Pick<Model, 'operations'>): readonly Content[] {
  return operations.flatMap(contentsOf)
}

function contentsOf({ outputs, failures }: Operation): Content[] {
  return [...outputs, ...failures].flatMap((each) => each.contents)
}

/** Whether other responses of the operation have this content type; those of the document, if it has none. */
function saidElsewhere(
  operation: Operation,
  ofDocument: readonly Content[],
  mediaType: string,
): boolean {
  const own = contentsOf(operation)
  return (own.length > 0 ? own : ofDocument).some((each) => covers(each.mediaType, mediaType))
}

/** Whether a media type or a range of them (`application/*`) has this one. */
export function covers(declared: string, mediaType: string): boolean {
  const [type = ''] = declared.toLowerCase().split(';')
  const given = mediaType.toLowerCase()
  const [main = '', sub = ''] = type.trim().split('/')
  const [givenMain = '', givenSub = ''] = given.split('/')
  if (main === '*') return true
  return main === givenMain && (sub === '*' || sub === givenSub)
}

export function undeclaredType(
  source: Source | undefined,
  contents: readonly Content[],
  mediaType: string,
): Finding {
  return {
    kind: 'unknown-content-type',
    degree: 'problem',
    path: [],
    rule: source ? { source } : {},
    expected: `the content type ${[...new Set(contents.map((each) => each.mediaType))].join(' or ')}`,
    received: mediaType,
  }
}

/** JSON is always in UTF-8, and so is what most programs read. */
function notUtf8({ source }: Operation): Finding {
  return {
    kind: 'not-utf-8',
    degree: 'problem',
    path: [],
    rule: { source },
    expected: 'text in UTF-8',
    received: 'other bytes',
  }
}

/** A body that the document describes as JSON, and that is none. */
export function notJson(
  { source }: Operation,
  { mediaType, text }: Pick<SeenResponse, 'mediaType' | 'text'>,
): Finding {
  return {
    kind: 'not-json',
    degree: 'problem',
    path: [],
    rule: { source },
    expected: 'JSON',
    received:
      text === ''
        ? 'no body'
        : mediaType === ''
          ? 'something else'
          : `${mediaType} that is not JSON`,
  }
}
