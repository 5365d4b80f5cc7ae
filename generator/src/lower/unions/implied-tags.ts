import type { FoundKind } from './detect-tag.js'
import { fieldOf, soleValueOf, type TagValue, tagsOf } from './member-tags.js'
import type { Member } from './members.js'

/**
 * Kinds whose tag may be absent: its property has a default, or is not required and has only one value. Where there
 * are several, what else their members require says which of them a value without a tag is.
 */
export function withImpliedTags(kinds: readonly FoundKind[], property: string): FoundKind[] {
  const found = kinds.map(({ tag, member, otherwise }) => {
    if (otherwise || String(absentTag(member, property)) !== String(tag)) return undefined
    return member.isDefault ? [] : requiredBeside(member, property)
  })
  const several = found.filter((names) => names !== undefined).length > 1
  const texts = found.map((names) => names && [...names].sort().join('\n'))
  const times = new Map<string | undefined, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return kinds.map((kind, index) => {
    const names = found[index]
    if (!names || times.get(texts[index]) !== 1) return kind
    return { ...kind, impliedBy: several ? names : [] }
  })
}

/** The tag that a value of the member without one has. */
function absentTag(member: Member, property: string): TagValue | undefined {
  const field = member.object && fieldOf(member.object, property)
  if (!field) return undefined
  const standard =
    field.default === undefined
      ? undefined
      : tagsOf(member, property).find((tag) => tag === field.default)
  return (
    standard ?? (field.required && !member.isDefault ? undefined : soleValueOf(member, property))
  )
}

function requiredBeside({ object }: Member, property: string): string[] {
  return (object?.fields ?? []).flatMap(({ name, required }) =>
    required && name !== property ? [name] : [],
  )
}
