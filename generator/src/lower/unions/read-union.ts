import type { Shape } from '../../model/shapes/shape.js'
import { type Tagging, tagsAreKeys } from '../../model/shapes/tagging.js'
import type { Union } from '../../model/shapes/union.js'
import { isTagged, taggingText, tagKey } from '../../model/shapes/union.js'
import { items, member, type Node, valueAt } from '../../source/node.js'
import type { Hint } from '../names/hint.js'
import type { Lowering, UnionNode, UnionReader } from '../schemas/lowering-context.js'
import { isOfObjects } from '../schemas/merge/is-object-like.js'
import { isNullInMembers } from '../schemas/null-schemas.js'
import { nullable } from '../schemas/shape-of-schema.js'
import { excludedMembers } from '../schemas/stated-types.js'
import { isNullMember } from './alias.js'
import { checkDiscriminator } from './check-discriminator.js'
import { checkUnion } from './check-union.js'
import { createMemberShapes, hintAt } from './member-shapes.js'
import { fieldOf } from './member-tags.js'
import type { Level, Member } from './members.js'
import { type FoundMembers, othersThanItself } from './recognise.js'
import { plainShape, readFirstMember, readTag, taggedShape } from './union-shape.js'
import { keywordOf } from './unions-inside.js'

export function createUnionReader(lowering: Lowering): UnionReader {
  return {
    read: (union, hint, owner) => readUnion(lowering, union, hint, owner),
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

function readUnion(lowering: Lowering, union: UnionNode, hint: Hint, owner: Node): Shape {
  const all = othersThanItself(lowering, union)
  warnItself(lowering, union, all)
  warnExcluded(lowering, union, all)
  const hasNull = all.some((each) => isNullMember(lowering.registry, each))
  const orNull = (shape: Shape): Shape => (hasNull ? nullable(shape) : shape)
  const withNull = (shape: Shape): Shape =>
    orNull(isNullInMembers(lowering, union.schema, keywordOf(union)) ? nullable(shape) : shape)
  const found = lowering.tags.union(union, owner)
  switch (found.kind) {
    case 'null':
      return { kind: 'scalar', type: 'null' }
    case 'single':
      return orNull(lowering.shapeOf(found.only, hint))
    case 'values':
      return withNull(found.shape)
    case 'members': {
      const shape = unionShape(lowering, union, hint, found)
      // A plain union consists of its members, with their null.
      return isTagged(shape) && found.beside.length === 0 ? withNull(shape) : orNull(shape)
    }
    default:
      return found satisfies never
  }
}

function warnItself({ report }: Lowering, { list }: UnionNode, others: readonly Node[]): void {
  const sources = new Set(others.map(({ source }) => source.pointer))
  for (const itself of items(list).filter(({ source }) => !sources.has(source.pointer))) {
    report({
      code: 'TW1005',
      severity: 'warning',
      message: 'this member is the union itself; it is ignored',
      at: itself.source,
      help: 'Remove the member, or refer to another schema.',
    })
  }
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

function unionShape(lowering: Lowering, union: UnionNode, hint: Hint, found: FoundMembers): Union {
  const { read, members, unnamed = [], extended = [], tags, asked, isMixed, shared, beside } = found
  const shapesOf = createMemberShapes(lowering, hint)
  for (const each of [read[0], found.first]) if (each) readFirstMember(shapesOf(each))
  // Validators know the unions inside by their names.
  for (const levels of unnamed) readUnnamed(lowering, levels, hint)
  const own = checkDiscriminator(lowering, union, members, beside)
  if (asked && found.isFalse) reportFalseTagging(lowering, union, asked)
  if (!asked) checkUnion(lowering, union, members, { tags, own, isMixed, shared })
  const property = tagKey(tags.tagging) ?? own?.property
  for (const each of extended.filter((one) => isDescribedTwice(one, property)))
    readTag(shapesOf(each).record(), property)
  if (tags.tagging.style === 'none') return plainShape(read, shapesOf)
  const several = keywordOf(union) === 'anyOf' && tagsAreKeys(tags.tagging)
  const shape = taggedShape(tags, shapesOf)
  return several ? { ...shape, several } : shape
}

/** Most are not, and to merge what lists beside lists describe takes long. */
function isDescribedTwice({ object }: Member, property: string | undefined): boolean {
  const field = object && property !== undefined ? fieldOf(object, property) : undefined
  return field !== undefined && field.nodes.length > 1
}

function readUnnamed(lowering: Lowering, levels: readonly Level[], hint: Hint): void {
  const last = levels.at(-1)
  if (!last) return
  lowering.readHidden(last.schema, () => lowering.shapeOf(last.schema, hintAt(hint, levels)))
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
