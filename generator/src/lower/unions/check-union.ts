import { type Tagging, tagsAreKeys } from '../../model/shapes/tagging.js'
import { tagKey } from '../../model/shapes/union.js'
import { member, valueAt } from '../../source/node.js'
import type { Lowering, UnionNode } from '../schemas/lowering-context.js'
import type { Discriminating } from './check-discriminator.js'
import type { FoundTags } from './detect-tag.js'
import type { SharedTag } from './detect-tag-inside.js'
import { optionalTag, statedValue } from './member-tags.js'
import type { Member } from './members.js'
import type { TagField } from './object-fields.js'
import { hasSameType } from './same-type.js'

/** How the members of a union are distinguished, if they are. */
interface Distinguished {
  readonly tags: FoundTags
  /** Its own discriminator. */
  readonly own: Discriminating | undefined
  /** Whether its members have distinct keys, of which two can be right at once. */
  readonly isMixed?: true | undefined
  readonly shared?: SharedTag | undefined
}

/** Reports problems of a union, once it is known how its members are distinguished. */
export function checkUnion(
  lowering: Lowering,
  union: UnionNode,
  found: readonly Member[],
  { tags, own, isMixed, shared }: Distinguished,
): void {
  const { report } = lowering
  const { style } = tags.tagging
  const twice = style === 'none' ? repeatedKey(union, found) : undefined
  if (twice) report(twice)
  else if (own && tagKey(tags.tagging) !== own.property) {
    // A property that no member has was already reported.
    if (own.known) reportLostDiscriminator(lowering, union, own.property, style)
  } else if (tagsAreKeys(tags.tagging)) reportOptionalKeys(lowering, union, found, tags)
  else if (style === 'none' && found.filter((each) => each.object || each.hasObjects).length > 1) {
    reportPlain(lowering, union, found, { isMixed, shared })
  }
}

function reportPlain(
  { report }: Lowering,
  { list }: UnionNode,
  found: readonly Member[],
  { isMixed, shared }: Pick<Distinguished, 'isMixed' | 'shared'>,
): void {
  const optional = optionalTag(found)
  const message = 'nothing in a value says which of these objects it is; the type is a plain union'
  const plain = { code: 'TW3003', severity: 'warning', at: list.source } as const
  if (isMixed) {
    report({
      ...plain,
      message:
        'the unions among these members are `oneOf` and `anyOf`, so that a value may have two of their keys; the type is a plain union',
      help: 'Write the same word for all of them if a value always has one key.',
    })
  } else if (shared) {
    const { property, tag } = shared
    const [name, value] = [JSON.stringify(property), JSON.stringify(tag)]
    const what = property === undefined ? `the key ${value} is` : `${name} is ${value}`
    report({
      ...plain,
      message: `${what} in two of these members, one of them in a union among them; the type is a plain union`,
      help: 'Give each member a tag of its own, also those of the unions among them, or list each of them once.',
    })
  } else if (optional !== undefined) {
    const name = JSON.stringify(optional)
    report({
      ...plain,
      message: `${name} distinguishes these objects, but not all of them require it; the type is a plain union`,
      help: `Add ${name} to \`required\` in each member.`,
    })
  } else report({ ...plain, message })
}

function reportOptionalKeys(
  { report }: Lowering,
  union: UnionNode,
  found: readonly Member[],
  tags: FoundTags,
): void {
  const isKey = isOptionalKey(tags)
  const keys = found.flatMap((each) => each.object?.fields.filter(isKey) ?? [])
  if (keys.length === 0) return
  report({
    code: 'TW3001',
    severity: 'warning',
    message: `the keys ${keys.map((each) => each.name).join(', ')} are not required in their members; they are read as if they were`,
    at: union.list.source,
  })
}

function isOptionalKey({ kinds }: FoundTags): (field: TagField) => boolean {
  const tags = new Set(kinds.map(({ tag }) => tag))
  return (field) => tags.has(field.name) && !field.required
}

function reportLostDiscriminator(
  lowering: Lowering,
  union: UnionNode,
  property: string,
  style: Tagging['style'],
): void {
  const discriminator = member(union.schema, 'discriminator')
  const mapped = discriminator && member(discriminator, 'mapping')
  lowering.report({
    code: 'TW3004',
    severity: 'warning',
    message: `the discriminator ${JSON.stringify(property)} does not distinguish all members${style === 'none' ? '; the type is a plain union' : ''}`,
    at: discriminator?.source ?? union.list.source,
    ...(mapped ? {} : { help: 'Add a `mapping` from its values to the members.' }),
  })
}

/**
 * Members that would be one-key variants, except that two of them have the same key. If the payloads differ, a
 * value can still match exactly one of them, so the type is a plain union; a `oneOf` with two equal members
 * accepts neither.
 */
function repeatedKey({ schema, list }: UnionNode, found: readonly Member[]) {
  const keys = found.map((each) => {
    const [field, ...more] = each.object?.fields ?? []
    return field && more.length === 0 && statedValue(field) === undefined ? field : undefined
  })
  const names = keys.map((field) => field?.name)
  if (names.includes(undefined) || new Set(names).size < 2) return undefined
  const index = names.findIndex((name, at) => names.indexOf(name) < at)
  const again = keys[index]
  const first = keys[names.indexOf(again?.name)]
  if (!again || !first) return undefined
  const message = `the key ${JSON.stringify(again.name)} is in two members of this union`
  const where = {
    code: 'TW3002',
    at: again.source,
    also: { message: 'the first one is here', at: first.source },
  } as const
  const exclusive = list.value === valueAt(schema, 'oneOf')
  return exclusive && hasSameType(again, first)
    ? ({
        ...where,
        severity: 'error',
        message: `${message}, and no value matches only one of them`,
      } as const)
    : ({ ...where, severity: 'warning', message: `${message}; the type is a plain union` } as const)
}
