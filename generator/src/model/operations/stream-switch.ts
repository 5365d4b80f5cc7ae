import type { Declaration, Field, Shape } from '../shapes/shape.js'
import { inputForm } from './inputs.js'
import type { Operation } from './operation.js'

/** The property that requests a stream; `anything` if the input may have any property. */
export function switchField(
  operation: Operation,
  declarations: ReadonlyMap<string, Declaration>,
): Field | 'anything' | undefined {
  const { streamSwitch } = operation
  const input = inputForm(operation)
  if (!streamSwitch || input.form === 'none') return undefined
  const { member, inBody } = streamSwitch
  if (input.form === 'body') return fieldIn(input.shape, member, declarations)
  const name = inBody ? 'body' : member
  const field = input.fields.find((each) => each.name === name)
  return field && inBody ? fieldIn(field.shape, member, declarations) : field
}

function fieldIn(
  shape: Shape,
  name: string,
  declarations: ReadonlyMap<string, Declaration>,
  within: readonly string[] = [],
): Field | 'anything' | undefined {
  const inside = (each: Shape): Field | 'anything' | undefined =>
    fieldIn(each, name, declarations, within)
  switch (shape.kind) {
    case 'json':
    case 'map':
      return 'anything'
    case 'record': {
      const field = shape.fields.find((each) => each.name === name)
      return field ?? (shape.rest ? 'anything' : undefined)
    }
    case 'nullable':
      return inside(shape.shape)
    case 'reference': {
      const target = within.includes(shape.name) ? undefined : declarations.get(shape.name)
      return target && fieldIn(target.shape, name, declarations, [...within, shape.name])
    }
    case 'intersection':
      return firstOf(shape.parts.map(inside))
    case 'union':
      return firstOf([
        shape.common.find((each) => each.name === name),
        ...shape.cases.map((each) => each.payload && inside(each.payload)),
      ])
    default:
      return undefined
  }
}

function firstOf(
  found: readonly (Field | 'anything' | undefined)[],
): Field | 'anything' | undefined {
  return found.find((each) => each !== undefined)
}
