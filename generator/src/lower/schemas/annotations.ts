import type { Document } from '../../source/document.js'
import { member, type Node } from '../../source/node.js'
import { isReference, loneReference, MAX_HOPS } from '../../source/references.js'

type Following = Pick<Document, 'follow'>

/**
 * The value of a keyword: of the schema itself, or of the schema that it refers to with `$ref` or with an
 * `allOf` of one reference. The schema's own value takes precedence.
 */
export function annotationOf(document: Following, schema: Node, keyword: string): Node | undefined {
  let at = schema
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const found = member(at, keyword)
    if (found) return found
    const reference = referenceIn(at)
    const next = reference && document.follow(reference)
    // A reference without a target is reported where its shape is read.
    if (!next || 'code' in next) return undefined
    at = next
  }
  return undefined
}

function referenceIn(schema: Node): Node | undefined {
  return isReference(schema) ? schema : loneReference(schema)
}

/** Whether a field is only received (`read`) or only sent (`write`). */
export function flowOf(document: Following, schema: Node): 'read' | 'write' | undefined {
  const isSet = (keyword: string): boolean =>
    annotationOf(document, schema, keyword)?.value === true
  if (isSet('readOnly')) return 'read'
  return isSet('writeOnly') ? 'write' : undefined
}

/** The default of a schema, unless a number in it was rounded. */
export function exactDefault(
  document: Pick<Document, 'follow' | 'inexact'>,
  schema: Node | undefined,
): Node | undefined {
  const node = schema && annotationOf(document, schema, 'default')
  return node && document.inexact(node).length === 0 ? node : undefined
}
