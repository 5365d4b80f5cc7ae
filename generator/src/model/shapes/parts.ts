import { cyclesIn } from '../collections/cycles.js'
import type { Declaration, Field, Shape } from './shape.js'

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

/** Maps a shape inside another one; `field` is the field that contains it, if any. */
export type ShapeChange = (shape: Shape, field?: Field) => Shape

/** The shape with the shapes directly inside it mapped. */
export function mapParts(shape: Shape, change: ShapeChange): Shape {
  const field = (each: Field): Field => ({ ...each, shape: change(each.shape, each) })
  switch (shape.kind) {
    case 'list':
      return { ...shape, items: change(shape.items) }
    case 'tuple':
      return {
        ...shape,
        items: shape.items.map((each) => change(each)),
        ...(shape.rest ? { rest: change(shape.rest) } : {}),
      }
    case 'map':
      return { ...shape, values: change(shape.values) }
    case 'record':
      return {
        ...shape,
        fields: shape.fields.map(field),
        ...(shape.rest ? { rest: change(shape.rest) } : {}),
      }
    case 'nullable':
      return { ...shape, shape: change(shape.shape) }
    case 'intersection':
      return { ...shape, parts: shape.parts.map((each) => change(each)) }
    case 'union':
      return {
        ...shape,
        common: shape.common.map(field),
        cases: shape.cases.map((each) =>
          each.payload ? { ...each, payload: change(each.payload) } : each,
        ),
      }
    default:
      return shape
  }
}

/** The names of the declarations that a shape refers to. */
export function namesIn(shape: Shape): string[] {
  return shape.kind === 'reference' ? [shape.name] : partsOf(shape).flatMap(namesIn)
}

/** Aliases (not records) that refer to themselves through aliases only. */
export function recursiveAliases(declarations: readonly Declaration[]): ReadonlySet<string> {
  const aliases = declarations.filter(({ shape }) => shape.kind !== 'record')
  const uses = new Map(aliases.map(({ name, shape }) => [name, namesIn(shape)]))
  return new Set(cyclesIn(uses).flat())
}
