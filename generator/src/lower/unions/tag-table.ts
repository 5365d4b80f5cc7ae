import type { UnionTagging } from '../../model/rules/rule.js'
import type { Case, Union } from '../../model/shapes/union.js'
import { tagKey, wireLayout } from '../../model/shapes/union.js'
import { type Node, sourceKey } from '../../source/node.js'
import type { Registry } from '../names/registry.js'
import { isNullMember } from './alias.js'
import type { Detected } from './detect-tag.js'

/** How the unions of a document are tagged, as types found, by the places of their members, so that rules agree. */
export interface TagTable {
  /** The union that was detected, of which rules know from now on. */
  readonly noted: (detected: Detected) => Union
  /** The tags of a list of members; `undefined` if they have to be tried. */
  readonly of: (list: readonly Node[]) => UnionTagging | undefined
}

/** For lists that are read as conditions: no value is of a kind there, so each member is tried. */
export const NO_TAGS: Pick<TagTable, 'of'> = { of: () => undefined }

interface Known {
  readonly union: Union
  readonly cases: Case[]
}

export function createTagTable(registry: Registry): TagTable {
  const members = new Map<string, Known>()

  const noted = (detected: Detected): Union => {
    const union: Union = { kind: 'union', ...detected }
    if (union.tagging.style === 'none') return union
    for (const each of union.cases) {
      const key = sourceKey(each.source)
      const known = members.get(key)
      if (known?.union === union) known.cases.push(each)
      else members.set(key, { union, cases: [each] })
    }
    return union
  }

  const of = (list: readonly Node[]): UnionTagging | undefined => {
    const found = list.map((node) => members.get(sourceKey(node.source)))
    const union = found.find((each) => each)?.union
    const isNull = (node: Node | undefined): boolean =>
      node !== undefined && isNullMember(registry, node)
    const isComplete = found.every((each, index) =>
      each ? each.union === union : isNull(list[index]),
    )
    return union && isComplete ? taggingOf(union, found) : undefined
  }

  return { noted, of }
}

function taggingOf(
  union: Union,
  members: readonly (Known | undefined)[],
): UnionTagging | undefined {
  const { style } = union.tagging
  if (style === 'none') return undefined
  const property = tagKey(union.tagging)
  const tags = members.flatMap((known, member) =>
    (known?.cases ?? []).map((each) => ({
      tag: each.tag,
      ...(each.tagValue === undefined ? {} : { tagValue: each.tagValue }),
      member,
      ...(each.impliedBy ? { impliedBy: each.impliedBy } : {}),
      ...(each.otherwise ? { otherwise: each.otherwise } : {}),
      ...(wireLayout(union, each).kind === 'unit' ? { unit: true as const } : {}),
    })),
  )
  return { style, ...(property === undefined ? {} : { property }), tags }
}
