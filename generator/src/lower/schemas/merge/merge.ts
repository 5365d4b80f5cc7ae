import { isDictionary } from '../../../model/json.js'
import type { Field, RecordShape, Reference, Shape } from '../../../model/shapes/shape.js'
import { items, member, type Node, sourceKey, textAt } from '../../../source/node.js'
import { type Hint, named } from '../../names/hint.js'
import { leadsTo, targetOf } from '../../names/registry.js'
import { isPart, undescribed } from '../keywords.js'
import type { Lowering, Merged, UnionNode } from '../lowering-context.js'
import { isNullBesideUnion } from '../null-schemas.js'
import { listedValues } from '../values.js'
import { intersectRecords } from './intersect.js'
import { hasOwnFields, isObjectLike, isOfObjects, unionLists } from './is-object-like.js'
import { nodeOf } from './named-shapes.js'
import { noteShape, noteTypes, type TypesOfParts, withoutOtherTypes } from './other-types.js'
import { isDescribedInMembers, isRequiredInMembers } from './required-in-members.js'

/** Merges a schema with every part of its `allOf`, references followed. */
export function mergeParts(lowering: Lowering, schema: Node, hint: Hint): Merged {
  const gathered: Gathered = {
    records: [],
    leading: new Set(),
    required: new Map(),
    unions: [],
    others: [],
    types: { stated: [], untyped: new Map() },
    seen: new Set(),
  }
  gather(lowering, schema, hint, gathered)
  const { unions, leading, types } = gathered
  const { records, others } = withoutOtherTypes(lowering, schema, gathered, types)
  const required = new Set(gathered.required.keys())
  const record = intersectRecords(lowering, records, { required, leading })
  const more = others.length > 0 ? [] : undescribedIn(lowering, schema, record, gathered)
  if (more.length === 0) return { record, unions, others }
  const fields = [...record.fields, ...more]
  const descriptors = Object.getOwnPropertyDescriptors(record)
  const whole: RecordShape = Object.create(null, {
    ...descriptors,
    fields: { value: fields, enumerable: true },
  })
  return { record: whole, unions, others }
}

/** What some part requires and none describes, unless all members of a union require it. */
function undescribedIn(
  lowering: Lowering,
  schema: Node,
  record: RecordShape,
  { required, unions }: Gathered,
): Field[] {
  if (isPart(schema)) return []
  const known = new Set(record.fields.map(({ name }) => name))
  const isOpen = 'rest' in record
  return [...required].flatMap(([name, at]) => {
    if (known.has(name) || isRequiredInMembers(lowering, unions, name)) return []
    const isDescribed = isOpen || isDescribedInMembers(lowering, unions, name)
    const report = isDescribed ? () => {} : lowering.report
    return [undescribed(name, at, report, () => record.rest ?? { kind: 'json' })]
  })
}

interface Gathered {
  readonly records: RecordShape[]
  /** Fields that a part restricts to one value, so that it says more about them than any other part. */
  readonly leading: Set<Field>
  /** The names that some part requires, and where. */
  readonly required: Map<string, Node>
  readonly unions: UnionNode[]
  readonly others: Shape[]
  readonly types: TypesOfParts
  readonly seen: Set<string>
}

function gather(lowering: Lowering, schema: Node, hint: Hint, into: Gathered): void {
  const key = sourceKey(schema.source)
  if (into.seen.has(key)) return
  into.seen.add(key)
  lowering.budget.spend(0.25)
  noteTypes(into.types, schema)
  if (textAt(schema, '$ref') !== undefined) gatherReference(lowering, schema, into)
  for (const part of items(member(schema, 'allOf'))) gather(lowering, part, hint, into)
  for (const list of unionLists(schema)) {
    if (!isUnionOverChildren(lowering, schema, list, into.seen)) into.unions.push({ schema, list })
  }
  if (hasOwnFields(schema)) addRecord(lowering, schema, hint, into)
  for (const name of items(member(schema, 'required'))) into.required.set(String(name.value), name)
  if (isPlain(schema)) addOther(schema, lowering.shapeOf(schema, hint), into)
  else if (isPlain(withoutParts(schema)) && !hasTypeOfParts(lowering, schema)) {
    addOther(schema, lowering.inlineShapeOf(withoutParts(schema), hint), into)
  }
}

function addOther(schema: Node, shape: Shape, { others, types }: Gathered): void {
  others.push(shape)
  noteShape(types, schema, shape)
}

function gatherReference(lowering: Lowering, ref: Node, into: Gathered): void {
  const entry = lowering.registry.entryFor(ref)
  if (!entry) return
  if (isObjectLike(lowering, entry.node)) {
    gather(lowering, entry.node, named(entry.name), into)
  } else {
    const reference: Reference = { kind: 'reference', name: entry.name }
    into.others.push(reference)
    noteTypes(into.types, nodeOf(lowering, reference) ?? entry.node)
  }
}

/** A base that lists its own subtypes: a subtype that merges the base does not inherit that list. */
function isUnionOverChildren(
  { registry }: Lowering,
  schema: Node,
  list: Node,
  seen: ReadonlySet<string>,
): boolean {
  return items(list).some((each) => {
    if (textAt(each, '$ref') === undefined || leadsTo(registry, each, schema)) return false
    const entry = registry.entryFor(each)
    return entry !== undefined && seen.has(sourceKey(entry.node.source))
  })
}

function addRecord(lowering: Lowering, schema: Node, hint: Hint, into: Gathered): void {
  const record = lowering.fields.recordOf(schema, hint)
  into.records.push(record)
  noteShape(into.types, schema, record)
  const properties = member(schema, 'properties')
  for (const field of record.fields) {
    if (isFixed(lowering, properties && member(properties, field.name))) into.leading.add(field)
  }
}

/**
 * Whether a schema allows only one value, by `const` or a single-value enum, directly or in the
 * target of a reference.
 */
function isFixed(lowering: Lowering, schema: Node | undefined): boolean {
  const target = schema && targetOf(lowering, schema)
  return target !== undefined && listedValues(target)?.values.length === 1
}

/** Whether the type of a composed schema is that of its parts, or null, which is added to all of them. */
function hasTypeOfParts(lowering: Lowering, schema: Node): boolean {
  return isObjectLike(lowering, schema) || isNullBesideUnion(schema)
}

const PARTS = ['$ref', 'allOf', 'oneOf', 'anyOf']

/** What a schema says beside the schemas that it is composed of. */
function withoutParts({ value, source }: Node): Node {
  const keywords = Object.entries(isDictionary(value) ? value : {})
  return { value: Object.fromEntries(keywords.filter(([key]) => !PARTS.includes(key))), source }
}

/** Whether a part is neither an object nor composed of others: a scalar, an array, an enum. */
function isPlain(schema: Node): boolean {
  if (PARTS.some((key) => member(schema, key))) return false
  if (isOfObjects(schema) || hasOwnFields(schema)) return false
  return ['type', 'enum', 'const', 'items', 'prefixItems'].some((key) => member(schema, key))
}
