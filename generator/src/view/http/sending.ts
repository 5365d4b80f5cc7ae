import { argumentNames } from '../../model/operations/arguments.js'
import {
  type ContentKind,
  contentKind,
  isSentAsGiven,
  sendableContents,
  sentContent,
} from '../../model/operations/contents.js'
import { holdings } from '../../model/operations/holdings.js'
import { inputForm } from '../../model/operations/inputs.js'
import type {
  Content,
  Input,
  ListStyle,
  Operation,
  Parameter,
  PartEncoding,
} from '../../model/operations/operation.js'
import type { Declaration } from '../../model/shapes/shape.js'
import type { Value } from '../value.js'
import { type Facts, runtime } from './facts.js'

/**
 * The request half of an operation's descriptor: functions of the runtime, by name. The short forms imply
 * JSON; an operation that accepts something else uses the long form.
 */
export function sendingFacts(
  operation: Operation,
  declarations: ReadonlyMap<string, Declaration>,
  accepts: boolean,
): Facts {
  const { input } = operation
  const { form } = inputForm(operation)
  const contents = input.body ? sendableContents(input.body) : []
  const plainBody = contents.every(isPlainJson) && contents.length < 2 && !(accepts && input.body)
  if (form === 'none') return accepts ? { place: runtime('placeBody') } : {}
  if (form === 'body') {
    return plainBody ? {} : { place: runtime('placeBody'), ...bodiesFacts(contents) }
  }
  const names = argumentNames(input)
  const isPlain = input.parameters.every(
    (each) => names.get(each) === each.name && isPlainParameter(each, declarations),
  )
  const hasQuery = operation.binding.kind === 'http' && operation.binding.path.includes('?')
  const confuses = !input.body && input.parameters.some((each) => each.name === 'body')
  if (isPlain && plainBody && !confuses && !hasQuery && !accepts) {
    const headers = input.parameters.filter((each) => each.place === 'header')
    return {
      ...(headers.length > 0 ? { headers: headers.map((each) => each.name) } : {}),
      place: runtime(form === 'query' ? 'placeQuery' : 'placeSimple'),
    }
  }
  return {
    place: runtime('placeStyled'),
    parameters: parametersFacts(input, names),
    ...bodiesFacts(contents),
  }
}

function isPlainJson(content: Content): boolean {
  return (
    contentKind(content) === 'json' &&
    !isSentAsGiven(content) &&
    /^(application\/json|(\*|application)\/\*)\s*(;|$)/i.test(content.mediaType)
  )
}

/** Whether the short forms of the runtime serialize a parameter the way the document describes. */
function isPlainParameter(
  { place, style, explode, allowReserved, mediaType, shape }: Parameter,
  declarations: ReadonlyMap<string, Declaration>,
): boolean {
  if (allowReserved || mediaType !== undefined) return false
  const holds = holdings(shape, declarations)
  if (place === 'query') {
    return (
      (style ?? 'form') === 'form' &&
      !holds.has('record') &&
      (explode !== false || !holds.has('list'))
    )
  }
  const isHeaderOrPath = place === 'path' || place === 'header'
  return isHeaderOrPath && (style ?? 'simple') === 'simple' && holds.size === 0
}

function parametersFacts(input: Input, names: ReadonlyMap<Parameter, string>): Value {
  return input.parameters.map((each) => {
    const name = names.get(each) ?? each.name
    return {
      name,
      ...(name === each.name ? {} : { wire: each.name }),
      in: each.place === 'querystring' ? 'query' : each.place,
      write: runtime(writerOf(each)),
      ...(explodes(each) ? { explode: true } : {}),
      ...(each.allowReserved ? { allowReserved: true } : {}),
      ...(each.style === 'cookie' ? { raw: true } : {}),
    }
  })
}

function writerOf({ place, style, lists, mediaType }: Parameter): string {
  const pairs = place === 'query' || place === 'cookie'
  if (place === 'querystring') return /json/i.test(mediaType ?? '') ? 'jsonText' : 'formQuery'
  if (mediaType !== undefined && /json/i.test(mediaType)) return pairs ? 'jsonPair' : 'jsonText'
  const usual = pairs ? 'form' : 'simple'
  if (style === 'deepObject') return deepObjectWriter(lists)
  return (style !== undefined && STYLES.get(style)) || usual
}

function deepObjectWriter(lists: ListStyle | undefined): string {
  if (lists === undefined) return 'deepObject'
  return lists === 'brackets' ? 'deepObjectBrackets' : 'deepObjectRepeat'
}

const STYLES: ReadonlyMap<string, string> = new Map([
  ['simple', 'simple'],
  ['label', 'label'],
  ['matrix', 'matrix'],
  ['form', 'form'],
  ['cookie', 'form'],
  ['spaceDelimited', 'spaceDelimited'],
  ['pipeDelimited', 'pipeDelimited'],
])

/** Query parameters that are sent as a form. */
const FORM_STYLES = new Set(['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'])

function explodes({ place, style, explode, mediaType }: Parameter): boolean {
  if (mediaType !== undefined || style === 'deepObject') return false
  const usual = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple')
  return explode ?? (usual === 'form' || usual === 'cookie')
}

const BODIES = {
  json: 'jsonBody',
  form: 'formBody',
  multipart: 'multipartBody',
  text: 'textBody',
  binary: 'binaryBody',
  stream: 'binaryBody',
} as const

/** All content types where there is a choice, the default first. */
function bodiesFacts(contents: readonly Content[]): Facts {
  const bodies = contents.map(bodyFacts)
  const [first] = contents
  if (!first) return {}
  if (bodies.length === 1) return { body: bodies[0] }
  return { body: { type: first.mediaType, write: runtime('chosenBody'), choices: bodies } }
}

function bodyFacts(content: Content): Value {
  const kind = contentKind(content)
  const parts = Object.entries(
    ((kind === 'form' || kind === 'multipart') && content.encodings) || {},
  )
    .map(([name, each]) => [name, partFacts(kind, each)] as const)
    .filter(([, facts]) => Object.keys(facts).length > 0)
  return {
    type: content.mediaType,
    write: runtime(isSentAsGiven(content) ? 'anyBody' : BODIES[kind]),
    ...(parts.length > 0 ? { parts: Object.fromEntries(parts) } : {}),
  }
}

/** With `style` or a related keyword, `contentType` applies to file parts only. */
function partFacts(
  kind: ContentKind,
  { contentType, style, explode, allowReserved, lists }: PartEncoding,
): Readonly<Record<string, Value>> {
  const isStyled = [style, explode, allowReserved].some((each) => each !== undefined)
  const write = style !== undefined && FORM_STYLES.has(style) ? style : 'form'
  const isExploded = write !== 'deepObject' && (explode ?? write === 'form')
  const type = isStyled && kind === 'form' ? undefined : contentType
  return {
    ...(type ? { type } : {}),
    ...(isStyled
      ? { write: runtime(write === 'deepObject' ? deepObjectWriter(lists) : write) }
      : {}),
    ...(isStyled && isExploded ? { explode: true } : {}),
    ...(kind === 'form' && allowReserved ? { encode: runtime('escapeSome') } : {}),
  }
}

/**
 * Whether a body is usually bytes: a stream of bytes can only be read once, so such requests are not retried.
 */
export function sendsBytes({ input }: Operation): boolean {
  const content = input.body && sentContent(input.body)
  return content !== undefined && mayBeBytes(content)
}

/** Whether a body can be bytes, and so a stream of them. */
export function maySendBytes({ input }: Operation): boolean {
  return input.body !== undefined && sendableContents(input.body).some(mayBeBytes)
}

function mayBeBytes(content: Content): boolean {
  return isSentAsGiven(content) || ['binary', 'stream'].includes(contentKind(content))
}
