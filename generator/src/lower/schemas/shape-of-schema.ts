import { isDictionary, type JsonType } from '../../model/json.js'
import type { Shape } from '../../model/shapes/shape.js'
import { items, member, type Node, textAt, valueAt } from '../../source/node.js'
import { fieldHint, type Hint, itemHint } from '../names/hint.js'
import { oneKeyShape } from '../unions/union-shape.js'
import { lowerComposition, lowerReference } from './composition.js'
import { isComposition } from './is-composition.js'
import { undescribedNames } from './keywords.js'
import type { Lowering } from './lowering-context.js'
import { recordOrMap } from './merge/intersect.js'
import { canBeNull } from './merge/named-shapes.js'
import { isNullableByWord, isNullByType, isNullInParts } from './null-schemas.js'
import { listParts } from './parts.js'
import { scalarShape, typesOf } from './scalar.js'
import { listedValues, valuesShape } from './values.js'

interface Rule {
  readonly when: (schema: Node, types: readonly JsonType[]) => boolean
  readonly lower: (
    lowering: Lowering,
    schema: Node,
    hint: Hint,
    types: readonly JsonType[],
  ) => Shape
}

/**
 * The first rule that matches determines the meaning of a schema. References come first, because older
 * documents ignore their siblings; literals before types, because they are more specific; compositions before
 * types, because `type: object` next to a `oneOf` only repeats its members; an array of types before a single
 * type.
 */
const rules: readonly Rule[] = [
  { when: (schema) => schema.value === false, lower: () => ({ kind: 'never' }) },
  { when: (schema) => !isDictionary(schema.value), lower: () => ({ kind: 'json' }) },
  { when: (schema) => hasText(schema, '$ref'), lower: lowerReference },
  { when: (schema) => hasText(schema, '$dynamicRef'), lower: lowerDynamicReference },
  { when: (schema) => listedValues(schema) !== undefined, lower: lowerValues },
  { when: isComposition, lower: lowerComposition },
  { when: (_, types) => types.length > 1, lower: lowerSeveralTypes },
  { when: (_, types) => types[0] === 'null', lower: () => ({ kind: 'scalar', type: 'null' }) },
  { when: (_, types) => isScalarType(types[0]), lower: lowerScalar },
  { when: isArray, lower: lowerArray },
  { when: isObject, lower: lowerObject },
]

/** The shape of a schema, expanded in place. */
export function lowerSchema(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const types = typesOf(schema, lowering.report)
  const rule = rules.find((each) => each.when(schema, types))
  const shape = rule?.lower(lowering, schema, hint, types) ?? { kind: 'json' }
  if (isNullableByWord(schema)) return nullable(shape)
  if (isNullInParts(lowering, schema)) {
    return isNullAMember(lowering, shape) ? shape : nullable(shape)
  }
  if (!isNullByType(schema)) return shape
  if (!['nullable', 'reference', 'json'].includes(shape.kind)) warnNullByType(lowering, schema)
  return nullable(shape)
}

/** Whether null is already among the values of a member, as in the same union outside of an `allOf`. */
function isNullAMember(lowering: Lowering, shape: Shape): boolean {
  return shape.kind === 'union' && shape.tagging.style === 'none' && canBeNull(lowering, shape)
}

export function nullable(shape: Shape): Shape {
  if (shape.kind === 'nullable' || shape.kind === 'json') return shape
  return shape.kind === 'scalar' && shape.type === 'null' ? shape : { kind: 'nullable', shape }
}

function hasText(schema: Node, key: string): boolean {
  return textAt(schema, key) !== undefined
}

function isScalarType(type: JsonType | undefined): boolean {
  return type === 'string' || type === 'number' || type === 'integer' || type === 'boolean'
}

function isArray(schema: Node, types: readonly JsonType[]): boolean {
  if (types[0] === 'array') return true
  return types.length === 0 && ['items', 'prefixItems'].some((key) => member(schema, key))
}

function isObject(schema: Node, types: readonly JsonType[]): boolean {
  if (types[0] === 'object') return true
  if (types.length > 0) return false
  const keywords = ['properties', 'additionalProperties', 'patternProperties']
  return keywords.some((key) => member(schema, key)) || undescribedNames(schema).length > 0
}

function warnNullByType(lowering: Lowering, schema: Node): void {
  lowering.report({
    code: 'TW2011',
    severity: 'warning',
    message: '`null` is in `type`, but other keywords reject it; it is read as "or null"',
    at: member(schema, 'type')?.source ?? schema.source,
  })
}

/** A dynamic reference that no outer schema overrides is an ordinary one. */
function lowerDynamicReference(lowering: Lowering, schema: Node): Shape {
  const ref = { $ref: textAt(schema, '$dynamicRef') }
  return lowering.unions.referenceTo({ value: ref, source: schema.source })
}

function lowerValues(_: Lowering, schema: Node): Shape {
  const listed = listedValues(schema)
  return listed ? valuesShape(listed) : { kind: 'json' }
}

function lowerSeveralTypes(
  lowering: Lowering,
  schema: Node,
  hint: Hint,
  types: readonly JsonType[],
): Shape {
  const alone = types
    .filter((type) => type !== 'null')
    .map((type): Node => ({ value: withType(schema, type), source: schema.source }))
  const shapes = alone.map((each) => lowering.inlineShapeOf(each, hint))
  const [single] = shapes
  const shape = shapes.length === 1 && single ? single : lowering.unions.plain(schema, shapes)
  return types.includes('null') ? nullable(shape) : shape
}

function withType(schema: Node, type: JsonType): unknown {
  return isDictionary(schema.value) ? { ...schema.value, type } : {}
}

function lowerScalar(_: Lowering, schema: Node, __: Hint, types: readonly JsonType[]): Shape {
  const [type] = types
  const known = items(member(schema, 'x-extensible-enum')).map((each) => each.value)
  if (type === 'string' && known.length > 0 && known.every((each) => typeof each === 'string')) {
    return { kind: 'enumeration', values: known, open: 'always' }
  }
  if (type === 'string' || type === 'number' || type === 'integer' || type === 'boolean') {
    return scalarShape(type, schema)
  }
  return { kind: 'json' }
}

function lowerArray(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const { first, after } = listParts(schema)
  const others = (): Shape => (after ? lowering.shapeOf(after, itemHint(hint)) : { kind: 'json' })
  if (!first) return { kind: 'list', items: others() }
  const parts = first.map((item, index) =>
    lowering.shapeOf(item, fieldHint(hint, String(index + 1))),
  )
  const [least, most] = [valueAt(schema, 'minItems'), valueAt(schema, 'maxItems')]
  const required = Math.min(typeof least === 'number' ? least : 0, parts.length)
  const isFull = after?.value === false || (typeof most === 'number' && most <= parts.length)
  return { kind: 'tuple', items: parts, required, ...(isFull ? {} : { rest: others() }) }
}

function lowerObject(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const record = lowering.fields.recordOf(schema, hint)
  const keys = lowering.tags.oneKey(schema)
  return keys ? oneKeyShape(keys, record) : recordOrMap(record)
}
