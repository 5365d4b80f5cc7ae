import type { Case, Field, RecordShape, Shape, Union } from './shape.js'

/** What one case looks like on the wire, spelled out: the inverse of reading a union's members. */
export type CaseLayout =
  | { readonly kind: 'unit'; readonly value: string }
  | { readonly kind: 'record'; readonly fields: readonly Field[]; readonly rest?: Shape }
  /** The member stands elsewhere under a name of its own, tag included. */
  | { readonly kind: 'named'; readonly payload: Shape; readonly tag: Field }
  | { readonly kind: 'plain'; readonly payload: Shape }

/** What a value of the case has as its tag. */
export function wireTag({
  tag,
  tagValue,
}: Pick<Case, 'tag' | 'tagValue'>): string | number | boolean {
  return tagValue ?? tag
}

/** Says where tag, payload and common fields of one case stand. */
export function wireLayout(union: Union, member: Case): CaseLayout {
  const { tagging } = union
  if (tagging.style === 'none')
    return { kind: 'plain', payload: member.payload ?? { kind: 'json' } }
  if (tagging.style === 'key') {
    if (member.payload === undefined) return { kind: 'unit', value: member.tag }
    return { kind: 'record', fields: [field(member, member.tag, member.payload), ...union.common] }
  }
  const tag = field(member, tagging.property, { kind: 'literal', value: wireTag(member) })
  if (tagging.style === 'pair') {
    const content = member.payload ? [field(member, tagging.content, member.payload)] : []
    return { kind: 'record', fields: [tag, ...content, ...union.common] }
  }
  if (member.payload === undefined) return { kind: 'record', fields: [tag, ...union.common] }
  if (member.payload.kind !== 'record') return { kind: 'named', payload: member.payload, tag }
  return inlineMember(union, tag, member.payload)
}

function inlineMember(union: Union, tag: Field, payload: RecordShape): CaseLayout {
  const own = payload.fields.filter((each) => each.name !== tag.name)
  const names = new Set(own.map((each) => each.name))
  const common = union.common.filter((each) => !names.has(each.name) && each.name !== tag.name)
  const rest = payload.rest ? { rest: payload.rest } : {}
  return { kind: 'record', fields: [tag, ...own, ...common], ...rest }
}

function field(member: Case, name: string, shape: Shape): Field {
  return { name, shape, required: true, source: member.source }
}
