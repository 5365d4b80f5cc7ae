import { namesIn } from './parts.js'
import type { Declaration } from './shape.js'

/** Sorts declarations after those that they refer to, except in cycles. */
export function inOrder(declarations: readonly Declaration[]): Declaration[] {
  const byName = new Map(declarations.map((each) => [each.name, each]))
  const visited = new Set<Declaration>()
  const ordered: Declaration[] = []
  const visit = (each: Declaration): void => {
    if (visited.has(each)) return
    visited.add(each)
    for (const name of namesIn(each.shape)) {
      const found = byName.get(name)
      if (found) visit(found)
    }
    ordered.push(each)
  }
  declarations.forEach(visit)
  return ordered
}
