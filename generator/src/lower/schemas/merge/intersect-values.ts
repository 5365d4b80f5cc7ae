import type {
  Enumeration,
  Literal,
  LiteralValue,
  Scalar,
  Shape,
} from '../../../model/shapes/shape.js'

/** A shape of values that contain no others. */
export type ValueShape = Scalar | Literal | Enumeration

export function isValueShape(shape: Shape): shape is ValueShape {
  return shape.kind === 'scalar' || shape.kind === 'literal' || shape.kind === 'enumeration'
}

/** The values that both shapes have; `undefined` if there are none. */
export function intersectValues(left: ValueShape, right: ValueShape): ValueShape | undefined {
  if (left.kind === 'scalar') {
    return right.kind === 'scalar' ? intersectScalars(left, right) : ofType(right, left)
  }
  if (right.kind === 'scalar') return ofType(left, right)
  if (left.kind === 'literal') return includes(right, left.value) ? left : undefined
  if (right.kind === 'literal') return includes(left, right.value) ? right : undefined
  return intersectEnumerations(left, right)
}

/** An integer is a number, and a text of bytes is a text. One of two formats is kept: the later. */
export function intersectScalars(left: Scalar, right: Scalar): Scalar | undefined {
  if (left.type === right.type) return right.format === undefined ? left : right
  const narrower = [left, right].find(({ type }) => type === 'integer' || type === 'binary')
  const wider = narrower?.type === 'integer' ? 'number' : 'string'
  return [left, right].some(({ type }) => type === wider) ? narrower : undefined
}

function ofType(shape: Literal | Enumeration, scalar: Scalar): ValueShape | undefined {
  if (shape.kind === 'enumeration') return enumerationOfType(shape, scalar)
  return isOfType(shape.value, scalar.type) ? shape : undefined
}

/** The listed values that are of a type. */
export function enumerationOfType(shape: Enumeration, { type }: Scalar): Enumeration | undefined {
  return withValues(shape, (value) => isOfType(value, type))
}

function isOfType(value: LiteralValue, type: Scalar['type']): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'null') return value === null
  return typeof value === (type === 'binary' ? 'string' : type)
}

function includes(shape: Literal | Enumeration, value: LiteralValue): boolean {
  if (shape.kind === 'literal') return shape.value === value
  return shape.values.includes(value) || (isAnyText(shape) && typeof value === 'string')
}

/** Whether the document itself says that a text need not be listed. */
function isAnyText({ open }: Enumeration): boolean {
  return open === 'always'
}

export function intersectEnumerations(
  left: Enumeration,
  right: Enumeration,
): Enumeration | undefined {
  const [wider, narrower] = isAnyText(right) ? [right, left] : [left, right]
  const open = left.open && right.open && narrower.open
  return withValues({ ...narrower, open }, (value) => includes(wider, value))
}

function withValues(
  shape: Enumeration,
  keeps: (value: LiteralValue) => boolean,
): Enumeration | undefined {
  const values = shape.values.filter(keeps)
  return values.length > 0 ? { ...shape, values } : undefined
}
