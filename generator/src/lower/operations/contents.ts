import { pascalCase } from '../../model/names.js'
import { isJson, sendableContents, streamKind } from '../../model/operations/contents.js'
import type { Body, Content, ResponseHeader, Stream } from '../../model/operations/operation.js'
import type { Shape } from '../../model/shapes/shape.js'
import { flagAt, member, members, type Node, textAt } from '../../source/node.js'
import { withRule } from '../document-info.js'
import { named } from '../names/hint.js'
import { resolve } from '../resolve.js'
import { describe } from '../schemas/describe.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'
import { encodingsOf, warnEncodings } from './encodings.js'
import { eventStream, isJsonOnly } from './event-streams.js'
import { exampleIn } from './examples.js'
import { itemOf, itemSchemaOf, laterOf } from './stream-items.js'

/** The request body of an operation, if it can have one. */
export function sentBody(
  lowering: SchemaLowering,
  method: string,
  operation: Node,
): Node | undefined {
  const body = member(operation, 'requestBody')
  if (!body || !/^(?:GET|HEAD)$/i.test(method)) return body && resolve(lowering, body)
  lowering.report({
    code: 'TW5011',
    severity: 'warning',
    message: `a ${method} request has no body; it is ignored`,
    at: body.source,
  })
  return undefined
}

export function bodyOf(lowering: SchemaLowering, node: Node, typeName: string): Body {
  const content = member(node, 'content')
  const contents = contentsOf(lowering, content, typeName, 'sent')
  for (const sent of sendableContents({ contents })) {
    const media = content && member(content, sent.mediaType)
    if (media) warnEncodings(lowering, sent, resolve(lowering, media))
  }
  return { ...describe(node), required: flagAt(node, 'required'), contents }
}

/** The first content of a body has its plain name; others are named after their media type. */
export function contentsOf(
  lowering: SchemaLowering,
  content: Node | undefined,
  name: string,
  side: 'sent' | 'received' = 'received',
): Content[] {
  const seen: { readonly text: string; readonly shape: Shape }[] = []
  return (content ? members(content) : []).map(([mediaType, each]) => {
    const node = resolve(lowering, each)
    const schema = member(node, 'schema')
    const text = JSON.stringify(schema?.value)
    const same = seen.find((other) => other.text === text)
    const ownName =
      seen.length === 0 ? name : name + pascalCase(mediaType.replace(/^.*\/|;.*$/g, ''))
    const shape: Shape =
      same?.shape ?? (schema ? lowering.declareInline(schema, ownName) : { kind: 'json' })
    seen.push({ text, shape })
    // Parts of an answer are read one by one; those of a body are given as bytes.
    const isGiven = side === 'sent' && streamKind(mediaType) === 'parts'
    const stream = isGiven ? undefined : streamOf(lowering, mediaType, node, shape, ownName)
    const encodings = encodingsOf(lowering, mediaType, node)
    const plain = {
      mediaType,
      shape,
      ...textExample(lowering, mediaType, node),
      ...(stream ? { stream } : {}),
      ...(encodings ? { encodings } : {}),
    }
    return schema ? withRule(plain, lowering.ruleLater(schema)) : { ...plain, rule: {} }
  })
}

function textExample(
  lowering: SchemaLowering,
  mediaType: string,
  node: Node,
): Pick<Content, 'example'> {
  const example = isJson(mediaType) ? undefined : exampleIn(lowering, node)?.value
  return typeof example === 'string' ? { example } : {}
}

function streamOf(
  lowering: SchemaLowering,
  mediaType: string,
  node: Node,
  shape: Shape,
  name: string,
): Stream | undefined {
  const kind = streamKind(mediaType)
  const itemSchema = member(node, 'itemSchema')
  if (kind === 'events') return eventStream(lowering, node, shape, name)
  if (kind === undefined || (kind === 'parts' && !hasJsonParts(lowering, node))) return undefined
  const item = itemSchema ? lowering.declareInline(itemSchema, `${name}Item`) : itemOf(shape)
  const described = itemSchema ?? itemSchemaOf(member(node, 'schema'), shape)
  return withRule({ form: kind, item }, laterOf(lowering, described))
}

/** All parts are JSON: by `itemEncoding`, or because nothing else can be written as their schema describes it. */
function hasJsonParts(lowering: SchemaLowering, content: Node): boolean {
  const schema = member(content, 'itemSchema')
  if (!schema || member(content, 'prefixEncoding')) return false
  const encoding = member(content, 'itemEncoding')
  const type = encoding && textAt(resolve(lowering, encoding), 'contentType')
  if (type !== undefined) return isJson(type)
  return isJsonOnly(lowering, resolve(lowering, schema))
}

/**
 * The headers of a response. The specification says to ignore `Content-Type`. With a name for their types, they have
 * a shape.
 */
export function headersOf(
  lowering: SchemaLowering,
  headers: Node | undefined,
  typeName?: string,
): ResponseHeader[] {
  return (headers ? members(headers) : []).flatMap(([name, each]) => {
    if (/^content-type$/i.test(name)) return []
    const node = resolve(lowering, each)
    const schema = member(node, 'schema')
    const header = {
      ...describe(node),
      source: each.source,
      name,
      required: flagAt(node, 'required'),
      ...(typeName === undefined ? {} : headerValue(lowering, node, typeName + pascalCase(name))),
    }
    return [withRule(header, laterOf(lowering, schema))]
  })
}

/** The value of a header: a schema, or the schema of a content. */
function headerValue(
  lowering: SchemaLowering,
  header: Node,
  name: string,
): Pick<ResponseHeader, 'shape' | 'mediaType'> {
  const schema = member(header, 'schema')
  if (schema) return { shape: lowering.shapeOf(schema, named(name)) }
  const [content] = contentsOf(lowering, member(header, 'content'), name)
  return content ? { shape: content.shape, mediaType: content.mediaType } : {}
}
