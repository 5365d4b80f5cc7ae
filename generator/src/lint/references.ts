import type { Report } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'
import type { Declaration, Shape } from '../model/shape.js'

/** Reports schemas that are nothing but a way back to themselves: no value was ever described. */
export function lintReferences(model: Model, report: Report): void {
  const byName = new Map(model.declarations.map((each) => [each.name, each]))
  for (const declaration of model.declarations) {
    if (!leadsBack(declaration, byName)) continue
    report({
      code: 'TW1005',
      severity: 'error',
      message: `${declaration.name} only refers to itself`,
      at: declaration.source,
    })
  }
}

function leadsBack(declaration: Declaration, byName: ReadonlyMap<string, Declaration>): boolean {
  const seen = new Set<string>()
  const open = sameValue(declaration.shape)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === declaration.name) return true
    if (seen.has(name)) continue
    seen.add(name)
    const next = byName.get(name)
    if (next) open.push(...sameValue(next.shape))
  }
  return false
}

/** The declarations that a value of the shape is itself a value of, not only contains. */
function sameValue(shape: Shape): string[] {
  if (shape.kind === 'reference') return [shape.name]
  if (shape.kind === 'nullable') return sameValue(shape.shape)
  if (shape.kind === 'intersection') return shape.parts.flatMap(sameValue)
  if (shape.kind !== 'union' || shape.tagging.style !== 'none') return []
  return shape.cases.flatMap((each) => (each.payload ? sameValue(each.payload) : []))
}
