import { fingerprint } from '../../../model/shapes/fingerprint.js'
import type {
  Field,
  List,
  MapShape,
  RecordShape,
  Reference,
  Shape,
  Tuple,
} from '../../../model/shapes/shape.js'
import { isUntagged, type Union } from '../../../model/shapes/union.js'
import type { Node } from '../../../source/node.js'
import { isExtending, isMember } from '../is-composition.js'
import type { Lowering } from '../lowering-context.js'
import { lazily } from '../read-once.js'
import { intersectValues, isValueShape } from './intersect-values.js'
import { canBeNull, jsonTypeOf, nodeOf, valueShapeOf } from './named-shapes.js'

/**
 * The shape of values that have both shapes, as far as possible without an intersection; `undefined` if there
 * are no such values.
 */
export function intersect(lowering: Lowering, left: Shape, right: Shape): Shape | undefined {
  lowering.budget.spend(1)
  if (left.kind === 'json' || right.kind === 'never') return right
  if (right.kind === 'json' || left.kind === 'never') return left
  if (isReference(left) && isReference(right)) {
    const narrower = narrowerOf(lowering, left, right)
    if (narrower) return narrower
  }
  const [one, other] = [valueShapeOf(lowering, left), valueShapeOf(lowering, right)]
  if (one || other) return intersectNamed(lowering, [left, one], [right, other])
  if (isNullish(left) || isNullish(right)) return intersectNullable(lowering, left, right)
  if (isValueShape(left) && isValueShape(right)) return intersectValues(left, right)
  if (isObject(left) && isObject(right)) return intersectObjects(lowering, left, right)
  if (isList(left) && isList(right)) return intersectLists(lowering, left, right)
  if (isUntagged(left)) return intersectUnion(lowering, left, right)
  if (isUntagged(right)) return intersectUnion(lowering, right, left)
  return intersectOthers(lowering, left, right)
}

/** A field that two parts of a schema describe. Both hold; where they contradict each other, `main` counts. */
export function intersectFields(lowering: Lowering, other: Field, main: Field): Field {
  const shape = lazily(() => {
    const both = intersect(lowering, other.shape, main.shape)
    if (!both) reportContradiction(lowering, other, main)
    return both ?? main.shape
  })
  const field: Field = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(other),
    ...Object.getOwnPropertyDescriptors(main),
    required: { value: other.required || main.required, enumerable: true },
    shape: { get: shape, enumerable: true },
  })
  return field
}

function reportContradiction({ report }: Lowering, other: Field, main: Field): void {
  report({
    code: 'TW2012',
    severity: 'warning',
    message: `no value fits: another part of this schema describes ${JSON.stringify(main.name)} differently; this one counts`,
    at: main.source,
    also: { message: 'the other one is here', at: other.source },
  })
}

interface Precedence {
  /** The names of fields that some part requires. */
  readonly required?: ReadonlySet<string>
  /** Fields that count more than others of their name. Among those, and among the others, the last counts. */
  readonly leading?: ReadonlySet<Field>
}

/** One record of what several parts of a schema say. */
export function intersectRecords(
  lowering: Lowering,
  records: readonly RecordShape[],
  { required = new Set(), leading = new Set() }: Precedence = {},
): RecordShape {
  const fields = new Map<string, readonly [merged: Field, isLeading: boolean]>()
  for (const field of records.flatMap((each) => each.fields)) {
    const isLeading = leading.has(field)
    const [before, wasLeading = false] = fields.get(field.name) ?? []
    const [other, main = field] = wasLeading && !isLeading ? [field, before] : [before, field]
    const merged = other ? intersectFields(lowering, other, main) : main
    fields.set(field.name, [merged, wasLeading || isLeading])
  }
  const record: RecordShape = {
    kind: 'record',
    fields: [...fields.values()].map(([field]) =>
      required.has(field.name) ? withRequired(field) : field,
    ),
  }
  const open = records.filter((each) => 'rest' in each)
  if (open.length === 0) return record
  const rest = lazily(() =>
    open
      .map((each): Shape => each.rest ?? { kind: 'json' })
      .reduce((earlier, later) => intersect(lowering, earlier, later) ?? later),
  )
  return Object.defineProperty(record, 'rest', { get: rest, enumerable: true })
}

/** Leaves the shape unread, because schemas can be recursive. */
function withRequired(field: Field): Field {
  if (field.required) return field
  const copy: Field = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(field),
    required: { value: true, enumerable: true },
  })
  return copy
}

type Resolved = readonly [shape: Shape, value: Shape | undefined]

/** Of two names for the same values, the later is kept. */
function intersectNamed(lowering: Lowering, left: Resolved, right: Resolved): Shape | undefined {
  const both = intersect(lowering, left[1] ?? left[0], right[1] ?? right[0])
  const same = [right, left].find(([, value]) => both && value && isSame(lowering, both, value))
  return same?.[0] ?? both
}

function isReference(shape: Shape): shape is Reference {
  return shape.kind === 'reference'
}

/** The narrower of two named schemas, if one extends or lists the other. */
function narrowerOf(lowering: Lowering, left: Reference, right: Reference): Shape | undefined {
  if (left.name === right.name) return right
  const [one, other] = [nodeOf(lowering, left), nodeOf(lowering, right)]
  if (!one || !other) return undefined
  if (isNarrower(lowering, other, one)) return right
  return isNarrower(lowering, one, other) ? left : undefined
}

function isNarrower(lowering: Lowering, schema: Node, than: Node): boolean {
  return isExtending(lowering, schema, than) || isMember(lowering, schema, than)
}

function isNull(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.type === 'null'
}

function isNullish(shape: Shape): boolean {
  return shape.kind === 'nullable' || isNull(shape)
}

function intersectNullable(lowering: Lowering, left: Shape, right: Shape): Shape | undefined {
  const both =
    isNull(left) || isNull(right)
      ? undefined
      : intersect(lowering, withoutNull(left), withoutNull(right))
  if (!canBeNull(lowering, left) || !canBeNull(lowering, right)) return both
  return both ? { kind: 'nullable', shape: both } : { kind: 'scalar', type: 'null' }
}

function withoutNull(shape: Shape): Shape {
  return shape.kind === 'nullable' ? shape.shape : shape
}

function isObject(shape: Shape): shape is RecordShape | MapShape {
  return shape.kind === 'record' || shape.kind === 'map'
}

function intersectObjects(
  lowering: Lowering,
  left: RecordShape | MapShape,
  right: RecordShape | MapShape,
): Shape {
  return recordOrMap(intersectRecords(lowering, [recordOf(left), recordOf(right)]))
}

/** An object without fields of its own is a map. */
export function recordOrMap(record: RecordShape): Shape {
  if (record.fields.length > 0) return record
  return {
    kind: 'map',
    get values() {
      return record.rest ?? { kind: 'json' }
    },
  }
}

function recordOf(shape: RecordShape | MapShape): RecordShape {
  if (shape.kind === 'record') return shape
  const record: RecordShape = { kind: 'record', fields: [] }
  return shape.values.kind === 'json' ? record : { ...record, rest: shape.values }
}

function isList(shape: Shape): shape is List | Tuple {
  return shape.kind === 'list' || shape.kind === 'tuple'
}

function intersectLists(lowering: Lowering, left: List | Tuple, right: List | Tuple): Shape {
  const item = (one: Shape, other: Shape): Shape => intersect(lowering, one, other) ?? other
  if (left.kind === 'list' && right.kind === 'list') {
    return { kind: 'list', items: item(left.items, right.items) }
  }
  if (left.kind === 'tuple' && right.kind === 'tuple') return together(lowering, left, right)
  const [tuple, list] = left.kind === 'tuple' ? [left, right] : [right, left]
  if (tuple.kind !== 'tuple' || list.kind !== 'list') return together(lowering, left, right)
  const ofList = (each: Shape): Shape => item(list.items, each)
  return {
    ...tuple,
    items: tuple.items.map(ofList),
    ...(tuple.rest ? { rest: ofList(tuple.rest) } : {}),
  }
}

/** The members of a union that go together with another shape. */
function intersectUnion(lowering: Lowering, union: Union, other: Shape): Shape | undefined {
  const cases = union.cases.flatMap((each) => {
    const payload = each.payload && intersect(lowering, each.payload, other)
    return payload ? [{ ...each, payload }] : []
  })
  const [first, ...others] = cases
  const isOne = others.every(({ payload }) => first && isSame(lowering, payload, first.payload))
  if (isOne) return first?.payload
  const isNarrowed = cases.some(({ payload }) => payload.kind !== 'intersection')
  return isNarrowed ? { ...union, cases } : together(lowering, union, other)
}

/** Named objects and lists, and tagged unions. */
function intersectOthers(lowering: Lowering, left: Shape, right: Shape): Shape | undefined {
  const [one, other] = [jsonTypeOf(lowering, left), jsonTypeOf(lowering, right)]
  if (one && other && one !== other) return undefined
  if (one === other && isAnything(left)) return right
  return one === other && isAnything(right) ? left : together(lowering, left, right)
}

/** An object or list that may contain anything. */
function isAnything(shape: Shape): boolean {
  if (shape.kind === 'map') return shape.values.kind === 'json'
  return shape.kind === 'list' && shape.items.kind === 'json'
}

/** An intersection, in which the same shape stands once. */
function together(lowering: Lowering, left: Shape, right: Shape): Shape {
  const parts = [...partsOf(left)]
  for (const part of partsOf(right)) {
    if (!parts.some((each) => each.kind === part.kind && isSame(lowering, each, part)))
      parts.push(part)
  }
  const [single] = parts
  return parts.length === 1 && single ? single : { kind: 'intersection', parts }
}

function partsOf(shape: Shape): readonly Shape[] {
  return shape.kind === 'intersection' ? shape.parts : [shape]
}

/** Whole unions are compared. */
const TEXT_OF_A_STEP = 200

function isSame({ budget }: Lowering, left: Shape, right: Shape): boolean {
  if (left === right) return true
  const [one, other] = [fingerprint(left), fingerprint(right)]
  budget.spend((one.length + other.length) / TEXT_OF_A_STEP)
  return one === other
}
