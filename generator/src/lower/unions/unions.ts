import { isDictionary } from '../../model/json.js'
import type { Field, LiteralValue, Shape, Union } from '../../model/shapes/shape.js'
import type { Tagging } from '../../model/shapes/tagging.js'
import { taggingText } from '../../model/shapes/union.js'
import { items, member, members, type Node, textAt, valueAt } from '../../source/node.js'
import type { Hint } from '../names/hint.js'
import { leadsTo } from '../names/registry.js'
import { nullable } from '../schemas/lower-schema.js'
import type { Lowering, UnionPlace, UnionReader } from '../schemas/lowering.js'
import { isNullSchema } from '../schemas/null-schemas.js'
import { enumerationShape, valuesOf } from '../schemas/scalar.js'
import { discriminatorOwner } from './discriminator-owner.js'
import { checkDiscriminator } from './discriminators.js'
import { checkUnion } from './faults.js'
import { readMember } from './members.js'
import { type NestedMember, nestedMembers } from './nested-members.js'
import { detectAs, detectTagging } from './tagging.js'
import { hasOnlyUnlistedNames, type Member } from './tags.js'

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
  const present = all.filter((each) => !isNullSchema(each))
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

/** `X: oneOf: [X, string]` is the same as `X: string`. Generated documents have such members. */
function othersThanItself({ registry, report }: Lowering, { schema, list }: UnionPlace): Node[] {
  const all = items(list)
  const others = all.filter((each) => !leadsTo(registry, each, schema))
  if (others.length === 0) return all
  for (const itself of all.filter((each) => !others.includes(each))) {
    report({
      code: 'TW1005',
      severity: 'warning',
      message: 'this member is the union itself; it is ignored',
      at: itself.source,
      help: 'Remove the member, or refer to another schema.',
    })
  }
  return others
}

/**
 * A union with one wrapper is still a union, so that adding a second variant is not a breaking
 * change.
 */
function isOneKeyObject(schema: Node): boolean {
  const properties = member(schema, 'properties')
  const [only, ...more] = properties ? members(properties) : []
  const required = items(member(schema, 'required')).map((each) => each.value)
  return only !== undefined && more.length === 0 && required.includes(only[0])
}

/** Members that are only values form an enum; a plain `string` next to them opens it. */
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
  return { kind: 'enumeration', values, open: 'always' }
}

function isBareString(schema: Node): boolean {
  return isDictionary(schema.value) && valueAt(schema, 'type') === 'string'
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
  const nested = readNested(lowering, place, schemas, hint, beside)
  if (nested) return nested
  const home = discriminatorOwner(lowering, place.schema, schemas)
  const discriminator = propertyOf(home)
  const read = schemas.map((schema) => readMember(lowering, home, schema, hint))
  const found = withListedNames(read, discriminator)
  const own = checkDiscriminator(lowering, place, found, beside)
  const asked = declaredTagging(place.schema)
  if (asked) return forced(lowering, place, found, asked)
  const detected = detectTagging(found, discriminator)
  checkUnion(lowering, place, found, detected, own)
  return { kind: 'union', ...detected }
}

/** A union of unions is one union, if all of their members are distinguished in the same way. */
function readNested(
  lowering: Lowering,
  place: UnionPlace,
  schemas: readonly Node[],
  hint: Hint,
  beside: readonly Field[],
): Union | undefined {
  const nested = nestedMembers(lowering, place, schemas, hint)
  if (!nested) return undefined
  const owner = discriminatorOwner(
    lowering,
    place.schema,
    nested.map(({ schema }) => schema),
  )
  const homes = nested.map(({ union }) => (member(union, 'discriminator') ? union : owner))
  const [discriminator, ...others] = new Set(homes.flatMap((home) => propertyOf(home) ?? []))
  const read = nested.map((each, index) => readNestedMember(lowering, homes[index] ?? owner, each))
  const found = withListedNames(read, discriminator)
  const asked = declaredTagging(place.schema)
  const named = others.length === 0 ? discriminator : undefined
  const detected = asked ? detectAs(found, asked) : detectTagging(found, named)
  if (!detected || detected.tagging.style === 'none') return undefined
  if (!mapsMembers(place.schema, found)) return undefined
  const own = checkDiscriminator(lowering, place, found, beside)
  checkUnion(lowering, place, found, detected, own)
  return { kind: 'union', ...detected }
}

function readNestedMember(lowering: Lowering, home: Node, nested: NestedMember): Member {
  const read = readMember(lowering, home, nested.schema, nested.hint)
  return { ...read, described: { ...read.described, source: nested.checked } }
}

/** Whether the mapping of a union leads to these members, and not to a union of some of them. */
function mapsMembers(schema: Node, found: readonly Member[]): boolean {
  const discriminator = member(schema, 'discriminator')
  const mapping = discriminator && member(discriminator, 'mapping')
  const tags = mapping ? members(mapping).map(([tag]) => tag) : []
  return tags.every((tag) => found.some((each) => each.tags?.includes(tag)))
}

function propertyOf(home: Node): string | undefined {
  const discriminator = member(home, 'discriminator')
  return discriminator && textAt(discriminator, 'propertyName')
}

function withListedNames(
  read: readonly Member[],
  discriminator: string | undefined,
): readonly Member[] {
  const strange = discriminator !== undefined && hasOnlyUnlistedNames(read, discriminator)
  return strange ? read.map(withoutName) : read
}

function withoutName({ byName, tags, ...member }: Member): Member {
  return byName || !tags ? member : { ...member, tags }
}

function declaredTagging(schema: Node): Tagging | undefined {
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
      message: `the members cannot be distinguished by ${taggingText(asked)}`,
      at: member(place.schema, 'x-tagwire-tag')?.source ?? place.list.source,
      ...(asked.style === 'pair' ? { help: pairHelp(asked) } : {}),
    })
  }
  return { kind: 'union', ...(detected ?? detectTagging(found)) }
}

function pairHelp({ property, content }: Extract<Tagging, { style: 'pair' }>): string {
  return `Require ${JSON.stringify(content)} in each member that has it, and describe other properties alike in all of them; or write \`{ property: ${property} }\` alone.`
}
