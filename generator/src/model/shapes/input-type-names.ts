import { partsOf } from './parts.js'
import type { Declaration, Shape } from './shape.js'

/** Declarations with a field that only travels one way, directly or further down. */
export function namesWithInputType(declarations: readonly Declaration[]): ReadonlySet<string> {
  const uses = new Map(declarations.map((each) => [each.name, usesOf(each.shape)]))
  const found = new Set<string>()
  let before = -1
  while (found.size > before) {
    before = found.size
    for (const [name, { oneWay, names }] of uses) {
      if (oneWay || names.some((each) => found.has(each))) found.add(name)
    }
  }
  return found
}

function usesOf(shape: Shape): { oneWay: boolean; names: string[] } {
  const names: string[] = []
  let oneWay = false
  const visit = (each: Shape): void => {
    if (each.kind === 'reference') names.push(each.name)
    if (each.kind === 'record') oneWay ||= each.fields.some((field) => field.flow !== undefined)
    for (const part of partsOf(each)) visit(part)
  }
  visit(shape)
  return { oneWay, names }
}
