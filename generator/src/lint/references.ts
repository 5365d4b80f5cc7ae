import type { Report } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'
import type { Declaration, Shape } from '../model/shape.js'

/** Reports schemas that are nothing but a way back to themselves: no value was ever described. */
export function lintReferences(model: Model, report: Report): void {
  const byName = new Map(model.declarations.map((each) => [each.name, each]))
  const told = new Set<string>()
  for (const declaration of model.declarations) {
    const reached = reachedFrom(declaration, byName)
    if (!reached.has(declaration.name) || told.has(declaration.name)) continue
    const others = [...reached].filter((name) => name !== declaration.name)
    const circle = others.filter((name) => {
      const other = byName.get(name)
      return other !== undefined && reachedFrom(other, byName).has(declaration.name)
    })
    for (const name of circle) told.add(name)
    const way = circle.length > 0 ? ` by way of ${circle.join(', ')}` : ''
    report({
      code: 'TW1005',
      severity: 'error',
      message: `${declaration.name} leads back to itself${way}, and no object or list stands between`,
      at: declaration.source,
    })
  }
}

/** The declarations that a value of this one is a value of too, one step or many away. */
function reachedFrom(
  declaration: Declaration,
  byName: ReadonlyMap<string, Declaration>,
): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = sameValue(declaration.shape)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const next = byName.get(name)
    if (next) open.push(...sameValue(next.shape))
  }
  return seen
}

/** The declarations that a value of the shape is itself a value of, not only contains. */
function sameValue(shape: Shape): string[] {
  if (shape.kind === 'reference') return [shape.name]
  if (shape.kind === 'nullable') return sameValue(shape.shape)
  if (shape.kind === 'intersection') return shape.parts.flatMap(sameValue)
  if (shape.kind !== 'union' || shape.tagging.style !== 'none') return []
  return shape.cases.flatMap((each) => (each.payload ? sameValue(each.payload) : []))
}
