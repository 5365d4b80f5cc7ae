import type { ChoiceTagging } from '../../model/rules/rule.js'
import type { Case, Shape, TaggedUnion } from '../../model/shapes/shape.js'
import { isTagged, tagKey, wireLayout } from '../../model/shapes/union.js'
import { type Node, sourceKey } from '../../source/node.js'
import { isNullSchema } from '../schemas/null-schemas.js'

/** How the members of the model's unions are distinguished, by the place of each member. */
export type TaggedMembers = ReadonlyMap<
  string,
  { readonly union: TaggedUnion; readonly cases: Case[] }
>

export function taggedMembers(shapes: readonly Shape[]): TaggedMembers {
  const found = new Map<string, { union: TaggedUnion; cases: Case[] }>()
  for (const shape of new Set(shapes.flatMap(unionsIn))) {
    for (const each of shape.cases) {
      const key = sourceKey(each.source)
      const known = found.get(key)
      if (known?.union === shape) known.cases.push(each)
      else found.set(key, { union: shape, cases: [each] })
    }
  }
  return found
}

/** The tagged unions that a value of the shape belongs to. */
function unionsIn(shape: Shape): readonly TaggedUnion[] {
  if (shape.kind === 'nullable') return unionsIn(shape.shape)
  if (shape.kind === 'intersection') return shape.parts.flatMap(unionsIn)
  return isTagged(shape) ? [shape] : []
}

/** Whether values of a case are only its tag. */
function isText(union: TaggedUnion, member: Case): boolean {
  return wireLayout(union, member).kind === 'unit'
}

/** In the model, these members are the cases of one tagged union. */
export function taggingOf(tagged: TaggedMembers, list: readonly Node[]): ChoiceTagging | undefined {
  const found = list.flatMap((node, index) => {
    const known = tagged.get(sourceKey(node.source))
    return known ? [{ ...known, index }] : []
  })
  const [first] = found
  if (!first) return undefined
  const { tagging } = first.union
  const others = list.filter((node) => !tagged.has(sourceKey(node.source)))
  if (!others.every(isNullSchema) || found.some((each) => each.union !== first.union)) {
    return undefined
  }
  const tags = found.flatMap(({ cases, index }) =>
    cases.map((each) => ({
      tag: each.tag,
      ...(each.tagValue === undefined ? {} : { tagValue: each.tagValue }),
      member: index,
      ...(each.impliedBy ? { impliedBy: each.impliedBy } : {}),
      ...(each.otherwise ? { otherwise: each.otherwise } : {}),
      ...(isText(first.union, each) ? { unit: true as const } : {}),
    })),
  )
  const property = tagKey(tagging)
  return { style: tagging.style, ...(property === undefined ? {} : { property }), tags }
}
