import type { RecordShape } from '../../model/shapes/shape.js'
import type { Case } from '../../model/shapes/union.js'
import { type Member, soleValueOf, type TagValue, tagsOf } from './member-tags.js'

/** A case of a union, and the member that it was made of. */
export interface CaseOf {
  readonly made: Case
  readonly of: Member
}

/**
 * Cases whose tag may be absent: its property has a default, or is not required and has only one value. Where there
 * are several, what else their members require says which of them a value without a tag is.
 */
export function withImpliedTags(cases: readonly CaseOf[], property: string): Case[] {
  const found = cases.map(({ made, of }) => {
    if (made.otherwise || String(absentTag(of, property)) !== made.tag) return undefined
    return of.isDefault ? [] : requiredBeside(of, property)
  })
  const several = found.filter((names) => names !== undefined).length > 1
  const texts = found.map((names) => names && [...names].sort().join('\n'))
  const times = new Map<string | undefined, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return cases.map(({ made, of }, index) => {
    const names = found[index]
    if (!names || times.get(texts[index]) !== 1) return made
    return withOptionalTag({ ...made, impliedBy: several ? names : [] }, of, property)
  })
}

/** The tag that a value of the member without one has. */
function absentTag(member: Member, property: string): TagValue | undefined {
  const field = member.record?.fields.find(({ name }) => name === property)
  if (!field) return undefined
  const standard =
    field.default === undefined
      ? undefined
      : tagsOf(member, property).find((tag) => tag === field.default)
  return (
    standard ?? (field.required && !member.isDefault ? undefined : soleValueOf(member, property))
  )
}

function requiredBeside({ record }: Member, property: string): string[] {
  return (record?.fields ?? []).flatMap(({ name, required }) =>
    required && name !== property ? [name] : [],
  )
}

/** A schema that requires the tag in spite of its default is spelled out without it. */
function withOptionalTag(made: Case, { record }: Member, property: string): Case {
  const tag = record?.fields.find(({ name }) => name === property)
  if (!record || !tag?.required || made.payload?.kind === 'record') return made
  const others: RecordShape = {
    ...record,
    fields: record.fields.filter(({ name }) => name !== property),
  }
  return { ...made, payload: others }
}
