import {
  answerOf,
  contentKind,
  isHead,
  isReadAsSent,
  isUndescribed,
  type StreamContent,
} from '../../model/operations/contents.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { literal } from '../typescript/text.js'
import { typeText, unionOf } from '../typescript/type-text.js'

/** The type that a call resolves to: the success responses, as the client reads them. */
export function outputType(scope: ModuleScope, operation: Operation): string {
  if (isHead(operation)) return scope.platform('Headers')
  if (isUndescribed(operation)) return 'unknown'
  const { contents, kinds, mayBeEmpty } = answerOf(operation)
  const types = new Set(contents.flatMap((each) => contentTypes(scope, operation, each)))
  const empty = contents.length === 0 || (mayBeEmpty && (kinds.has('json') || kinds.size > 1))
  return unionOf([...types, ...(empty ? ['undefined'] : [])])
}

function contentTypes(scope: ModuleScope, operation: Operation, content: Content): string[] {
  const kind = contentKind(content)
  if (kind !== 'json') return [kind === 'binary' ? scope.platform('Blob') : 'string']
  const text = typeText(content.shape, scope.received)
  return isReadAsSent(operation, content) && text !== 'unknown'
    ? [text, scope.platform('Blob')]
    : [text]
}

/** The type of the items of a stream. */
export function itemType({ imports, received }: ModuleScope, { stream }: StreamContent): string {
  if (stream.form === 'text-events') return imports.type('ServerSentEvent', HTTP)
  if (stream.form !== 'json-events') return typeText(stream.item, received)
  const types = stream.events.map(({ event, data }) => {
    const name = event === undefined ? '' : `, ${literal(event)}`
    return `${imports.type('ServerSentEvent', HTTP)}<${typeText(data, received)}${name}>`
  })
  return unionOf([...new Set(types)])
}
