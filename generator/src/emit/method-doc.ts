import type { Until } from '../model/extensions.js'
import type { Operation } from '../model/operations/operation.js'
import { seeTag } from './module-scope.js'
import { codeList, docsOf } from './typescript/doc.js'

/** The comment of a client's method: what it does in a sentence, then the details. */
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

/** The comment of a method that waits: what it repeats, and when it ends. */
export function waitText({ name }: Operation, until: Until | undefined): string {
  const start = `Repeats {@link ${name}} until`
  if (!until) return `${start} there is a result.`
  const bad = [...(until.failure ?? []), ...(until.givenUp ?? [])]
  const rejects = bad.length > 0 ? ` Rejects with \`WaitFailedError\` at ${codeList(bad)}.` : ''
  return `${start} it is final. Resolves at ${codeList(until.values)}.${rejects}`
}
