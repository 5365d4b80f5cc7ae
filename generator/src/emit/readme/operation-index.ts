import type { Operation } from '../../model/operations/operation.js'
import { type OperationGroup, operationGroups } from '../../view/readme/operation-groups.js'
import { cell, code } from './markdown.js'

/** More operations than this are only listed by group. */
export const MAX_ROWS = 60

const SHOWN_OF_GROUP = 4

export interface IndexRow {
  readonly [column: string]: string
}

/** One row for each group of operations. */
export function operationIndex(operations: readonly Operation[]): IndexRow[] {
  return operationGroups(operations).map(groupRow)
}

function groupRow({ name, members }: OperationGroup): IndexRow {
  const names = members.slice(0, SHOWN_OF_GROUP).map((each) => `\`${code(each.name)}\``)
  const more = members.length > SHOWN_OF_GROUP ? ', …' : ''
  return { name: cell(name), count: String(members.length), names: names.join(', ') + more }
}
