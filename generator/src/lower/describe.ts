import { flagAt, member, type Node, text, textAt } from '../load/node.js'
import type { Described, Provenance } from '../model/shape.js'

/** Description, deprecation and provenance of a schema, property, parameter or operation. */
export function describe(node: Node, inherited?: Provenance): Described {
  const doc = textAt(node, 'description') ?? textAt(node, 'title')
  const replacedBy = textAt(node, 'x-tagwire-replaced-by')
  const provenance = provenanceOf(node) ?? inherited
  return {
    source: node.source,
    ...(doc?.trim() ? { doc: doc.trim() } : {}),
    ...(flagAt(node, 'deprecated') ? { deprecated: true } : {}),
    ...(replacedBy ? { replacedBy } : {}),
    ...(provenance ? { provenance } : {}),
  }
}

function provenanceOf(node: Node): Provenance | undefined {
  const word = text(member(node, 'x-tagwire-source'))
  return word === 'stated' || word === 'public' || word === 'observed' ? word : undefined
}
