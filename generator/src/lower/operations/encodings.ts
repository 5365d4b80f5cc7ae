import { contentKind } from '../../model/operations/contents.js'
import type {
  Content,
  ListStyle,
  ParameterStyle,
  PartEncoding,
} from '../../model/operations/operation.js'
import { styleNamed } from '../../model/operations/parameter-styles.js'
import { member, members, type Node, textAt, valueAt } from '../../source/node.js'
import { resolve } from '../resolve.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'

/** The `encoding` of the properties of a form. */
export function encodingsOf(
  lowering: SchemaLowering,
  mediaType: string,
  node: Node,
): Readonly<Record<string, PartEncoding>> | undefined {
  const encoding = member(node, 'encoding')
  if (!encoding) return undefined
  const styled = !/^multipart\b/i.test(mediaType) || hasStyledParts(lowering)
  const entries = members(encoding).map(([name, each]): readonly [string, PartEncoding] => {
    const part = resolve(lowering, each)
    const contentType = textAt(part, 'contentType')
    return [
      name,
      { ...(contentType ? { contentType } : {}), ...(styled ? styleOf(lowering, part) : {}) },
    ]
  })
  return Object.fromEntries(entries)
}

/** OpenAPI 3.0 only has styles in URL-encoded forms. */
function hasStyledParts({ document }: SchemaLowering): boolean {
  return !/^3\.0\b/.test(textAt(document.root, 'openapi') ?? '')
}

function styleOf(lowering: SchemaLowering, part: Node): Omit<PartEncoding, 'contentType'> {
  const { style } = styleNamed(textAt(part, 'style'), 'query')
  const explode = valueAt(part, 'explode')
  const allowReserved = valueAt(part, 'allowReserved')
  return {
    ...(style ? { style } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(typeof allowReserved === 'boolean' ? { allowReserved } : {}),
    ...listStyleOf(lowering, style, part),
  }
}

/** `x-tagwire-lists` of a parameter or a part, otherwise of the whole document. */
export function listStyleOf(
  { document }: SchemaLowering,
  style: ParameterStyle | undefined,
  node: Node,
): { readonly lists?: ListStyle } {
  if (style !== 'deepObject') return {}
  const lists = textAt(node, 'x-tagwire-lists') ?? textAt(document.root, 'x-tagwire-lists')
  return lists === 'brackets' || lists === 'repeat' ? { lists } : {}
}

/** Encodings of parts that a client does not apply. */
export function warnEncodings(lowering: SchemaLowering, content: Content, media: Node): void {
  const warn = (message: string, at: Node): void =>
    lowering.report({ code: 'TW5014', severity: 'warning', message, at: at.source })
  const { mediaType } = content
  const isForm = contentKind(content) === 'multipart'
  if (!/^multipart\//i.test(mediaType)) return
  for (const keyword of isForm ? POSITIONAL : ['encoding', ...POSITIONAL]) {
    const at = member(media, keyword)
    if (!at) continue
    warn(
      isForm
        ? `\`${keyword}\` is not supported: the parts of a form have names, not positions`
        : `\`${keyword}\` is not supported: a body of ${mediaType} is passed as bytes`,
      at,
    )
  }
  const encoding = isForm ? member(media, 'encoding') : undefined
  for (const [name, each] of encoding ? members(encoding) : []) {
    const part = resolve(lowering, each)
    for (const keyword of ['encoding', ...POSITIONAL]) {
      const at = member(part, keyword)
      if (at) warn(`\`${keyword}\` is not supported: ${name} is serialized as one part`, at)
    }
    const headers = member(part, 'headers')
    for (const [header, at] of headers ? members(headers) : []) {
      // `Content-Type` is a field of the encoding itself, and `Content-Disposition` is always sent.
      if (/^content-(?:type|disposition)$/i.test(header)) continue
      warn(`the header ${header} of ${name} is not sent`, at)
    }
  }
}

/** OpenAPI 3.2: encodings of parts by position. */
const POSITIONAL = ['prefixEncoding', 'itemEncoding']
