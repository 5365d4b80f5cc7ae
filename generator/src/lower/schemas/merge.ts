import type { Field, RecordShape, Shape } from '../../model/shapes/shape.js'
import { items, member, type Node, sourceKey, textAt, valueAt } from '../../source/node.js'
import { type Hint, named } from '../names/hint.js'
import { leadsTo } from '../names/registry.js'
import { isConstraintOnly } from './is-composition.js'
import type { Lowering, Merged, UnionPlace } from './lowering.js'

/** Merges a schema with every part of its `allOf`, references followed. */
export function mergeParts(lowering: Lowering, schema: Node, hint: Hint): Merged {
  const gathered: Gathered = {
    fields: new Map(),
    fixed: new Set(),
    required: new Set(),
    unions: [],
    others: [],
    seen: new Set(),
  }
  gather(lowering, schema, hint, gathered)
  const fields = [...gathered.fields.values()].map((field) =>
    gathered.required.has(field.name) ? withRequired(field) : field,
  )
  const record = restOf({ kind: 'record', fields }, gathered.rest)
  return { record, unions: gathered.unions, others: gathered.others }
}

/** The additional properties, read as lazily as in the part that has them. */
function restOf(record: RecordShape, from: RecordShape | undefined): RecordShape {
  const rest = from && Object.getOwnPropertyDescriptor(from, 'rest')
  return rest ? Object.defineProperty(record, 'rest', rest) : record
}

interface Gathered {
  readonly fields: Map<string, Field>
  /** Names of fields that a part restricts to one value. */
  readonly fixed: Set<string>
  readonly required: Set<string>
  readonly unions: UnionPlace[]
  readonly others: Shape[]
  readonly seen: Set<string>
  /** The last part with additional properties. */
  rest?: RecordShape
}

function gather(lowering: Lowering, schema: Node, hint: Hint, into: Gathered): void {
  const key = sourceKey(schema.source)
  if (into.seen.has(key)) return
  into.seen.add(key)
  if (textAt(schema, '$ref') !== undefined) gatherReference(lowering, schema, into)
  for (const part of items(member(schema, 'allOf'))) gather(lowering, part, hint, into)
  for (const list of unionLists(schema)) {
    if (!isUnionOverChildren(lowering, schema, list, into.seen)) into.unions.push({ schema, list })
  }
  if (hasOwnFields(schema)) addRecord(lowering, schema, hint, into)
  for (const name of items(member(schema, 'required'))) into.required.add(String(name.value))
  if (isPlain(schema)) into.others.push(lowering.shapeOf(schema, hint))
}

function gatherReference(lowering: Lowering, ref: Node, into: Gathered): void {
  const entry = lowering.registry.entryFor(ref)
  if (!entry) return
  if (isObjectLike(lowering, entry.node)) {
    gather(lowering, entry.node, named(entry.name), into)
  } else {
    into.others.push({ kind: 'reference', name: entry.name })
  }
}

function unionLists(schema: Node): Node[] {
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const list = member(schema, keyword)
    return list && items(list).length > 0 && !isConstraintOnly(list) ? [list] : []
  })
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
  const properties = member(schema, 'properties')
  for (const field of record.fields) {
    const { name } = field
    const before = into.fields.get(name)
    const fixed = isFixed(lowering, properties && member(properties, name))
    // A single value is the narrowest type of a field; a later part must not widen it.
    const kept = before && into.fixed.has(name) && !fixed ? before : field
    into.fields.set(name, before?.required || field.required ? withRequired(kept) : kept)
    if (fixed) into.fixed.add(name)
  }
  if (!('rest' in record)) return
  const { rest: before } = into
  if (before) lowering.readHidden(() => before.rest ?? { kind: 'json' })
  into.rest = record
}

/**
 * Whether a schema allows only one value, by `const` or a single-value enum, directly or in the
 * target of a reference.
 */
function isFixed({ registry }: Lowering, schema: Node | undefined): boolean {
  if (!schema) return false
  const target = textAt(schema, '$ref') === undefined ? schema : registry.entryFor(schema)?.node
  if (!target) return false
  return member(target, 'const') !== undefined || items(member(target, 'enum')).length === 1
}

function hasOwnFields(schema: Node): boolean {
  return ['properties', 'additionalProperties', 'patternProperties'].some((key) =>
    member(schema, key),
  )
}

/** Whether a part is neither an object nor composed of others: a scalar, an array, an enum. */
function isPlain(schema: Node): boolean {
  if (['$ref', 'allOf', 'oneOf', 'anyOf'].some((key) => member(schema, key))) return false
  const type = valueAt(schema, 'type')
  if (type === 'object' || hasOwnFields(schema)) return false
  return ['type', 'enum', 'const', 'items', 'prefixItems'].some((key) => member(schema, key))
}

/** Whether a schema describes objects, so that it can be merged with others that do. */
export function isObjectLike(lowering: Lowering, schema: Node, depth = 0): boolean {
  if (depth > 16) return false
  if (valueAt(schema, 'type') === 'object' || hasOwnFields(schema)) return true
  const parts = items(member(schema, 'allOf'))
  if (textAt(schema, '$ref') !== undefined) {
    const entry = lowering.registry.entryFor(schema)
    return entry !== undefined && isObjectLike(lowering, entry.node, depth + 1)
  }
  if (parts.length > 0) return parts.some((part) => isObjectLike(lowering, part, depth + 1))
  const lists = unionLists(schema).flatMap(items)
  return lists.length > 0 && lists.every((each) => isObjectLike(lowering, each, depth + 1))
}

/** Reads the shape of a field lazily, because schemas can be recursive. */
function withRequired(field: Field): Field {
  if (field.required) return field
  const copy = Object.create(null, Object.getOwnPropertyDescriptors(field))
  Object.defineProperty(copy, 'required', { value: true, enumerable: true })
  return copy
}
