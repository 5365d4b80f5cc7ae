import { valueText } from '../../diagnostics/value-text.js'
import { type Dictionary, isDictionary, matchesType } from '../../model/json.js'
import type { Field, RecordShape, Shape } from '../../model/shapes/shape.js'
import { items, member, type Node, sourceKey, valueAt } from '../../source/node.js'
import { fieldHint, type Hint } from '../names/hint.js'
import { safeExpression } from '../rules/patterns.js'
import { annotationOf, exactDefault, examplesOf } from './annotations.js'
import { describe } from './describe.js'
import { undescribedFields } from './keywords.js'
import type { FieldReader, Lowering } from './lowering-context.js'
import { type FieldPart, fieldParts, patternParts } from './parts.js'
import { lazily } from './read-once.js'

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

  return { recordOf }
}

function readRecord(lowering: Lowering, schema: Node, hint: Hint): RecordShape {
  const fields = fieldParts(lowering.document, schema).map((part) =>
    readField(lowering, part, fieldHint(hint, part.name)),
  )
  const rest = describesOtherKeys(schema)
    ? lazily(() => readRest(lowering, schema, hint))
    : undefined
  const find = (pointer: string): Node | undefined => schemaAt(lowering, schema, pointer)
  const other = rest && ((name: string) => readPattern(lowering, schema, hint, name) ?? rest())
  const more = undescribedFields(schema, other, lowering.report, find)
  const record: RecordShape = { kind: 'record', fields: [...fields, ...more] }
  if (rest) return withRest(record, rest)
  // Without `properties`, it is a map that has some keys for certain.
  const isMap = member(schema, 'properties') === undefined && more.length > 0 && !isClosed(schema)
  return isMap ? { ...record, rest: { kind: 'json' } } : record
}

/** The schema at a pointer of the file of another one. */
export function schemaAt(
  { document }: Pick<Lowering, 'document'>,
  { source }: Node,
  pointer: string,
): Node | undefined {
  const fragment = pointer.replaceAll('%', '%25')
  const found = document.resolve({ value: { $ref: `#${fragment}` }, source })
  return 'source' in found && found.source.pointer === pointer ? found : undefined
}

/** The type of additional properties is read lazily, because it may be the schema itself. */
function withRest(record: RecordShape, rest: () => Shape): RecordShape {
  return {
    ...record,
    get rest() {
      return rest()
    },
  }
}

function readField(
  lowering: Lowering,
  { name, node: schema, facts }: FieldPart,
  hint: Hint,
): Field {
  const shape = lazily(() => lowering.shapeOf(schema, hint))
  return {
    ...describe(schema),
    name,
    get shape() {
      return shape()
    },
    required: facts.required,
    ...defaultOf(lowering, schema),
    ...examplesOf(schema),
    ...(facts.missing ? { missing: true } : {}),
    ...(facts.flow ? { flow: facts.flow } : {}),
  }
}

function defaultOf(lowering: Lowering, schema: Node): Pick<Field, 'default'> {
  const node = exactDefault(lowering.document, schema)
  if (!node) return {}
  const { document } = lowering
  const lacks = isDictionary(node.value) && requiredButNot(document, schema, node.value)
  // Kubernetes and others write `{}` for "filled with the defaults of its properties".
  if (lacks && Object.keys(node.value ?? {}).length === 0) return {}
  const fault = lacks
    ? `lacks \`${lacks}\`, which is required`
    : wrongType(node.value, annotationOf(document, schema, 'type')?.value)
  if (fault === undefined) return { default: node.value }
  lowering.report({
    code: 'TW2004',
    severity: 'warning',
    message: `the default ${valueText(node.value)} ${fault}`,
    at: node.source,
  })
  return {}
}

function requiredButNot(
  document: Lowering['document'],
  schema: Node,
  value: Dictionary,
): string | undefined {
  const names = items(annotationOf(document, schema, 'required')).map((each) => each.value)
  return names
    .flatMap((name) => (typeof name === 'string' ? name : []))
    .find((name) => !Object.hasOwn(value, name))
}

function wrongType(value: unknown, type: unknown): string | undefined {
  if (value === null || matchesType(value, type)) return undefined
  return `is not of type ${[type].flat().join(' or ')}`
}

export function isClosed(schema: Node): boolean {
  return valueAt(schema, 'additionalProperties') === false
}

export function describesOtherKeys(schema: Node): boolean {
  const additional = valueAt(schema, 'additionalProperties')
  return patternParts(schema).length > 0 || (additional !== undefined && additional !== false)
}

/**
 * The type of additional properties: what patterns say of names that match, and `additionalProperties` of all others,
 * which may have any value if nothing is said of them.
 */
function readRest(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const additional = member(schema, 'additionalProperties')
  const patterns = patternParts(schema)
  const valueHint = fieldHint(hint, 'value')
  const nodes = patterns.map(([, node]) => node)
  if (additional && additional.value !== false) nodes.push(additional)
  const values = nodes.map((node) => ({ node, shape: lowering.shapeOf(node, valueHint) }))
  const shapes = values.map(({ shape }) => shape)
  const [single] = shapes
  const areOthersKnown =
    additional !== undefined ||
    valueAt(schema, 'unevaluatedProperties') === false ||
    patterns.some(matchesAllNames)
  if (!areOthersKnown || shapes.some((shape) => shape.kind === 'json')) {
    for (const { node, shape } of values) lowering.readHidden(node, () => shape)
    return { kind: 'json' }
  }
  return shapes.length === 1 && single ? single : lowering.unions.plain(schema, shapes)
}

/** What the only pattern that matches a name says of it. */
function readPattern(
  lowering: Lowering,
  schema: Node,
  hint: Hint,
  name: string,
): Shape | undefined {
  const [only, ...more] = patternParts(schema).filter(([pattern]) => matchesName(pattern, name))
  return only && more.length === 0 ? lowering.shapeOf(only[1], fieldHint(hint, 'value')) : undefined
}

/** Not for expressions that could take long: a document is not trusted. */
function matchesName(pattern: string, name: string): boolean {
  const read = safeExpression(pattern)
  return read !== undefined && 'source' in read && !read.program && new RegExp(pattern).test(name)
}

function matchesAllNames([pattern]: readonly [string, Node]): boolean {
  return /^\^?(?:\.[*+]\$?)?$/.test(pattern)
}
