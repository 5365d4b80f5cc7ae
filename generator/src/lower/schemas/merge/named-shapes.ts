import type { Reference, Shape } from '../../../model/shapes/shape.js'
import { items, member, type Node, textAt, valueAt } from '../../../source/node.js'
import { isPureReference } from '../../../source/references.js'
import { named } from '../../names/hint.js'
import type { Lowering } from '../lowering.js'
import { namesNull } from '../null-schemas.js'
import { isValueShape } from './intersect-values.js'
import { hasOwnFields, isObjectLike } from './is-object-like.js'

const DEPTH = 8

/** The schema that a shape refers to. */
export function nodeOf({ registry }: Lowering, { name }: Reference): Node | undefined {
  let target = registry.called(name)?.node
  for (let hops = 0; hops < DEPTH && target && isPureReference(target); hops++) {
    target = registry.entryFor(target)?.node
  }
  return target
}

/** The shape that a name stands for, if its values contain no others. */
export function valueShapeOf(lowering: Lowering, shape: Shape): Shape | undefined {
  const target = shape.kind === 'reference' ? nodeOf(lowering, shape) : undefined
  if (!target || shape.kind !== 'reference' || !isOfValues(lowering, target)) return undefined
  return lowering.inlineShapeOf(target, named(shape.name))
}

/** Whether a schema has neither objects nor lists. */
function isOfValues(lowering: Lowering, schema: Node, depth: number = DEPTH): boolean {
  const types = [valueAt(schema, 'type')].flat()
  if (depth === 0 || types.includes('object') || types.includes('array')) return false
  if (hasOwnFields(schema) || hasItems(schema)) return false
  const target = isPureReference(schema) ? lowering.registry.entryFor(schema)?.node : undefined
  if (textAt(schema, '$ref') !== undefined) {
    return target !== undefined && isOfValues(lowering, target, depth - 1)
  }
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((word) => items(member(schema, word)))
  return parts.every((each) => isOfValues(lowering, each, depth - 1))
}

function hasItems(schema: Node): boolean {
  return ['items', 'prefixItems'].some((word) => member(schema, word) !== undefined)
}

/** `object` or `array`, if all values are of that type, or `value` if none is of either. */
export function jsonTypeOf(
  lowering: Lowering,
  shape: Shape,
): 'object' | 'array' | 'value' | undefined {
  if (isValueShape(shape)) return 'value'
  if (shape.kind === 'record' || shape.kind === 'map') return 'object'
  if (shape.kind === 'list' || shape.kind === 'tuple') return 'array'
  const target = shape.kind === 'reference' ? nodeOf(lowering, shape) : undefined
  if (!target) return undefined
  if (isObjectLike(lowering, target)) return 'object'
  return valueAt(target, 'type') === 'array' ? 'array' : undefined
}

/** Whether a shape, or what it refers to, has null among its values. */
export function canBeNull(lowering: Lowering, shape: Shape): boolean {
  if (shape.kind === 'nullable') return true
  if (shape.kind === 'scalar') return shape.type === 'null'
  const target = shape.kind === 'reference' ? nodeOf(lowering, shape) : undefined
  return target !== undefined && namesNull(lowering, target)
}
