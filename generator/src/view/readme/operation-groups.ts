import { grouped } from '../../model/collections/grouped.js'
import type { Operation } from '../../model/operations/operation.js'

const MAX_GROUPS = 40

export interface OperationGroup {
  readonly name: string
  readonly members: readonly Operation[]
}

/**
 * Groups by tag, or by the common beginning of paths and methods if nothing has tags. Small groups are
 * merged.
 */
export function operationGroups(operations: readonly Operation[]): OperationGroup[] {
  const all = [...grouped(operations, groupOf)].map(([name, members]) => ({ name, members }))
  const largest = [...all].sort((left, right) => right.members.length - left.members.length)
  const shown = new Set(largest.slice(0, MAX_GROUPS))
  const left = all.filter((each) => !shown.has(each))
  const rest = { name: `${left.length} more`, members: left.flatMap(({ members }) => members) }
  return [...all.filter((each) => shown.has(each)), ...(left.length > 0 ? [rest] : [])]
}

function groupOf({ tags, binding }: Operation): string {
  const [tag] = tags
  if (tag !== undefined && tag !== '') return tag
  if (binding.kind === 'call') return /^[^._/]+(?=[._/])/.exec(binding.method)?.[0] ?? 'others'
  const words = binding.path
    .split('/')
    .filter((word) => word !== '' && !/^v\d|^\{|^api$/i.test(word))
  return words[0] ?? 'others'
}
