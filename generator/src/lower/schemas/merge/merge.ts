import type { Field, RecordShape, Shape } from '../../../model/shapes/shape.js'
import { member, type Node } from '../../../source/node.js'
import { type Hint, named } from '../../names/hint.js'
import { undescribed } from '../keywords.js'
import type { Lowering, Merged } from '../lowering-context.js'
import {
  gatherParts,
  isFixed,
  type Part,
  type Parts,
  undescribedIn,
  withoutParts,
} from './gather.js'
import { intersectRecords } from './intersect.js'
import { noteShape, type TypesOfParts, withoutOtherTypes } from './other-types.js'
import { isDescribedInMembers } from './required-in-members.js'

/** Merges a schema with every part of its `allOf`, references followed. */
export function mergeParts(
  lowering: Lowering,
  schema: Node,
  hint: Hint,
  parts: Parts = gatherParts(lowering, schema),
): Merged {
  const { unions } = parts
  const read: Read = { records: [], leading: new Set(), others: [], untyped: new Map() }
  for (const part of parts.list) readPart(lowering, part, hint, read)
  const types: TypesOfParts = { stated: parts.stated, untyped: read.untyped }
  const { records, others } = withoutOtherTypes(lowering, schema, read, types)
  const required = new Set(parts.required.keys())
  const record = intersectRecords(lowering, records, { required, leading: read.leading })
  const more = others.length > 0 ? [] : undescribedFieldsIn(lowering, schema, record, parts)
  if (more.length === 0) return { record, unions, others }
  const fields = [...record.fields, ...more]
  const descriptors = Object.getOwnPropertyDescriptors(record)
  const whole: RecordShape = Object.create(null, {
    ...descriptors,
    fields: { value: fields, enumerable: true },
  })
  return { record: whole, unions, others }
}

/** The shapes of the parts of a schema. */
interface Read {
  readonly records: RecordShape[]
  /** Fields that a part restricts to one value, so that it says more about them than any other part. */
  readonly leading: Set<Field>
  readonly others: Shape[]
  readonly untyped: Map<Shape, Node>
}

function readPart(lowering: Lowering, { kind, schema, entry }: Part, hint: Hint, into: Read): void {
  const ownHint = entry ? named(entry.name) : hint
  switch (kind) {
    case 'record':
      readRecord(lowering, schema, ownHint, into)
      break
    case 'whole':
      readOther(schema, lowering.shapeOf(schema, ownHint), into)
      break
    case 'beside':
      readOther(schema, lowering.inlineShapeOf(withoutParts(schema), ownHint), into)
      break
    case 'reference':
      if (entry) into.others.push({ kind: 'reference', name: entry.name })
      break
    default:
      kind satisfies never
  }
}

function readRecord(lowering: Lowering, schema: Node, hint: Hint, into: Read): void {
  const record = lowering.fields.recordOf(schema, hint)
  into.records.push(record)
  noteShape(into, schema, record)
  const properties = member(schema, 'properties')
  for (const field of record.fields) {
    if (isFixed(lowering, properties && member(properties, field.name))) into.leading.add(field)
  }
}

function readOther(schema: Node, shape: Shape, into: Read): void {
  into.others.push(shape)
  noteShape(into, schema, shape)
}

/** What some part requires and none describes, unless all members of a union require it. */
function undescribedFieldsIn(
  lowering: Lowering,
  schema: Node,
  record: RecordShape,
  parts: Parts,
): Field[] {
  const known = new Set(record.fields.map(({ name }) => name))
  return undescribedIn(lowering, schema, known, parts).map(([name, at]) => {
    const isDescribed = 'rest' in record || isDescribedInMembers(lowering, parts.unions, name)
    const report = isDescribed ? () => {} : lowering.report
    return undescribed(name, at, report, () => record.rest ?? { kind: 'json' })
  })
}
