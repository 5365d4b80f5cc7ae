import { isDictionary, items, member, members, type Node, text, textAt } from '../load/node.js'
import type { Field, LiteralValue, RecordShape, Shape, Tagging, Union } from '../model/shape.js'
import { describe } from './describe.js'
import { discriminatorHome } from './discriminator-home.js'
import { checkDiscriminator } from './discriminators.js'
import { isObjectLike, type UnionPlace } from './fields.js'
import { type Hint, named, payloadHint } from './hint.js'
import { isPureReference, leadsTo } from './registry.js'
import { enumerationShape } from './scalar.js'
import { type Lowering, nullable } from './schema.js'
import { type Detected, detectAs, detectTagging, type Member } from './tagging.js'

export interface UnionReader {
  /** What a `oneOf` or `anyOf` means; `beside` are the properties next to it. */
  readonly read: (place: UnionPlace, hint: Hint, beside: readonly Field[]) => Shape
  /** A union of shapes that nothing tells apart. */
  readonly plain: (schema: Node, shapes: readonly Shape[]) => Shape
  readonly referenceTo: (ref: Node) => Shape
}

export function createUnionReader(lowering: Lowering): UnionReader {
  return {
    read: (place, hint, beside) => readUnion(lowering, place, hint, beside),
    plain: plainUnion,
    referenceTo: (ref) => {
      const entry = lowering.registry.entryFor(ref)
      return entry ? { kind: 'reference', name: entry.name } : { kind: 'json' }
    },
  }
}

/** `oneOf: [{ required: [a] }, { required: [b] }]`: says which properties go together, no variants. */
export function isConstraintOnly(list: Node): boolean {
  const constraints = new Set(['required', 'not', 'description', 'title', 'dependentRequired'])
  const all = items(list)
  return (
    all.length > 0 &&
    all.every(
      (each) =>
        isDictionary(each.value) &&
        Object.keys(each.value).length > 0 &&
        Object.keys(each.value).every((key) => constraints.has(key)),
    )
  )
}

/** Made of other schemas, which say what it means. */
export function isComposition(schema: Node): boolean {
  if (Array.isArray(member(schema, 'allOf')?.value)) return true
  return ['oneOf', 'anyOf'].some((key) => {
    const list = member(schema, key)
    return list !== undefined && Array.isArray(list.value) && !isConstraintOnly(list)
  })
}

function plainUnion(schema: Node, shapes: readonly Shape[]): Shape {
  const cases = shapes.map((payload, index) => ({
    source: schema.source,
    tag: `#${index + 1}`,
    name: `_${index + 1}`,
    payload,
  }))
  return { kind: 'union', tagging: { style: 'none' }, cases, common: [] }
}

function readUnion(
  lowering: Lowering,
  place: UnionPlace,
  hint: Hint,
  beside: readonly Field[],
): Shape {
  const all = othersThanItself(lowering, place)
  const present = all.filter((each) => !isNull(each))
  const orNull = (shape: Shape): Shape => (present.length < all.length ? nullable(shape) : shape)
  const [only] = present
  if (!only) return { kind: 'scalar', type: 'null' }
  const single = present.length === 1 && (present.length < all.length || !isOneKeyObject(only))
  if (single) return orNull(lowering.shapeOf(only, hint))
  const literals = literalsOf(lowering, present)
  if (literals) return orNull(literals)
  const union = readTagged(lowering, place, present, hint, beside)
  return orNull(union)
}

/** `X: oneOf: [X, string]` says no more than `X: string`. Documents made by tools have such members. */
function othersThanItself({ registry, report }: Lowering, { schema, list }: UnionPlace): Node[] {
  const all = items(list)
  const others = all.filter((each) => !leadsTo(registry, each, schema))
  if (others.length === 0) return all
  for (const itself of all.filter((each) => !others.includes(each))) {
    report({
      code: 'TW1005',
      severity: 'warning',
      message: 'this member is the union that it stands in; it is left out',
      at: itself.source,
      help: 'Remove the member, or refer to what was meant.',
    })
  }
  return others
}

function isNull(schema: Node): boolean {
  const constant = member(schema, 'const')
  if (member(schema, 'type')?.value === 'null' || constant?.value === null) return true
  const values = items(member(schema, 'enum'))
  return values.length > 0 && values.every((each) => each.value === null)
}

/** A union of one wrapper stays a union, so that the second variant is an addition. */
function isOneKeyObject(schema: Node): boolean {
  const properties = member(schema, 'properties')
  const [only, ...more] = properties ? members(properties) : []
  const required = items(member(schema, 'required')).map((each) => each.value)
  return only !== undefined && more.length === 0 && required.includes(only[0])
}

/** Members that are nothing but values make an enumeration; a bare `string` beside them opens it. */
function literalsOf(lowering: Lowering, schemas: readonly Node[]): Shape | undefined {
  const values: LiteralValue[] = []
  let bare = false
  for (const schema of schemas) {
    const target = targetOf(lowering, schema)
    const own = valuesOf(target)
    if (own) values.push(...own)
    else if (isBareString(target)) bare = true
    else return undefined
  }
  if (values.length === 0) return undefined
  const shape = enumerationShape(values)
  if (!bare) return shape
  return { kind: 'enumeration', values, open: true }
}

function isBareString(schema: Node): boolean {
  return isDictionary(schema.value) && member(schema, 'type')?.value === 'string'
}

function valuesOf(schema: Node): LiteralValue[] | undefined {
  const constant = member(schema, 'const')
  const listed = member(schema, 'enum')
  const values = constant ? [constant.value] : items(listed).map((each) => each.value)
  if (values.length === 0) return undefined
  return values.every((value) => typeof value === 'string' || typeof value === 'number')
    ? values
    : undefined
}

function targetOf(lowering: Lowering, schema: Node): Node {
  if (textAt(schema, '$ref') === undefined) return schema
  return lowering.registry.entryFor(schema)?.node ?? schema
}

function readTagged(
  lowering: Lowering,
  place: UnionPlace,
  schemas: readonly Node[],
  hint: Hint,
  beside: readonly Field[],
): Union {
  const home = discriminatorHome(lowering, place.schema, schemas)
  const discriminator = textAt(member(home, 'discriminator') ?? home, 'propertyName')
  const found = schemas.map((schema) => readMember(lowering, home, schema, hint))
  checkDiscriminator(lowering, place, found, beside)
  const asked = askedTagging(place.schema)
  if (asked) return forced(lowering, place, found, asked)
  const detected = detectTagging(found, discriminator)
  const own = home === place.schema ? discriminator : undefined
  checkUnion(lowering, place, found, detected, { discriminator: own, beside })
  return { kind: 'union', ...detected }
}

/** `home` is the schema whose discriminator counts. */
function readMember(lowering: Lowering, home: Node, schema: Node, hint: Hint): Member {
  const refers = textAt(schema, '$ref') !== undefined
  const entry = refers ? lowering.registry.entryFor(schema) : undefined
  const target = entry?.node ?? schema
  const memberHint = entry ? named(entry.name) : payloadHint(hint)
  const given = textAt(schema, 'x-tagwire-name')
  const record = recordOf(lowering, target, memberHint)
  const units = valuesOf(target)?.filter((value) => typeof value === 'string')
  const own = describe(schema)
  const described = own.doc || !entry ? own : { ...describe(entry.node), source: schema.source }
  const tags = entry ? mappedTags(lowering, home, target, entry.name) : undefined
  let shape: Shape | undefined
  return {
    described,
    ...(given ? { given } : {}),
    ...(entry ? { refersTo: entry.name } : {}),
    shape: () => {
      shape ??=
        entry && isPureReference(schema)
          ? { kind: 'reference', name: entry.name }
          : lowering.shapeOf(schema, memberHint)
      return shape
    },
    ...(record ? { record } : {}),
    ...(units && units.length > 0 ? { units } : {}),
    ...(tags ? { tags } : {}),
  }
}

function recordOf(lowering: Lowering, schema: Node, hint: Hint): RecordShape | undefined {
  if (!isDictionary(schema.value) || !isObjectLike(lowering, schema)) return undefined
  const merged = lowering.fields.merge(schema, hint)
  return merged.unions.length === 0 && merged.others.length === 0 ? merged.record : undefined
}

/** The values of the discriminator that lead to a schema: by the mapping, else by its name. */
function mappedTags(
  lowering: Lowering,
  union: Node,
  target: Node,
  name: string,
): string[] | undefined {
  const discriminator = member(union, 'discriminator')
  if (!discriminator) return undefined
  const mapping = member(discriminator, 'mapping')
  const tags = (mapping ? members(mapping) : [])
    .filter(([, value]) => isMapped(lowering, value, target, name))
    .map(([tag]) => tag)
  return tags.length > 0 ? tags : [name]
}

function isMapped(lowering: Lowering, value: Node, target: Node, name: string): boolean {
  const address = text(value)
  if (address === undefined) return false
  if (address === name) return true
  if (!/[#/.]/.test(address)) return false
  const next = lowering.document.follow({ value: { $ref: address }, source: value.source })
  if ('code' in next) return false
  const entry = lowering.registry.entryFor({ value: { $ref: address }, source: value.source })
  return next.source.pointer === target.source.pointer || entry?.node === target
}

function askedTagging(schema: Node): Tagging | undefined {
  const word = member(schema, 'x-tagwire-tag')
  if (!word) return undefined
  if (word.value === 'key') return { style: 'key' }
  if (word.value === 'none') return { style: 'none' }
  const property = textAt(word, 'property')
  const content = textAt(word, 'content')
  if (property === undefined) return undefined
  return content === undefined
    ? { style: 'property', property }
    : { style: 'pair', property, content }
}

function forced(
  lowering: Lowering,
  place: UnionPlace,
  found: readonly Member[],
  asked: Tagging,
): Union {
  const detected = detectAs(found, asked)
  if (!detected) {
    lowering.report({
      code: 'TW3004',
      severity: 'error',
      message: `the members cannot be told apart by ${tagText(asked)}`,
      at: member(place.schema, 'x-tagwire-tag')?.source ?? place.list.source,
    })
  }
  return { kind: 'union', ...(detected ?? detectTagging(found)) }
}

function tagText(tagging: Tagging): string {
  if (tagging.style === 'key') return 'one key each'
  return tagging.style === 'none' ? 'nothing' : `the property ${JSON.stringify(tagging.property)}`
}

interface Context {
  readonly discriminator: string | undefined
  readonly beside: readonly Field[]
}

function checkUnion(
  lowering: Lowering,
  place: UnionPlace,
  found: readonly Member[],
  detected: Detected,
  context: Context,
): void {
  const { report } = lowering
  if (detected.tagging.style === 'key') {
    const optional = found.filter((each) => each.record?.fields.some(isOptionalKey(detected)))
    if (optional.length === 0) return
    const keys = optional.flatMap((each) => each.record?.fields.map((field) => field.name) ?? [])
    report({
      code: 'TW3001',
      severity: 'warning',
      message: `the keys ${keys.join(', ')} are not required in their members; they are read as if they were`,
      at: place.list.source,
    })
    return
  }
  if (detected.tagging.style !== 'none') return
  const twice = repeatedKey(found)
  if (twice) report({ ...twice, at: twice.at })
  else if (context.discriminator !== undefined)
    reportLostDiscriminator(lowering, place, context.discriminator)
  else if (found.filter((each) => each.record).length > 1) {
    report({
      code: 'TW3003',
      severity: 'warning',
      message: 'nothing in a value says which of these objects it is; the type is a plain union',
      at: place.list.source,
    })
  }
}

function isOptionalKey(detected: Detected): (field: Field) => boolean {
  const tags = new Set(detected.cases.map((each) => each.tag))
  return (field) => tags.has(field.name) && !field.required
}

function reportLostDiscriminator(lowering: Lowering, place: UnionPlace, property: string): void {
  lowering.report({
    code: 'TW3004',
    severity: 'warning',
    message: `the discriminator ${JSON.stringify(property)} does not tell all members apart`,
    at: member(place.schema, 'discriminator')?.source ?? place.list.source,
  })
}

/** Members that would be one-key variants, were it not that two of them have the same key. */
function repeatedKey(found: readonly Member[]) {
  const keys = found.map((each) => {
    const [field, ...more] = each.record?.fields ?? []
    return field && more.length === 0 && field.shape.kind !== 'literal' ? field : undefined
  })
  const names = keys.map((field) => field?.name)
  if (names.includes(undefined) || new Set(names).size < 2) return undefined
  const index = names.findIndex((name, at) => names.indexOf(name) < at)
  const again = keys[index]
  const first = keys[names.indexOf(again?.name)]
  if (!again || !first) return undefined
  return {
    code: 'TW3002',
    severity: 'error',
    message: `the key ${JSON.stringify(again.name)} is in two members of this union`,
    at: again.source,
    also: { message: 'the first one stands here', at: first.source },
  } as const
}
