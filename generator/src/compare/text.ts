import type { Binding } from '../model/operations/operation.js'
import type { Shape } from '../model/shapes/shape.js'

/** A short description of a shape. */
export function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case 'scalar':
      return shape.format ? `${shape.type} (${shape.format})` : shape.type
    case 'literal':
      return `only ${JSON.stringify(shape.value)}`
    case 'enumeration':
      return `one of ${shape.values.length} values`
    case 'list':
      return `a list of ${shapeText(shape.items)}`
    case 'tuple':
      return `a tuple of ${shape.items.length}`
    case 'map':
      return `a map of ${shapeText(shape.values)}`
    case 'record':
      return `an object with ${shape.fields.length} fields`
    case 'nullable':
      return `${shapeText(shape.shape)} or null`
    case 'reference':
      return shape.name
    case 'intersection':
      return shape.parts.map(shapeText).join(' and ')
    case 'union':
      return `a union of ${shape.cases.length}`
    case 'json':
      return 'any value'
    case 'never':
      return 'no value'
  }
}

export function bindingText(binding: Binding): string {
  if (binding.kind === 'http') return `${binding.method} ${binding.path}`
  return binding.byPosition ? `${binding.method}, by position` : binding.method
}

export function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none'
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
