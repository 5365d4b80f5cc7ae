import {
  answerOf,
  contentKind,
  isHead,
  isReadAsSent,
  isUndescribed,
} from '../../model/operations/contents.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import type { ModuleScope } from '../module-scope.js'
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
