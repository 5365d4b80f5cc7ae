import { type Node, textAt } from '../load/node.js'
import type { SchemaLowering } from './schema.js'

/**
 * Follows a reference of any kind but a schema's; those have declarations. Where nothing stands, that
 * is reported here, and nothing more can be said of it.
 */
export function resolve(lowering: Pick<SchemaLowering, 'document' | 'report'>, node: Node): Node {
  let at = node
  for (let hops = 0; hops < 32 && textAt(at, '$ref') !== undefined; hops++) {
    const next = lowering.document.follow(at)
    if ('code' in next) {
      lowering.report(next)
      return { value: undefined, source: at.source }
    }
    at = next
  }
  return at
}
