import { items, member, type Node, textAt } from '../../../source/node.js'
import type { Lowering, UnionNode } from '../lowering.js'
import { readOnce } from '../read-once.js'
import { unionLists } from './is-object-like.js'

/** Whether some union requires a property in each of its members, so that the types of these say it. */
export function isRequiredInMembers(
  lowering: Lowering,
  unions: readonly UnionNode[],
  name: string,
): boolean {
  return unions.some(({ list }) =>
    items(list).every((each) =>
      holds(lowering, each, 'every', (part) =>
        items(member(part, 'required')).some(({ value }) => value === name),
      ),
    ),
  )
}

/** Whether a member of a union describes a property, required or not. */
export function isDescribedInMembers(
  lowering: Lowering,
  unions: readonly UnionNode[],
  name: string,
): boolean {
  return unions.some(({ list }) =>
    items(list).some((each) =>
      holds(lowering, each, 'some', (part) => {
        const properties = member(part, 'properties')
        return properties !== undefined && member(properties, name) !== undefined
      }),
    ),
  )
}

/** Whether a schema says something itself, or by a part of it, or by `every` or `some` member of a union. */
function holds(
  lowering: Lowering,
  schema: Node,
  ofMembers: 'every' | 'some',
  says: (part: Node) => boolean,
): boolean {
  const known = new Map<string, boolean>()
  const read = (part: Node): boolean => {
    lowering.budget.spend(0.25)
    const target =
      textAt(part, '$ref') === undefined ? undefined : lowering.registry.entryFor(part)?.node
    const parts = [...(target ? [target] : []), ...items(member(part, 'allOf'))]
    return says(part) || parts.some(once) || unionLists(part).some(inMembers)
  }
  const once = (part: Node): boolean => readOnce(known, part, () => read(part))
  const inMembers = (list: Node): boolean =>
    ofMembers === 'every' ? items(list).every(once) : items(list).some(once)
  return once(schema)
}
