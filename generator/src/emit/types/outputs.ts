import {
  answerOf,
  contentKind,
  isHead,
  isReadAsSent,
  isUndescribed,
  type StreamContent,
} from '../../model/operations/contents.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { literal } from '../typescript/text.js'
import { typeText, unionOf } from '../typescript/type-text.js'

/** The type of a shape. */
type TextOf = (shape: Shape) => string

interface Outputs {
  readonly scope: ModuleScope
  readonly operation: Operation
  readonly textOf: TextOf
}

/** The type that a call resolves to: the success responses, as the client reads them. */
export function outputType(
  scope: ModuleScope,
  operation: Operation,
  textOf: TextOf = (shape) => typeText(shape, scope.received),
): string {
  if (isHead(operation)) return scope.platform('Headers')
  if (isUndescribed(operation)) return 'unknown'
  const { contents, kinds, mayBeEmpty } = answerOf(operation)
  const types = new Set(
    contents.flatMap((each) => contentTypes({ scope, operation, textOf }, each)),
  )
  const empty = contents.length === 0 || (mayBeEmpty && (kinds.has('json') || kinds.size > 1))
  return unionOf([...types, ...(empty ? ['undefined'] : [])])
}

function contentTypes({ scope, operation, textOf }: Outputs, content: Content): string[] {
  const kind = contentKind(content)
  if (kind !== 'json') return [kind === 'binary' ? scope.platform('Blob') : 'string']
  const text = textOf(content.shape)
  return isReadAsSent(operation, content) && text !== 'unknown'
    ? [text, scope.platform('Blob')]
    : [text]
}

/** The type of a stream. */
export function itemsType(scope: ModuleScope, stream: StreamContent): string {
  return `AsyncIterableIterator<${itemType(scope, stream)}>`
}

/** The type of the items of a stream. */
export function itemType(
  { imports, received }: ModuleScope,
  { stream }: Pick<StreamContent, 'stream'>,
  textOf: TextOf = (shape) => typeText(shape, received),
): string {
  if (stream.form === 'text-events') return imports.type('ServerSentEvent', HTTP)
  if (stream.form !== 'json-events') return textOf(stream.item)
  const types = stream.events.map(({ event, data }) => {
    const name = event === undefined ? '' : `, ${literal(event)}`
    return `${imports.type('ServerSentEvent', HTTP)}<${textOf(data)}${name}>`
  })
  return unionOf([...new Set(types)])
}
