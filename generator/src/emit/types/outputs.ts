import { answerOf, contentKind, isHead, isReadAsSent, isUndescribed } from '../../model/contents.js'
import type { Content, Operation } from '../../model/operation.js'
import type { Shape } from '../../model/shape.js'
import type { ModuleScope } from '../package-view.js'
import { print } from '../typescript/layout.js'
import { type ShapeScope, shapeLayout } from '../typescript/shape-text.js'

export function shapeText(shape: Shape, scope: ShapeScope): string {
  return print(shapeLayout(shape, scope), 2, 40)
}

/** What a call resolves to: the success responses, as they are read. */
export function outputText(scope: ModuleScope, operation: Operation): string {
  if (isHead(operation)) return scope.platform('Headers')
  if (isUndescribed(operation)) return 'unknown'
  const { contents, kinds, mayBeEmpty } = answerOf(operation)
  const texts = new Set(contents.flatMap((each) => contentTexts(scope, operation, each)))
  const empty = contents.length === 0 || (mayBeEmpty && (kinds.has('json') || kinds.size > 1))
  return [...texts, ...(empty ? ['undefined'] : [])].join(' | ')
}

function contentTexts(scope: ModuleScope, operation: Operation, content: Content): string[] {
  const kind = contentKind(content)
  if (kind !== 'json') return [kind === 'binary' ? scope.platform('Blob') : 'string']
  const text = shapeText(content.shape, scope.received)
  return isReadAsSent(operation, content) && text !== 'unknown'
    ? [text, scope.platform('Blob')]
    : [text]
}
