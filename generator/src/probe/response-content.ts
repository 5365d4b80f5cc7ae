import type { Finding } from '../check/finding.js'
import { isJson } from '../model/operations/contents.js'
import type { Content, Failure, Operation, Output } from '../model/operations/operation.js'
import { isOutage, isSignIn, type Lesson } from './lessons.js'
import { outputsFor } from './subject.js'

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
export function contentOf(operation: Operation, response: SeenResponse): SeenContent {
  const { status, mediaType, text, headers, invalidText } = response
  const outputs = outputsFor(operation, status)
  const contents = outputs.flatMap((each) => each.contents)
  const isKnown = text !== '' && mediaType !== '' && mediaType !== UNKNOWN
  const own = isKnown ? contents.filter((each) => covers(each.mediaType, mediaType)) : contents
  const undeclared = isKnown && contents.length > 0 && own.length === 0
  const findings = [
    ...(undeclared ? [undeclaredType(outputs, contents, mediaType)] : []),
    ...(invalidText && contents.some((each) => isJson(each.mediaType)) ? [notUtf8(operation)] : []),
  ]
  const described = undeclared ? contents : own
  const json = described.some((each) => isJson(each.mediaType) && !each.stream)
  const lesson: Lesson | undefined =
    isOutage(status) || isSignIn(status, headers.location)
      ? 'outages'
      : undeclared
        ? 'content-types'
        : undefined
  return { outputs, json, findings, ...(lesson ? { lesson } : {}) }
}

/** What browsers record for a response without a content type. */
const UNKNOWN = 'x-unknown'

/** Whether a media type or a range of them (`application/*`) has this one. */
function covers(declared: string, mediaType: string): boolean {
  const [type = ''] = declared.toLowerCase().split(';')
  const given = mediaType.toLowerCase()
  const [main = '', sub = ''] = type.trim().split('/')
  const [givenMain = '', givenSub = ''] = given.split('/')
  if (main === '*') return true
  return main === givenMain && (sub === '*' || sub === givenSub)
}

function undeclaredType(
  outputs: readonly (Output | Failure)[],
  contents: readonly Content[],
  mediaType: string,
): Finding {
  const [source] = outputs.map((each) => each.source)
  return {
    kind: 'unknown-content-type',
    degree: 'problem',
    path: [],
    rule: source ? { source } : {},
    expected: `the content type ${[...new Set(contents.map((each) => each.mediaType))].join(' or ')}`,
    received: mediaType,
    change: { kind: 'content', mediaType },
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
export function notJson({ source }: Operation, { mediaType }: SeenResponse): Finding {
  return {
    kind: 'not-json',
    degree: 'problem',
    path: [],
    rule: { source },
    expected: 'JSON',
    received: mediaType === '' ? 'something else' : `${mediaType} that is not JSON`,
  }
}
