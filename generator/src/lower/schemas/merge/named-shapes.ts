import type { Reference, Shape } from '../../../model/shapes/shape.js'
import { items, member, type Node, sourceKey, textAt, valueAt } from '../../../source/node.js'
import { isPureReference } from '../../../source/references.js'
import { named } from '../../names/hint.js'
import type { Lowering, Reading } from '../lowering-context.js'
import { namesNull } from '../null-schemas.js'
import { isValueShape } from './intersect-values.js'
import { hasOwnFields, isObjectLike } from './is-object-like.js'

const DEPTH = 8

/** More parts than a schema of plain values has. */
const MOST = 256

const LISTS = ['allOf', 'oneOf', 'anyOf']

/** The schema that a shape refers to. */
export function nodeOf(reading: Pick<Reading, 'registry'>, { name }: Reference): Node | undefined {
  return nodeCalled(reading, name)
}

/** The schema of that name, or the one that it is only a name of. */
export function nodeCalled(
  { registry }: Pick<Reading, 'registry'>,
  name: string,
): Node | undefined {
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

/** Whether a schema has neither objects nor lists, nor itself inside. */
export function isOfValues({ registry }: Pick<Reading, 'registry'>, schema: Node): boolean {
  const seen = new Set<string>()
  const open = [schema]
  for (let at = open.pop(); at; at = open.pop()) {
    const key = sourceKey(at.source)
    if (seen.has(key) || seen.size === MOST || !isOfValue(at)) return false
    seen.add(key)
    const isReference = textAt(at, '$ref') !== undefined
    const target = isPureReference(at) ? registry.entryFor(at)?.node : undefined
    if (isReference && !target) return false
    for (const part of target ? [target] : partsOf(at)) open.push(part)
  }
  return true
}

function partsOf(schema: Node): Node[] {
  return LISTS.flatMap((keyword) => items(member(schema, keyword)))
}

function isOfValue(schema: Node): boolean {
  const types = [valueAt(schema, 'type')].flat()
  const isContainer = types.includes('object') || types.includes('array')
  return !isContainer && !hasOwnFields(schema) && !hasItems(schema)
}

function hasItems(schema: Node): boolean {
  return ['items', 'prefixItems'].some((keyword) => member(schema, keyword) !== undefined)
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
  if (shape.kind === 'nullable' || shape.kind === 'json') return true
  if (shape.kind === 'scalar') return shape.type === 'null'
  if (shape.kind === 'union') {
    return shape.cases.some(({ payload }) => payload && canBeNull(lowering, payload))
  }
  const target = shape.kind === 'reference' ? nodeOf(lowering, shape) : undefined
  return target !== undefined && namesNull(lowering, target)
}
