import { partsOf } from './parts.js'
import type { Declaration, Shape } from './shape.js'

/** Declarations with a read-only or write-only field, directly or in a nested type. */
export function namesWithInputType(declarations: readonly Declaration[]): ReadonlySet<string> {
  const users = new Map<string, string[]>()
  const found = new Set<string>()
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
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    for (const user of users.get(name) ?? []) open.push(user)
  }
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
