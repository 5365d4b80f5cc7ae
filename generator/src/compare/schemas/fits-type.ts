import { isJsonType, isOfType } from '../../model/json.js'
import type { Field, RecordShape, Scalar, Shape } from '../../model/shapes/shape.js'
import type { Union } from '../../model/shapes/union.js'
import { wireLayout } from '../../model/shapes/union.js'
import type { Declarations, Documents } from '../documents.js'
import { isSame, resolve, sameName } from './relation.js'

// Whether code compiles with another type. Values are not enough: an object with other fields may be valid, but
// TypeScript knows no field that only some members of a union have, and no literal may have one that is not described.

/** Whether code that reads values of the old type compiles with the new one. */
export function readsAs({ before, after, renamed }: Documents, now: Shape, old: Shape): boolean {
  return fits({ from: after, to: before, renamed, code: 'reads' }, now, old)
}

/** Whether code that writes values of the old type compiles with the new one. */
export function writesAs({ before, after, renamed }: Documents, old: Shape, now: Shape): boolean {
  return fits({ from: before, to: after, renamed, code: 'writes' }, old, now)
}

/** One type in place of another, each with the declarations of its document. */
interface Replacing {
  readonly from: Declarations
  readonly to: Declarations
  readonly renamed: ReadonlyMap<string, string>
  /**
   * - `reads`: code that reads the fields of `to` gets a value of `from`
   * - `writes`: code that writes values of `from` writes them where `to` is expected
   */
  readonly code: 'reads' | 'writes'
}

/** Types in types; deeper ones count as different. */
const DEEPEST = 8

function fits(on: Replacing, from: Shape, to: Shape, depth = 0): boolean {
  const [old, now] = on.code === 'reads' ? [to, from] : [from, to]
  if (sameName(on, old, now) || isSame(on, old, now)) return true
  if (depth > DEEPEST) return false
  const [left, right] = [resolve(from, on.from), resolve(to, on.to)]
  if (right.kind === 'json' || left.kind === 'never') return true
  const inside = (each: Shape, other: Shape): boolean => fits(on, each, other, depth + 1)
  if (left.kind === 'nullable') return right.kind === 'nullable' && inside(left.shape, right)
  if (right.kind === 'nullable') return inside(left, right.shape)
  if (left.kind === 'union') return membersOf(left).every((each) => inside(each, right))
  if (right.kind === 'union') return membersOf(right).some((each) => inside(left, each))
  if (left.kind === 'literal') return literalFits(left.value, right)
  if (left.kind === 'enumeration') return left.values.every((value) => literalFits(value, right))
  if (left.kind === 'scalar') return scalarFits(left, right)
  if (left.kind === 'list') return right.kind === 'list' && inside(left.items, right.items)
  if (left.kind === 'map') return right.kind === 'map' && inside(left.values, right.values)
  if (left.kind !== 'record') return false
  if (right.kind === 'map') return left.fields.every((each) => inside(each.shape, right.values))
  return right.kind === 'record' && fieldsFit(on, left, right, depth)
}

function membersOf(union: Union): Shape[] {
  return union.cases.map((each) => {
    const layout = wireLayout(union, each)
    if (layout.kind === 'unit') return { kind: 'literal', value: layout.value }
    return layout.kind === 'record' ? layout : layout.payload
  })
}

function scalarFits({ type }: Scalar, to: Shape): boolean {
  if (to.kind === 'enumeration') return to.open !== false && type === 'string'
  return to.kind === 'scalar' && (type === to.type || (type === 'integer' && to.type === 'number'))
}

function literalFits(value: unknown, to: Shape): boolean {
  if (to.kind === 'literal') return to.value === value
  if (to.kind === 'enumeration') {
    return (
      (to.open !== false && typeof value === 'string') || to.values.some((each) => each === value)
    )
  }
  return to.kind === 'scalar' && isJsonType(to.type) && isOfType(value, to.type)
}

function fieldsFit(on: Replacing, from: RecordShape, to: RecordShape, depth: number): boolean {
  const own = new Map(from.fields.map((each) => [each.name, each]))
  const others = new Set(to.fields.map((each) => each.name))
  const fieldFits = (field: Field): boolean => {
    const given = own.get(field.name)
    if (!given) return on.code === 'writes' && !field.required
    if (field.required && !given.required) return false
    return fits(on, given.shape, field.shape, depth + 1)
  }
  const isKnown = ({ name }: Field): boolean => others.has(name) || to.rest !== undefined
  return to.fields.every(fieldFits) && (on.code === 'reads' || from.fields.every(isKnown))
}
