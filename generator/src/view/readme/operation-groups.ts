import { grouped } from '../../model/collections/grouped.js'
import type { Tag } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import { tagGroupName } from '../../model/operations/tag-tree.js'

const MAX_GROUPS = 40

export interface OperationGroup {
  readonly name: string
  readonly members: readonly Operation[]
}

/**
 * Groups by tag, or by the common beginning of paths and methods if nothing has tags. Small groups are
 * merged. A tag inside others is called after all of them: `Orders / Refunds`.
 */
export function operationGroups(
  operations: readonly Operation[],
  tags: readonly Tag[] = [],
): OperationGroup[] {
  const all = [...grouped(operations, (each) => groupOf(each, tags))].map(([name, members]) => ({
    name,
    members,
  }))
  const largest = [...all].sort((left, right) => right.members.length - left.members.length)
  const shown = new Set(largest.slice(0, MAX_GROUPS))
  const left = all.filter((each) => !shown.has(each))
  const rest = { name: `${left.length} more`, members: left.flatMap(({ members }) => members) }
  return [...all.filter((each) => shown.has(each)), ...(left.length > 0 ? [rest] : [])]
}

function groupOf(operation: Operation, tags: readonly Tag[]): string {
  const { binding } = operation
  const tag = tagGroupName(tags, operation)
  if (tag !== undefined) return tag
  if (binding.kind === 'call') return /^[^._/]+(?=[._/])/.exec(binding.method)?.[0] ?? 'others'
  const words = binding.path
    .split('/')
    .filter((word) => word !== '' && !/^v\d|^\{|^api$/i.test(word))
  return words[0] ?? 'others'
}
