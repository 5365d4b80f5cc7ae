import { isDictionary } from '../../model/json.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Source } from '../../model/shapes/shape.js'
import { member, type Node, sourceKey, valueAt } from '../../source/node.js'
import { exactDefault } from '../schemas/annotations.js'
import { describesOtherKeys, isClosed, schemaAt } from '../schemas/fields.js'
import { undescribedNames } from '../schemas/keywords.js'
import type { Reading, UnionNode } from '../schemas/lowering-context.js'
import { gatherParts, isFixed, type Parts, undescribedIn } from '../schemas/merge/gather.js'
import { isLeftOut, possibleTypes } from '../schemas/merge/other-types.js'
import { fieldParts, patternParts } from '../schemas/parts.js'
import { type FieldValues, type RuleSource, valuesOfBoth, valuesOfSchema } from './field-values.js'

/** A property of an object, as far as it can tell what kind of object it is. */
export interface TagField {
  readonly name: string
  readonly required: boolean
  readonly source: Source
  readonly missing?: true
  readonly flow?: 'read' | 'write'
  readonly default?: unknown
  /** The schemas that describe it. */
  readonly nodes: readonly Node[]
  readonly values: () => FieldValues
  /** What each of its schemas says. */
  readonly rules: () => readonly Rule[]
}

/** The properties of an object. Other names may be described too. */
export interface ObjectFields {
  readonly fields: readonly TagField[]
  readonly isOpen: boolean
}

/** A schema together with every part of its `allOf`. */
export interface ComposedObject extends ObjectFields {
  readonly unions: readonly UnionNode[]
  /** Whether a part is no object. */
  readonly hasOthers: boolean
}

export interface FieldContext extends Reading, RuleSource {}

/** The properties of a schema and of its parts, by their rules. */
function composedObject(context: FieldContext, schema: Node): ComposedObject {
  const parts = gatherParts(context, schema)
  const possible = possibleTypes(parts.stated)
  const left = parts.list.filter((part) => !isLeftOut(part, possible))
  const records = left.flatMap((part) =>
    part.kind === 'record' ? [fieldsOfRecord(context, part.schema)] : [],
  )
  const hasOthers = left.length > records.length
  const merged = mergedFields(records)
  const required = new Set(parts.required.keys())
  const fields = merged.fields.map((field) =>
    required.has(field.name) && !field.required ? { ...field, required: true } : field,
  )
  const others = hasOthers ? [] : undescribedFields(context, schema, fields, parts)
  return { fields: [...fields, ...others], isOpen: merged.isOpen, unions: parts.unions, hasOthers }
}

function undescribedFields(
  context: FieldContext,
  schema: Node,
  fields: readonly TagField[],
  parts: Parts,
): TagField[] {
  const known = new Set(fields.map(({ name }) => name))
  return undescribedIn(context, schema, known, parts).map(([name, at]) =>
    fieldOf(context, { name, required: true, source: at.source }, []),
  )
}

interface LeadingFields extends ObjectFields {
  /** Those that are restricted to one value, so that this says more about them than any other part. */
  readonly leading?: ReadonlySet<TagField>
}

function fieldsOfRecord(context: FieldContext, schema: Node): LeadingFields {
  const fields = fieldParts(context.document, schema).map(({ name, node, facts }) => {
    const standard = exactDefault(context.document, node)
    const isDefault = standard && !isDictionary(standard.value)
    const own = { name, source: node.source, ...facts }
    return fieldOf(context, isDefault ? { ...own, default: standard.value } : own, [node])
  })
  const find = (pointer: string): Node | undefined => schemaAt(context, schema, pointer)
  const names = undescribedNames(schema, find)
  const isOpen = describesOtherKeys(schema)
  const rest = restOf(schema)
  const others = names.map(([name, { source }]) =>
    fieldOf(context, { name, required: true, source }, rest),
  )
  // Without `properties`, it is a map that has some keys for certain.
  const isMap = !member(schema, 'properties') && others.length > 0 && !isClosed(schema)
  const leading = new Set(fields.filter(({ nodes: [node] }) => isFixed(context, node)))
  return { fields: [...fields, ...others], isOpen: isOpen || isMap, leading }
}

/** What is said of names that are not described. */
function restOf(schema: Node): Node[] {
  const additional = member(schema, 'additionalProperties')
  const isDescribed = additional && patternParts(schema).length === 0
  return isDescribed && isDictionary(valueAt(schema, 'additionalProperties')) ? [additional] : []
}

function fieldOf(
  context: FieldContext,
  field: Omit<TagField, 'nodes' | 'values' | 'rules'>,
  nodes: readonly Node[],
): TagField {
  let values: FieldValues | undefined
  let rules: readonly Rule[] | undefined
  return {
    ...field,
    nodes,
    values: () => {
      values ??= nodes
        .map((node) => valuesOfSchema(context, node))
        .reduce<FieldValues>((left, right) => valuesOfBoth(left, right) ?? right, {
          kind: 'anything',
        })
      return values
    },
    rules: () => {
      rules ??= nodes.map(context.ruleOf)
      return rules
    },
  }
}

/** The properties of several records that apply to the same object: of each name, all that is said. */
export function mergedFields(records: readonly LeadingFields[]): ObjectFields {
  const fields = new Map<string, readonly [merged: TagField, isLeading: boolean]>()
  for (const { fields: own, leading } of records) {
    for (const field of own) {
      const isLeading = leading?.has(field) ?? false
      const [before, wasLeading = false] = fields.get(field.name) ?? []
      const [other, main = field] = wasLeading && !isLeading ? [field, before] : [before, field]
      fields.set(field.name, [other ? bothFields(other, main) : main, wasLeading || isLeading])
    }
  }
  return {
    fields: [...fields.values()].map(([field]) => field),
    isOpen: records.some(({ isOpen }) => isOpen),
  }
}

/** Both hold; where they contradict each other, `main` counts. */
function bothFields(other: TagField, main: TagField): TagField {
  return {
    ...other,
    ...main,
    required: other.required || main.required,
    nodes: [...other.nodes, ...main.nodes],
    values: () => valuesOfBoth(other.values(), main.values()) ?? main.values(),
    rules: () => [...other.rules(), ...main.rules()],
  }
}

/** The fields of schemas, each read once. */
export function createFieldsReader(context: FieldContext): (schema: Node) => ComposedObject {
  const read = new Map<string, ComposedObject>()
  return (schema) => {
    const key = sourceKey(schema.source)
    const known = read.get(key) ?? composedObject(context, schema)
    read.set(key, known)
    return known
  }
}
