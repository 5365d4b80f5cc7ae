import { items, member, type Node, sourceKey } from '../../source/node.js'
import { targetOf } from '../names/registry.js'
import type { Reading } from '../schemas/lowering-context.js'

const DEPTH = 8

/**
 * The schema whose `discriminator` distinguishes the members: the union itself, otherwise the base that all
 * of them extend with `allOf`. A union need not repeat a discriminator that its members inherit.
 */
export function discriminatorOwner(
  lowering: Pick<Reading, 'registry'>,
  union: Node,
  members: readonly Node[],
): Node {
  if (member(union, 'discriminator') || members.length < 2) return union
  const [first = [], ...others] = members.map((each) => basesOf(lowering, each, DEPTH))
  const shared = first.find((base) =>
    others.every((bases) => bases.some((each) => isSame(each, base))),
  )
  return shared ?? union
}

function isSame(left: Node, right: Node): boolean {
  return sourceKey(left.source) === sourceKey(right.source)
}

/** The bases of a schema that have a discriminator, the nearest first. */
function basesOf(lowering: Pick<Reading, 'registry'>, schema: Node, depth: number): Node[] {
  const target = targetOf(lowering, schema)
  if (depth === 0 || !target) return []
  return items(member(target, 'allOf')).flatMap((part) => {
    const base = targetOf(lowering, part)
    if (!base) return []
    const hasDiscriminator = member(base, 'discriminator') !== undefined
    return [...(hasDiscriminator ? [base] : []), ...basesOf(lowering, base, depth - 1)]
  })
}
