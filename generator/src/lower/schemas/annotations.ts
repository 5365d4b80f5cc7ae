import type { Document } from '../../source/document.js'
import { member, type Node, valueAt } from '../../source/node.js'
import { hops, isReference, loneReference } from '../../source/references.js'

type Following = Pick<Document, 'follow'>

/**
 * What a schema says by one keyword: its own, or that of what it refers to, by `$ref` or by an `allOf` with one
 * reference. The schema's own counts more.
 */
export function annotationOf(document: Following, schema: Node, word: string): Node | undefined {
  const own = member(schema, word)
  if (own || !referenceIn(schema)) return own
  const through = { follow: (node: Node) => document.follow(referenceIn(node) ?? node) }
  const goesOn = (node: Node): boolean =>
    valueAt(node, word) === undefined && referenceIn(node) !== undefined
  for (const next of hops(through, schema, goesOn)) {
    // A reference that leads nowhere is reported where its shape is read.
    const found = 'code' in next ? undefined : member(next, word)
    if (found) return found
  }
  return undefined
}

function referenceIn(schema: Node): Node | undefined {
  return isReference(schema) ? schema : loneReference(schema)
}

/** The side that a field is left out of. */
export function flowOf(document: Following, schema: Node): 'read' | 'write' | undefined {
  const says = (word: string): boolean => annotationOf(document, schema, word)?.value === true
  if (says('readOnly')) return 'read'
  return says('writeOnly') ? 'write' : undefined
}

/** The default of a schema, unless a number in it is not the one that stands in the text. */
export function exactDefault(
  document: Pick<Document, 'follow' | 'inexact'>,
  schema: Node | undefined,
): Node | undefined {
  const word = schema && annotationOf(document, schema, 'default')
  return word && document.inexact(word).length === 0 ? word : undefined
}
