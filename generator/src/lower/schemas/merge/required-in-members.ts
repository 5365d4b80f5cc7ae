import { items, member, type Node, textAt } from '../../../source/node.js'
import type { Reading, UnionNode } from '../lowering-context.js'
import { readOnce } from '../read-once.js'
import { unionLists } from './is-object-like.js'

/** Whether some union requires a property in each of its members, so that the types of these say it. */
export function isRequiredInMembers(
  lowering: Reading,
  unions: readonly UnionNode[],
  name: string,
): boolean {
  return inMembers(lowering, unions, 'every', (part) =>
    items(member(part, 'required')).some(({ value }) => value === name),
  )
}

/** Whether a member of a union describes a property, required or not. */
export function isDescribedInMembers(
  lowering: Reading,
  unions: readonly UnionNode[],
  name: string,
): boolean {
  return inMembers(lowering, unions, 'some', (part) => {
    const properties = member(part, 'properties')
    return properties !== undefined && member(properties, name) !== undefined
  })
}

function inMembers(
  lowering: Reading,
  unions: readonly UnionNode[],
  ofMembers: 'every' | 'some',
  says: (part: Node) => boolean,
): boolean {
  return unions.some(({ list }) =>
    items(list)[ofMembers]((each) => holds(lowering, each, ofMembers, says)),
  )
}

/** Whether a schema says something itself, or by a part of it, or by `every` or `some` member of a union. */
function holds(
  lowering: Reading,
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
    return (
      says(part) ||
      parts.some(once) ||
      unionLists(part).some((list) => items(list)[ofMembers](once))
    )
  }
  const once = (part: Node): boolean => readOnce(known, part, () => read(part))
  return once(schema)
}
