import type { Described, Field, RecordShape, Shape } from './shape.js'
import type { Tagging, TagStyle } from './tagging.js'

export interface Case extends Described {
  /** The tag in JSON, as text. In a union without tags: a label for documentation. */
  readonly tag: string
  /** The tag in JSON, if it is not a string. */
  readonly tagValue?: number | boolean
  /** The suffix of the generated names of this case. */
  readonly name: string
  /** Absent for a case that is only its tag. */
  readonly payload?: Shape
  /** The tag may be absent from values that have these properties. */
  readonly impliedBy?: readonly string[]
  /** The default of its discriminator: values with any other tag, or with none, are of this case. */
  readonly otherwise?: true
}

export interface Union {
  readonly kind: 'union'
  readonly tagging: Tagging
  readonly cases: readonly Case[]
  /** Fields next to the tag, the same for every case. */
  readonly common: readonly Field[]
  /** An `anyOf` of keys: a value may have several of them. It is of no kind then, but one of its type. */
  readonly several?: true
}

/** A union whose values contain a tag. */
export interface TaggedUnion extends Union {
  readonly tagging: TagStyle
}

/**
 * How one case is written in JSON. `wireLayout` derives it from a case; `detectTagged` of `lower` does the
 * opposite and derives cases from the schemas of a document.
 */
export type CaseLayout =
  | { readonly kind: 'unit'; readonly value: string }
  | { readonly kind: 'record'; readonly fields: readonly Field[]; readonly rest?: Shape }
  /** The member is a named type of its own, which includes the tag. */
  | { readonly kind: 'named'; readonly payload: Shape; readonly tag: Field }
  | { readonly kind: 'plain'; readonly payload: Shape }

/** The tag that a value of the case contains. */
export function wireTag({
  tag,
  tagValue,
}: Pick<Case, 'tag' | 'tagValue'>): string | number | boolean {
  return tagValue ?? tag
}

export function isTagged(shape: Shape): shape is TaggedUnion {
  return shape.kind === 'union' && shape.tagging.style !== 'none'
}

export function isUntagged(shape: Shape): shape is Union {
  return shape.kind === 'union' && !isTagged(shape)
}

/** The property that contains the tag; `undefined` if the tag is a key, or if there is no tag. */
export function tagKey(tagging: Tagging): string | undefined {
  switch (tagging.style) {
    case 'property':
    case 'pair':
      return tagging.property
    case 'key':
    case 'none':
      return undefined
    default:
      return tagging satisfies never
  }
}

/** The key of the payload; `undefined` if the payload is the value itself. */
export function payloadKey(tagging: Tagging, { tag }: Pick<Case, 'tag'>): string | undefined {
  switch (tagging.style) {
    case 'key':
      return tag
    case 'pair':
      return tagging.content
    case 'property':
    case 'none':
      return undefined
    default:
      return tagging satisfies never
  }
}

/** The place of the tag of a union, for messages. */
export function taggingText(tagging: Tagging): string {
  switch (tagging.style) {
    case 'key':
      return 'one key'
    case 'property':
      return `the property ${JSON.stringify(tagging.property)}`
    case 'pair':
      return `the pair ${JSON.stringify(tagging.property)}, ${JSON.stringify(tagging.content)}`
    case 'none':
      return 'nothing'
  }
}

/** The places of the tag, payload and common fields of one case. */
export function wireLayout(union: Union, member: Case): CaseLayout {
  const { tagging, common } = union
  switch (tagging.style) {
    case 'none':
      return { kind: 'plain', payload: member.payload ?? { kind: 'json' } }
    case 'key':
      if (member.payload === undefined) return { kind: 'unit', value: member.tag }
      return { kind: 'record', fields: [...keyFields(union, member, member.payload), ...common] }
    case 'pair': {
      const content = member.payload ? [field(member, tagging.content, member.payload)] : []
      return { kind: 'record', fields: [tagField(tagging.property, member), ...content, ...common] }
    }
    case 'property':
      return memberLayout(union, tagField(tagging.property, member), member)
  }
}

/** The key of a case; those of the others too, where a value may have several. */
function keyFields({ cases, several }: Union, member: Case, payload: Shape): Field[] {
  const others = several ? cases.filter(({ tag }) => tag !== member.tag) : []
  return [
    field(member, member.tag, payload),
    ...others.flatMap((each) =>
      each.payload ? [{ ...field(each, each.tag, each.payload), required: false }] : [],
    ),
  ]
}

function tagField(property: string, member: Case): Field {
  const tag = field(member, property, { kind: 'literal', value: wireTag(member) })
  return member.impliedBy ? { ...tag, required: false } : tag
}

/** The properties that imply each tag which may be absent; `undefined` if there is none. */
export function impliedKinds(
  tags: readonly Pick<Case, 'tag' | 'impliedBy'>[],
): Readonly<Record<string, readonly string[]>> | undefined {
  const implied = tags.flatMap(({ tag, impliedBy }) =>
    impliedBy ? [[tag, impliedBy] as const] : [],
  )
  return implied.length > 0 ? Object.fromEntries(implied) : undefined
}

/** The kind of values with another tag than any kind has; `undefined` if they are of unknown kinds. */
export function defaultKind<Kind extends Pick<Case, 'otherwise'>>(
  kinds: readonly Kind[],
): Kind | undefined {
  return kinds.find((each) => each.otherwise)
}

/** A payload next to its tag. */
function memberLayout(union: Union, tag: Field, member: Case): CaseLayout {
  if (member.otherwise) return defaultLayout(union, member)
  if (member.payload === undefined) return { kind: 'record', fields: [tag, ...union.common] }
  if (member.payload.kind !== 'record') return { kind: 'named', payload: member.payload, tag }
  return inlineMember(union, tag, member.payload)
}

/** The default of a discriminator describes the tag, or leaves it out. */
function defaultLayout({ common }: Union, { payload = { kind: 'json' } }: Case): CaseLayout {
  if (common.length === 0) return { kind: 'plain', payload }
  const beside: Shape = { kind: 'record', fields: common }
  return { kind: 'plain', payload: { kind: 'intersection', parts: [payload, beside] } }
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
