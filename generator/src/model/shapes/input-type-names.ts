import { reached } from '../collections/reached.js'
import { partsOf } from './parts.js'
import type { Declaration, Shape } from './shape.js'

/** Declarations with a read-only or write-only field, directly or in a nested type. */
export function namesWithInputType(declarations: readonly Declaration[]): ReadonlySet<string> {
  const users = new Map<string, string[]>()
  const open: string[] = []
  for (const { name, shape } of declarations) {
    const { oneWay, names } = usesOf(shape)
    if (oneWay) open.push(name)
    for (const used of names) {
      const known = users.get(used)
      if (known) known.push(name)
      else users.set(used, [name])
    }
  }
  const found = new Set(reached(open, (name) => users.get(name) ?? []))
  // In document order.
  return new Set(declarations.flatMap(({ name }) => (found.has(name) ? [name] : [])))
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
