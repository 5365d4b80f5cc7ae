import type { Field, Shape } from '../../model/shapes/shape.js'
import { type Tagging, tagsAreKeys } from '../../model/shapes/tagging.js'
import type { Union } from '../../model/shapes/union.js'
import { isTagged, taggingText } from '../../model/shapes/union.js'
import { items, member, members, type Node, textAt, valueAt } from '../../source/node.js'
import type { Hint } from '../names/hint.js'
import { leadsTo } from '../names/registry.js'
import type { Lowering, UnionNode, UnionReader } from '../schemas/lowering-context.js'
import { isOfObjects } from '../schemas/merge/is-object-like.js'
import { isNullInMembers } from '../schemas/null-schemas.js'
import { nullable } from '../schemas/shape-of-schema.js'
import { excludedMembers } from '../schemas/stated-types.js'
import { isNullMember } from './alias.js'
import { checkDiscriminator } from './check-discriminator.js'
import { checkUnion } from './check-union.js'
import { type Detected, detectTagged, untagged } from './detect-tag.js'
import { detectNested } from './detect-tag-inside.js'
import { discriminatorOwner } from './discriminator-owner.js'
import { withListedNames } from './member-tags.js'
import { type Records, readMember } from './read-member.js'
import { keywordOf } from './unions-inside.js'
import { enumerationOf } from './value-unions.js'

export function createUnionReader(lowering: Lowering): UnionReader {
  return {
    read: (union, hint, beside) => readUnion(lowering, union, hint, beside),
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
  union: UnionNode,
  hint: Hint,
  beside: readonly Field[],
): Shape {
  const all = othersThanItself(lowering, union)
  warnExcluded(lowering, union, all)
  const present = all.filter((each) => !isNullMember(lowering.registry, each))
  const orNull = (shape: Shape): Shape => (present.length < all.length ? nullable(shape) : shape)
  const [only] = present
  if (!only) return { kind: 'scalar', type: 'null' }
  const asked = declaredTagging(union.schema)
  const isUnion = asked ? asked.style !== 'none' : all.length === 1 && isOneKeyObject(only)
  if (present.length === 1 && !isUnion) return orNull(lowering.shapeOf(only, hint))
  const withNull = (shape: Shape): Shape =>
    orNull(isNullInMembers(lowering, union.schema, keywordOf(union)) ? nullable(shape) : shape)
  const literals = enumerationOf(lowering, union.schema, present)
  if (literals) return withNull(literals)
  const shape = readTagged(lowering, union, present, hint, beside)
  // A plain union consists of its members, with their null.
  return isTagged(shape) && beside.length === 0 ? withNull(shape) : orNull(shape)
}

/** `X: oneOf: [X, string]` is the same as `X: string`. Generated documents have such members. */
function othersThanItself({ registry, report }: Lowering, { schema, list }: UnionNode): Node[] {
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

/** Tools write `type: object` beside any list: rules accept what its members describe in spite of it. */
function warnExcluded(lowering: Lowering, { schema }: UnionNode, all: readonly Node[]): void {
  const type = [valueAt(schema, 'type')].flat().join(' or ')
  const isAccepted = isOfObjects(schema)
  const result = isAccepted ? 'its values are accepted all the same' : 'the member is left out'
  for (const { member } of excludedMembers(lowering, schema, all)) {
    lowering.report({
      code: 'TW2012',
      severity: 'warning',
      message: `no value fits this member: \`type\` beside the list says ${type}; ${result}`,
      at: member.source,
      help: 'Correct or remove the `type` beside the list, or remove the member.',
    })
  }
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

function readTagged(
  lowering: Lowering,
  union: UnionNode,
  schemas: readonly Node[],
  hint: Hint,
  beside: readonly Field[],
): Union {
  const home = discriminatorOwner(lowering, union.schema, schemas)
  const discriminator = textAt(member(home, 'discriminator') ?? home, 'propertyName')
  const asked = declaredTagging(union.schema)
  const records: Records = new Map()
  const read = schemas.map((schema) => readMember(lowering, home, schema, hint, records))
  const found = withListedNames(read, discriminator)
  const flat = detectTagged(found, { discriminator, asked })
  const inside = flat ? {} : detectNested(lowering, union, home, schemas, found, hint, asked)
  const members = inside.found?.members ?? found
  const tagged = withoutRequiredKeys(flat ?? inside.found?.detected, beside)

  const own = checkDiscriminator(lowering, union, members, beside)
  if (asked && !tagged) reportFalseTagging(lowering, union, asked)
  const detected = tagged ?? withoutRequiredKeys(detectTagged(found), beside) ?? untagged(found)
  if (!asked) checkUnion(lowering, union, members, { ...inside, detected, own })
  const several = keywordOf(union) === 'anyOf' && tagsAreKeys(detected.tagging)
  return lowering.tags.noted(several ? { ...detected, several } : detected)
}

/**
 * A property that every value must have, because it is required next to `oneOf`, cannot be the key of a variant: no value
 * could be of any other variant.
 */
function withoutRequiredKeys(
  detected: Detected | undefined,
  beside: readonly Field[],
): Detected | undefined {
  if (!detected || !tagsAreKeys(detected.tagging)) return detected
  const required = new Set(beside.filter((field) => field.required).map(({ name }) => name))
  return detected.cases.some(({ tag }) => required.has(tag)) ? undefined : detected
}

function declaredTagging(schema: Node): Tagging | undefined {
  const extension = member(schema, 'x-tagwire-tag')
  if (!extension) return undefined
  if (extension.value === 'key') return { style: 'key' }
  if (extension.value === 'none') return { style: 'none' }
  const property = textAt(extension, 'property')
  const content = textAt(extension, 'content')
  if (property === undefined) return undefined
  return content === undefined
    ? { style: 'property', property }
    : { style: 'pair', property, content }
}

function reportFalseTagging(
  { report }: Lowering,
  { schema, list }: UnionNode,
  asked: Tagging,
): void {
  report({
    code: 'TW3004',
    severity: 'error',
    message: `the members cannot be distinguished by ${taggingText(asked)}`,
    at: member(schema, 'x-tagwire-tag')?.source ?? list.source,
    ...helpFor(asked),
  })
}

function helpFor(asked: Tagging): { readonly help?: string } {
  switch (asked.style) {
    case 'pair':
      return {
        help: `Require ${JSON.stringify(asked.content)} in each member that has it, and describe other properties alike in all of them; or write \`{ property: ${asked.property} }\` alone.`,
      }
    case 'key':
    case 'property':
    case 'none':
      return {}
  }
}
