import type { Node } from '../source/node.js'
import { hops, isReference } from '../source/references.js'
import type { SchemaLowering } from './schemas/read-declarations.js'

/**
 * Follows a reference of any kind except to a schema, which becomes a declaration. A missing target is
 * reported here, once.
 */
export function resolve(lowering: Pick<SchemaLowering, 'document' | 'report'>, node: Node): Node {
  let at = node
  for (const next of hops(lowering.document, node, isReference)) {
    if ('code' in next) {
      lowering.report(next)
      return { value: undefined, source: at.source }
    }
    at = next
  }
  return at
}
