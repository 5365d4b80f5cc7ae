import type { Report } from '../diagnostics/diagnostic.js'
import type { Document } from '../load/document.js'
import { isDictionary, items, member, type Node, sourceKey, textAt, valueAt } from '../load/node.js'
import { partsOf } from '../model/parts.js'
import type { Rule as ValueRule } from '../model/rule.js'
import type { Declaration, RecordShape, Shape } from '../model/shape.js'
import { isComposition } from './choices.js'
import { comesBack } from './circles.js'
import { lowerComposition, lowerReference } from './composition.js'
import { describe } from './describe.js'
import { createFieldReader, type FieldReader } from './fields.js'
import { fieldHint, type Hint, itemHint, named, nameOf } from './hint.js'
import { isNullByType } from './null-by-type.js'
import { createRegistry, type Registry } from './registry.js'
import { withoutCircles } from './rule-circles.js'
import { createRuleLowering, taggedMembers } from './rules.js'
import { constantShape, enumerationShape, type SchemaType, scalarShape, typesOf } from './scalar.js'
import { detectContainer } from './tagging.js'
import { createUnionReader, type UnionReader } from './unions.js'

/** What lowering one schema needs of the others. One per run; it reads, and remembers what it read. */
export interface Lowering {
  readonly document: Document
  readonly report: Report
  readonly registry: Registry
  readonly fields: FieldReader
  readonly unions: UnionReader
  /** What a schema means where it is used: tagged unions inside it get a declaration of their own. */
  readonly shapeOf: (schema: Node, hint: Hint) => Shape
  /** What a schema means, spelled out. */
  readonly meaningOf: (schema: Node, hint: Hint) => Shape
}

export interface SchemaLowering extends Pick<Lowering, 'shapeOf' | 'document' | 'report'> {
  /** Every declaration, in the order of the document. Call it last. */
  readonly declarations: () => Declaration[]
  /** Gives a name to an inline record, so that people can write its type. */
  readonly declareInline: (schema: Node, name: string) => Shape
  /** What a schema of an operation demands; known once all declarations are. */
  readonly ruleLater: (schema: Node) => { readonly rule: ValueRule }
  /** Gives a name to a schema, whatever it is. */
  readonly declare: (schema: Node, name: string) => void
}

/** How far schemas are read: to what their values look like, or also to what validators demand. */
export type Depth = 'shapes' | 'rules'

export function createSchemaLowering(
  document: Document,
  components: readonly Node[],
  report: Report,
  depth: Depth,
): SchemaLowering {
  const registry = createRegistry(document, components, report)
  const lowering: Lowering = {
    document,
    report,
    registry,
    get fields() {
      return fields
    },
    get unions() {
      return unions
    },
    shapeOf: (schema, hint) => hoist(lowering, schema, lowering.meaningOf(schema, hint), hint),
    meaningOf: (schema, hint) => lowerSchema(lowering, schema, hint),
  }
  const fields = createFieldReader(lowering)
  const unions = createUnionReader(lowering)

  const shapes = new Map<string, Shape>()
  const inOperations: Shape[] = []
  const readShapes = (): void => {
    // Lowering one declaration can name others, so the list may grow while it is walked.
    for (let index = 0; ; index++) {
      const entry = registry.entries()[index]
      if (!entry) break
      const key = sourceKey(entry.node.source)
      if (shapes.has(key)) continue
      const meaning = lowering.meaningOf(entry.node, named(entry.name))
      const shape = entry.inline && meaning.kind === 'nullable' ? meaning.shape : meaning
      shapes.set(key, shape)
      readAll(shape)
    }
  }

  const waiting: { readonly schema: Node; rule: ValueRule }[] = []
  const ruleLater = (schema: Node): { readonly rule: ValueRule } => {
    const later: { readonly schema: Node; rule: ValueRule } = { schema, rule: {} }
    waiting.push(later)
    return {
      get rule() {
        return later.rule
      },
    }
  }

  /** Rules follow what the shapes made of unions. A `not` can refer to what no shape has met. */
  const readRules = (): ReadonlyMap<string, ValueRule> => {
    const rules = new Map<string, ValueRule>()
    if (depth === 'shapes') {
      readShapes()
      return rules
    }
    let before = -1
    while (registry.entries().length > before) {
      before = registry.entries().length
      readShapes()
      const reader = createRuleLowering(
        registry,
        taggedMembers(shapes.values()),
        report,
        document.root,
      )
      for (const entry of [...registry.entries()]) rules.set(entry.name, reader.declared(entry))
      for (const later of waiting) later.rule = reader.ruleOf(later.schema)
    }
    return withoutCircles(rules, report)
  }

  const declarations = (): Declaration[] => {
    inOperations.forEach(readAll)
    const rules = readRules()
    return registry.entries().map((entry) => ({
      ...describe(entry.node),
      name: entry.name,
      shape: shapes.get(sourceKey(entry.node.source)) ?? { kind: 'json' },
      rule: rules.get(entry.name) ?? {},
      ...examplesOf(entry.node),
    }))
  }

  const declareInline = (schema: Node, name: string): Shape => {
    const shape = lowering.meaningOf(schema, named(name))
    inOperations.push(shape)
    if (shape.kind !== 'record') return hoist(lowering, schema, shape, named(name))
    return { kind: 'reference', name: registry.nameInline(name, schema).name }
  }

  const shapeOf = (schema: Node, hint: Hint): Shape => {
    const shape = lowering.shapeOf(schema, hint)
    inOperations.push(shape)
    return shape
  }

  const declare = (schema: Node, name: string): void => {
    registry.nameRoot(name, schema)
  }

  return { document, report, shapeOf, declarations, declareInline, declare, ruleLater }
}

/** Fields are read when they are asked for. Asking for all of them finds every fault and every name. */
function readAll(shape: Shape): void {
  for (const part of partsOf(shape)) readAll(part)
}

function examplesOf(schema: Node): Pick<Declaration, 'examples'> {
  const several = items(member(schema, 'examples')).map((each) => each.value)
  const single = member(schema, 'example')
  const examples = single ? [...several, single.value] : several
  return examples.length > 0 ? { examples } : {}
}

function hoist(lowering: Lowering, schema: Node, shape: Shape, hint: Hint): Shape {
  if (shape.kind === 'nullable') {
    return { kind: 'nullable', shape: hoist(lowering, schema, shape.shape, hint) }
  }
  const tagged = shape.kind === 'union' && shape.tagging.style !== 'none'
  const endless = shape.kind === 'record' && comesBack(lowering, schema)
  if (!tagged && !endless) return shape
  return { kind: 'reference', name: lowering.registry.nameInline(nameOf(hint), schema).name }
}

interface Rule {
  readonly when: (schema: Node, types: readonly SchemaType[]) => boolean
  readonly lower: (
    lowering: Lowering,
    schema: Node,
    hint: Hint,
    types: readonly SchemaType[],
  ) => Shape
}

/**
 * What a schema means is decided by the first rule that fits. References come first, because older
 * documents ignore what stands beside them; literals before types, because they say more than the
 * type beside them; compositions before types, because `type: object` beside a `oneOf` only repeats
 * what its members say; a list of types before single ones, which it is made of.
 */
const rules: readonly Rule[] = [
  { when: (schema) => schema.value === false, lower: () => ({ kind: 'never' }) },
  { when: (schema) => !isDictionary(schema.value), lower: () => ({ kind: 'json' }) },
  { when: (schema) => hasText(schema, '$ref'), lower: lowerReference },
  { when: (schema) => hasText(schema, '$dynamicRef'), lower: lowerDynamicReference },
  { when: (schema) => valueAt(schema, 'const') !== undefined, lower: lowerConst },
  { when: (schema) => Array.isArray(valueAt(schema, 'enum')), lower: lowerEnum },
  { when: isComposition, lower: lowerComposition },
  { when: (_, types) => types.length > 1, lower: lowerSeveralTypes },
  { when: (_, types) => types[0] === 'null', lower: () => ({ kind: 'scalar', type: 'null' }) },
  { when: (_, types) => isScalarType(types[0]), lower: lowerScalar },
  { when: isArray, lower: lowerArray },
  { when: isObject, lower: lowerObject },
]

function lowerSchema(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const types = typesOf(schema, lowering.report)
  const rule = rules.find((each) => each.when(schema, types))
  const shape = rule?.lower(lowering, schema, hint, types) ?? { kind: 'json' }
  if (valueAt(schema, 'nullable') === true) return nullable(shape)
  if (!isNullByType(schema)) return shape
  if (!['nullable', 'reference', 'json'].includes(shape.kind)) warnNullByType(lowering, schema)
  return nullable(shape)
}

export function nullable(shape: Shape): Shape {
  if (shape.kind === 'nullable' || shape.kind === 'json') return shape
  return shape.kind === 'scalar' && shape.type === 'null' ? shape : { kind: 'nullable', shape }
}

function hasText(schema: Node, key: string): boolean {
  return textAt(schema, key) !== undefined
}

function isScalarType(type: SchemaType | undefined): boolean {
  return type === 'string' || type === 'number' || type === 'integer' || type === 'boolean'
}

function isArray(schema: Node, types: readonly SchemaType[]): boolean {
  if (types[0] === 'array') return true
  return types.length === 0 && ['items', 'prefixItems'].some((key) => member(schema, key))
}

function isObject(schema: Node, types: readonly SchemaType[]): boolean {
  if (types[0] === 'object') return true
  const words = ['properties', 'additionalProperties', 'patternProperties']
  return types.length === 0 && words.some((key) => member(schema, key))
}

function warnNullByType(lowering: Lowering, schema: Node): void {
  lowering.report({
    code: 'TW2011',
    severity: 'warning',
    message: '`null` is in `type`, but nothing beside it admits null; it is read as "or null"',
    at: member(schema, 'type')?.source ?? schema.source,
  })
}

/** Without an outer schema that overrides it, a dynamic reference is an ordinary one. */
function lowerDynamicReference(lowering: Lowering, schema: Node): Shape {
  const ref = { $ref: textAt(schema, '$dynamicRef') }
  return lowering.unions.referenceTo({ value: ref, source: schema.source })
}

function lowerConst(_: Lowering, schema: Node): Shape {
  return constantShape(valueAt(schema, 'const'))
}

function lowerEnum(_: Lowering, schema: Node): Shape {
  return enumerationShape(items(member(schema, 'enum')).map((each) => each.value))
}

function lowerSeveralTypes(
  lowering: Lowering,
  schema: Node,
  hint: Hint,
  types: readonly SchemaType[],
): Shape {
  const alone = types
    .filter((type) => type !== 'null')
    .map((type): Node => ({ value: withType(schema, type), source: schema.source }))
  const shapes = alone.map((each) => lowering.meaningOf(each, hint))
  const [single] = shapes
  const shape = shapes.length === 1 && single ? single : lowering.unions.plain(schema, shapes)
  return types.includes('null') ? nullable(shape) : shape
}

function withType(schema: Node, type: SchemaType): unknown {
  return isDictionary(schema.value) ? { ...schema.value, type } : {}
}

function lowerScalar(_: Lowering, schema: Node, __: Hint, types: readonly SchemaType[]): Shape {
  const [type] = types
  if (type === 'string' || type === 'number' || type === 'integer' || type === 'boolean') {
    return scalarShape(type, schema)
  }
  return { kind: 'json' }
}

function lowerArray(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const single = member(schema, 'items')
  const prefix =
    member(schema, 'prefixItems') ?? (Array.isArray(single?.value) ? single : undefined)
  if (!prefix) {
    return {
      kind: 'list',
      items: single ? lowering.shapeOf(single, itemHint(hint)) : { kind: 'json' },
    }
  }
  const parts = items(prefix).map((item, index) =>
    lowering.shapeOf(item, fieldHint(hint, String(index + 1))),
  )
  const after = prefix === single ? member(schema, 'additionalItems') : single
  const least = valueAt(schema, 'minItems')
  const required = Math.min(typeof least === 'number' ? least : 0, parts.length)
  if (after?.value === false) return { kind: 'tuple', items: parts, required }
  const most = valueAt(schema, 'maxItems')
  if (typeof most === 'number' && most <= parts.length)
    return { kind: 'tuple', items: parts, required }
  const rest: Shape = after ? lowering.shapeOf(after, itemHint(hint)) : { kind: 'json' }
  return { kind: 'tuple', items: parts, required, rest }
}

function lowerObject(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const record = lowering.fields.recordOf(schema, hint)
  return isContainer(schema, record)
    ? { kind: 'union', ...detectContainer(record) }
    : recordOrMap(record)
}

/** Exactly one of several properties: a union of one-key objects in another spelling. */
function isContainer(schema: Node, { fields, rest }: RecordShape): boolean {
  const one = ['minProperties', 'maxProperties'].every((word) => member(schema, word)?.value === 1)
  return one && fields.length > 1 && !rest && fields.every((field) => !field.required)
}

function recordOrMap(record: RecordShape): Shape {
  if (record.fields.length > 0) return record
  return { kind: 'map', values: record.rest ?? { kind: 'json' } }
}
