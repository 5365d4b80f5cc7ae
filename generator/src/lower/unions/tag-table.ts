import type { JsonType } from '../../model/json.js'
import type { UnionTagging } from '../../model/rules/rule.js'
import type { Case, Union } from '../../model/shapes/union.js'
import { tagKey, wireLayout } from '../../model/shapes/union.js'
import { type Node, sourceKey } from '../../source/node.js'
import type { Registry } from '../names/registry.js'
import { isNullMember } from './alias.js'
import type { Detected } from './detect-tag.js'

/**
 * What types found in the unions of a document, by their places, so that rules agree with them: how they are tagged, and
 * which members they accept although `type` beside the list excludes them.
 */
export interface TagTable {
  /** The union that was detected, of which rules know from now on. */
  readonly noted: (detected: Detected) => Union
  /** The tags of a list of members; `undefined` if they have to be tried. */
  readonly of: (list: readonly Node[]) => UnionTagging | undefined
  /** Values of these types are accepted beside those that the schema says. */
  readonly accept: (schema: Node, types: Iterable<JsonType>) => void
  readonly accepted: (schema: Node) => ReadonlySet<JsonType>
}

const NONE: ReadonlySet<JsonType> = new Set()

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

  const more = new Map<string, Set<JsonType>>()
  const accepted = (schema: Node): ReadonlySet<JsonType> =>
    more.get(sourceKey(schema.source)) ?? NONE
  const accept = (schema: Node, types: Iterable<JsonType>): void => {
    more.set(sourceKey(schema.source), new Set([...accepted(schema), ...types]))
  }

  return { noted, of, accept, accepted }
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
