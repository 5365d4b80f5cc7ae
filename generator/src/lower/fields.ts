import { valueText } from '../diagnostics/value-text.js'
import {
  isDictionary,
  items,
  member,
  members,
  type Node,
  sourceKey,
  textAt,
  valueAt,
} from '../load/node.js'
import type { Field, RecordShape, Shape } from '../model/shape.js'
import { isConstraintOnly } from './choices.js'
import { describe } from './describe.js'
import { fieldHint, type Hint, named } from './hint.js'
import { checkRequired, isKnownMissing } from './keywords.js'
import { leadsTo } from './registry.js'
import { exactDefault, isLiteral } from './scalar.js'
import type { Lowering } from './schema.js'

/** A schema with everything its `allOf` brings: one record, and what does not fit into it. */
export interface Merged {
  readonly record: RecordShape
  readonly unions: readonly UnionPlace[]
  readonly others: readonly Shape[]
}

/** A `oneOf` or `anyOf` and the schema it stands in. */
export interface UnionPlace {
  readonly schema: Node
  readonly list: Node
}

export interface FieldReader {
  /** The schema's own properties. */
  readonly recordOf: (schema: Node, hint: Hint) => RecordShape
  /** Its own properties and those of every part of its `allOf`, references followed. */
  readonly merge: (schema: Node, hint: Hint) => Merged
}

export function createFieldReader(lowering: Lowering): FieldReader {
  const records = new Map<string, RecordShape>()

  const recordOf = (schema: Node, hint: Hint): RecordShape => {
    const key = sourceKey(schema.source)
    const known = records.get(key)
    if (known) return known
    const record = readRecord(lowering, schema, hint)
    records.set(key, record)
    return record
  }

  const merge = (schema: Node, hint: Hint): Merged => {
    const gathered: Gathered = {
      fields: new Map(),
      required: new Set(),
      unions: [],
      others: [],
      seen: new Set(),
    }
    gather({ ...lowering, fields: reader }, schema, hint, gathered)
    const fields = [...gathered.fields.values()].map((field) =>
      gathered.required.has(field.name) ? withRequired(field) : field,
    )
    const rest = gathered.rest ? { rest: gathered.rest } : {}
    const record: RecordShape = { kind: 'record', fields, ...rest }
    return { record, unions: gathered.unions, others: gathered.others }
  }

  const reader: FieldReader = { recordOf, merge }
  return reader
}

interface Gathered {
  readonly fields: Map<string, Field>
  readonly required: Set<string>
  readonly unions: UnionPlace[]
  readonly others: Shape[]
  readonly seen: Set<string>
  rest?: Shape
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
  if (hasOwnFields(schema)) addRecord(lowering.fields.recordOf(schema, hint), into)
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
    return list && Array.isArray(list.value) && !isConstraintOnly(list) ? [list] : []
  })
}

/** A base that lists its own heirs: an heir that merges the base does not inherit that list. */
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

function addRecord(record: RecordShape, into: Gathered): void {
  for (const field of record.fields) {
    const before = into.fields.get(field.name)
    into.fields.set(field.name, before?.required && !field.required ? withRequired(field) : field)
  }
  if (record.rest) into.rest = record.rest
}

function hasOwnFields(schema: Node): boolean {
  return ['properties', 'additionalProperties', 'patternProperties'].some((key) =>
    member(schema, key),
  )
}

/** A part that is neither an object nor made of other parts: a scalar, an array, an enumeration. */
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

/** Keeps the shape of a field unread until it is asked for: schemas contain each other. */
function withRequired(field: Field): Field {
  if (field.required) return field
  const copy = Object.create(null, Object.getOwnPropertyDescriptors(field))
  Object.defineProperty(copy, 'required', { value: true, enumerable: true })
  return copy
}

function readRecord(lowering: Lowering, schema: Node, hint: Hint): RecordShape {
  checkRequired(schema, lowering.report)
  const required = new Set(items(member(schema, 'required')).map((each) => each.value))
  const properties = member(schema, 'properties')
  const fields = (properties ? members(properties) : []).map(([name, node]) =>
    readField(lowering, name, node, required.has(name), fieldHint(hint, name)),
  )
  const rest = readRest(lowering, schema, hint)
  return { kind: 'record', fields, ...(rest ? { rest } : {}) }
}

function readField(
  lowering: Lowering,
  name: string,
  schema: Node,
  required: boolean,
  hint: Hint,
): Field {
  const flow = flowOf(schema)
  const shape = lazily(() => lowering.shapeOf(schema, hint))
  return {
    ...describe(schema),
    name,
    get shape() {
      return shape()
    },
    required: required || isRequiredByMistake(schema),
    ...defaultOf(lowering, schema),
    ...(isKnownMissing(schema) ? { missing: true } : {}),
    ...(flow ? { flow } : {}),
  }
}

/** Reads a shape once. Asked for while it is being read, it is any value for the moment. */
function lazily(read: () => Shape): () => Shape {
  let shape: Shape | undefined
  let reading = false
  return () => {
    if (shape) return shape
    if (reading) return { kind: 'json' }
    reading = true
    try {
      shape = read()
      return shape
    } finally {
      reading = false
    }
  }
}

function flowOf(schema: Node): 'read' | 'write' | undefined {
  if (valueAt(schema, 'readOnly') === true) return 'read'
  return valueAt(schema, 'writeOnly') === true ? 'write' : undefined
}

/** `required: true` on the property itself: not JSON Schema, but what it means is clear. */
function isRequiredByMistake(schema: Node): boolean {
  return member(schema, 'required')?.value === true
}

function defaultOf(lowering: Lowering, schema: Node): Pick<Field, 'default'> {
  const word = member(schema, 'default')
  if (!word || exactDefault(lowering.document, schema) === undefined) return {}
  const type = valueAt(schema, 'type')
  const types = Array.isArray(type) ? type : [type]
  const known = typeof type === 'string' || Array.isArray(type)
  if (!known || word.value === null || types.some((each) => isOfType(word.value, each))) {
    return { default: word.value }
  }
  lowering.report({
    code: 'TW2004',
    severity: 'warning',
    message: `the default ${valueText(word.value)} is no ${types.join(' or ')}`,
    at: word.source,
  })
  return {}
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isDictionary(value)
  if (type === 'integer') return Number.isInteger(value)
  return isLiteral(value) && typeof value === type
}

/** What keys hold that are not among the properties; `false` and silence both mean "nothing said". */
function readRest(lowering: Lowering, schema: Node, hint: Hint): Shape | undefined {
  const additional = member(schema, 'additionalProperties')
  const patterns = member(schema, 'patternProperties')
  const valueHint = fieldHint(hint, 'value')
  const shapes = (patterns ? members(patterns) : []).map(([, node]) =>
    lowering.shapeOf(node, valueHint),
  )
  if (additional && additional.value !== false) {
    shapes.push(lowering.shapeOf(additional, valueHint))
  }
  const [single] = shapes
  if (shapes.some((shape) => shape.kind === 'json')) return { kind: 'json' }
  return shapes.length > 1 ? lowering.unions.plain(schema, shapes) : single
}
