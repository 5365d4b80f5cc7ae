import type { Operation } from '../model/operations/operation.js'
import { seeTag } from './module-scope.js'
import { docsOf } from './typescript/doc.js'

/** The comment of a client's method: what it does in a sentence, then what there is to know. */
export function methodDocs(operation: Operation, note?: string): string[] {
  const summary = operation.summary?.replace(/\.$/, '')
  const parts = [
    ...(summary ? [`${summary}.`] : []),
    ...(operation.doc ? [operation.doc] : []),
    ...(note ? [note] : []),
  ]
  const { doc: _, ...rest } = operation
  const described = parts.length > 0 ? { ...rest, doc: parts.join('\n\n') } : rest
  return docsOf(described, seeTag(operation))
}
