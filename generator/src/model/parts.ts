import { circlesIn } from './circles.js'
import type { Declaration, Shape } from './shape.js'

/** The shapes directly inside a shape. */
export function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'list':
      return [shape.items]
    case 'tuple':
      return shape.rest ? [...shape.items, shape.rest] : shape.items
    case 'map':
      return [shape.values]
    case 'record':
      return [...shape.fields.map((field) => field.shape), ...(shape.rest ? [shape.rest] : [])]
    case 'nullable':
      return [shape.shape]
    case 'intersection':
      return shape.parts
    case 'union':
      return [
        ...shape.cases.flatMap((each) => (each.payload ? [each.payload] : [])),
        ...shape.common.map((field) => field.shape),
      ]
    default:
      return []
  }
}

/** The names of the declarations that a shape refers to. */
export function namesIn(shape: Shape): string[] {
  return shape.kind === 'reference' ? [shape.name] : partsOf(shape).flatMap(namesIn)
}

/** Declarations that are aliases, not records, and come back to themselves through aliases alone. */
export function recursiveAliases(declarations: readonly Declaration[]): ReadonlySet<string> {
  const aliases = declarations.filter(({ shape }) => shape.kind !== 'record')
  const uses = new Map(aliases.map(({ name, shape }) => [name, namesIn(shape)]))
  return new Set(circlesIn(uses).flat())
}
