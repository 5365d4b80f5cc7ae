import { answerOf, contentKind, isHead } from '../../model/contents.js'
import type { Content, Operation } from '../../model/operation.js'
import type { ModuleScope } from '../package-view.js'
import { typeText, unionOf } from '../typescript/type-text.js'

/** What a call resolves to: the success responses, as they are read. */
export function outputType(scope: ModuleScope, operation: Operation): string {
  if (isHead(operation)) return scope.platform('Headers')
  const { contents, kinds, mayBeEmpty } = answerOf(operation)
  const types = new Set(contents.map((each) => contentType(scope, each)))
  const empty = contents.length === 0 || (mayBeEmpty && (kinds.has('json') || kinds.size > 1))
  return unionOf([...types, ...(empty ? ['undefined'] : [])])
}

function contentType(scope: ModuleScope, content: Content): string {
  const kind = contentKind(content)
  if (kind === 'json') return typeText(content.shape, scope.received)
  return kind === 'binary' ? scope.platform('Blob') : 'string'
}
