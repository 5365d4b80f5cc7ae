import { declarationNamed } from '../find.js'
import type { Model } from '../model.js'
import { parsePointer } from '../pointer.js'
import type { Shape } from './shape.js'

/** The shape at a pointer into a record, references followed. */
export function memberShape(
  model: Pick<Model, 'declarations'>,
  shape: Shape | undefined,
  pointer: string,
): Shape | undefined {
  let at = shape
  for (const name of parsePointer(pointer)) {
    const record = recordOf(model, at)
    at = record?.fields.find((field) => field.name === name)?.shape
  }
  return at?.kind === 'nullable' ? at.shape : at
}

function recordOf(
  model: Pick<Model, 'declarations'>,
  shape: Shape | undefined,
): Extract<Shape, { kind: 'record' }> | undefined {
  if (shape?.kind === 'nullable') return recordOf(model, shape.shape)
  if (shape?.kind === 'record') return shape
  if (shape?.kind !== 'reference') return undefined
  return recordOf(model, declarationNamed(model.declarations, shape.name)?.shape)
}
