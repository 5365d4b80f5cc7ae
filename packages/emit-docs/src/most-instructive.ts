import type { Operation } from 'tagwire/emitter'
import { callProgram, isOfSubscriptions } from './calls.js'
import type { DescribedPackage, TaggedDeclaration } from './described-package.js'
import { unionsOf } from './union-pages.js'

/** The most instructive operation: one whose response contains the largest union, else one with an example. */
export function firstOperation(described: DescribedPackage): Operation | undefined {
  const callable = described.model.operations.filter(
    (each) =>
      !each.extensions.events &&
      !isOfSubscriptions(described, each) &&
      callProgram(described, each) !== undefined,
  )
  const exemplary = callable.filter(({ example }) => example?.request !== undefined)
  const union = richestUnion(described)?.name
  return (
    exemplary.find((each) => union !== undefined && listsIn(described, each).includes(union)) ??
    exemplary[0] ??
    callable.find(({ safe }) => safe) ??
    callable[0]
  )
}

/** The types of the arrays in a response. */
function listsIn({ byName }: DescribedPackage, { outputs }: Operation): string[] {
  const shape = outputs[0]?.contents[0]?.shape
  const record = shape?.kind === 'reference' ? byName.get(shape.name)?.shape : shape
  if (record?.kind !== 'record') return []
  const lists = record.fields.flatMap((field) => (field.shape.kind === 'list' ? field.shape : []))
  return lists.flatMap(({ items }) => (items.kind === 'reference' ? items.name : []))
}

/** The union with the most kinds. */
export function richestUnion(described: DescribedPackage): TaggedDeclaration | undefined {
  return [...unionsOf(described)].sort((a, b) => b.union.cases.length - a.union.cases.length)[0]
}
