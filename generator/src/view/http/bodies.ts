import {
  type ContentKind,
  contentKind,
  isSentAsGiven,
  sendableContents,
  sentContent,
  sentItems,
} from '../../model/operations/contents.js'
import type { Content, Operation, PartEncoding } from '../../model/operations/operation.js'
import { serializationOf } from '../../model/operations/parameter-styles.js'
import type { Value } from '../value.js'
import { type DescriptorMembers, runtime } from './descriptor-members.js'
import { styleWriter, type Writer } from './parameters.js'

const BODIES = {
  json: 'jsonBody',
  form: 'formBody',
  multipart: 'multipartBody',
  text: 'textBody',
  binary: 'binaryBody',
  stream: 'binaryBody',
} as const

/** All content types if there is a choice, the default first. */
export function bodyDescriptors(contents: readonly Content[]): DescriptorMembers {
  const bodies = contents.map(bodyFacts)
  const [first] = contents
  if (!first) return {}
  if (bodies.length === 1) return { body: bodies[0] }
  return { body: { type: first.mediaType, write: runtime('chosenBody'), choices: bodies } }
}

function bodyFacts(content: Content): Value {
  const parts = Object.entries(formParts(content)).map(([name, facts]) => {
    const values = Object.entries(facts).map(([key, value]): [string, Value] => {
      return [key, key === 'write' || key === 'encode' ? runtime(String(value)) : value]
    })
    return [name, Object.fromEntries(values)] as const
  })
  return {
    type: content.mediaType,
    write: runtime(writerOf(content)),
    ...(parts.length > 0 ? { parts: Object.fromEntries(parts) } : {}),
  }
}

/** How a member of a form is sent, unless as usual: the runtime's `BodyPart`, with functions by their names. */
export interface FormPart {
  readonly type?: string
  readonly write?: Writer
  readonly explode?: true
  readonly encode?: 'escapeSome'
}

export function formParts(content: Content): Readonly<Record<string, FormPart>> {
  const kind = contentKind(content)
  const encodings = ((kind === 'form' || kind === 'multipart') && content.encodings) || {}
  const parts = Object.entries(encodings).map(([name, each]) => [name, partOf(kind, each)] as const)
  return Object.fromEntries(parts.filter(([, facts]) => Object.keys(facts).length > 0))
}

function writerOf(content: Content): string {
  const items = sentItems(content)
  if (items) return items.form === 'lines' ? 'linesBody' : 'sequenceBody'
  return isSentAsGiven(content) ? 'anyBody' : BODIES[contentKind(content)]
}

/** With `style` or a related keyword, `contentType` applies to file parts only. */
function partOf(kind: ContentKind, encoding: PartEncoding): FormPart {
  const { contentType, allowReserved, lists } = encoding
  const isStyled = [encoding.style, encoding.explode, allowReserved].some(
    (each) => each !== undefined,
  )
  const { style, explode } = serializationOf({ ...encoding, place: 'query' })
  const type = isStyled && kind === 'form' ? undefined : contentType
  return {
    ...(type ? { type } : {}),
    ...(isStyled ? { write: styleWriter(style, lists) } : {}),
    ...(isStyled && explode ? { explode } : {}),
    ...(kind === 'form' && allowReserved ? { encode: 'escapeSome' } : {}),
  }
}

/** Whether the document describes plain JSON, as the runtime sends it by default. */
export function isPlainJson(content: Content): boolean {
  return (
    contentKind(content) === 'json' &&
    !isSentAsGiven(content) &&
    /^(application\/json|(\*|application)\/\*)\s*(;|$)/i.test(content.mediaType)
  )
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
