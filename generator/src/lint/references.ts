import type { Report } from '../diagnostics/diagnostic.js'
import { cyclesIn } from '../model/collections/cycles.js'
import type { Model } from '../model/model.js'
import type { Shape } from '../model/shapes/shape.js'

/** Reports schemas that only refer to themselves, and so do not describe any value. */
export function lintReferences(model: Model, report: Report): void {
  const graph = new Map(model.declarations.map(({ name, shape }) => [name, sameValue(shape)]))
  const groups = new Map(
    cyclesIn(graph).flatMap((cycle) => cycle.map((name) => [name, cycle] as const)),
  )
  const reported = new Set<readonly string[]>()
  for (const { name, source } of model.declarations) {
    const cycle = groups.get(name)
    if (!cycle || reported.has(cycle)) continue
    reported.add(cycle)
    const others = cycle.filter((each) => each !== name)
    const way = others.length > 0 ? ` by way of ${listed(others)}` : ''
    report({
      code: 'TW1005',
      severity: 'error',
      message: `${name} leads back to itself${way}, without an object or list in between`,
      at: source,
    })
  }
}

const MAX_LISTED = 8

function listed(names: readonly string[]): string {
  const left = names.length - MAX_LISTED
  return left > 1 ? `${names.slice(0, MAX_LISTED).join(', ')} and ${left} others` : names.join(', ')
}

/** The declarations of the value itself, not of the values that it contains. */
function sameValue(shape: Shape): string[] {
  if (shape.kind === 'reference') return [shape.name]
  if (shape.kind === 'nullable') return sameValue(shape.shape)
  if (shape.kind === 'intersection') return shape.parts.flatMap(sameValue)
  if (shape.kind !== 'union' || shape.tagging.style !== 'none') return []
  return shape.cases.flatMap((each) => (each.payload ? sameValue(each.payload) : []))
}
