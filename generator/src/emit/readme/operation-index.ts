import type { Operation } from '../../model/operations/operation.js'
import { cell, code } from './markdown.js'

/** With more than these, a table of all of them is a wall. */
export const MOST_ROWS = 60

const MOST_GROUPS = 40
const SHOWN_OF_GROUP = 4

export interface IndexRow {
  readonly [column: string]: string
}

/** One row for each tag, or for what paths and methods begin with where nothing has tags. */
export function operationIndex(operations: readonly Operation[]): IndexRow[] {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const group = groupOf(operation)
    groups.set(group, [...(groups.get(group) ?? []), operation])
  }
  const largest = [...groups].sort(([, left], [, right]) => right.length - left.length)
  const shown = new Set(largest.slice(0, MOST_GROUPS).map(([name]) => name))
  const rows = [...groups].filter(([name]) => shown.has(name)).map(groupRow)
  const left = [...groups].filter(([name]) => !shown.has(name)).flatMap(([, members]) => members)
  return left.length > 0 ? [...rows, groupRow([`${groups.size - shown.size} more`, left])] : rows
}

function groupRow([name, members]: readonly [string, readonly Operation[]]): IndexRow {
  const names = members.slice(0, SHOWN_OF_GROUP).map((each) => `\`${code(each.name)}\``)
  const more = members.length > SHOWN_OF_GROUP ? ', …' : ''
  return { name: cell(name), count: String(members.length), names: names.join(', ') + more }
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
