import type { NextPage } from '../../model/extensions.js'
import type { Operation } from '../../model/operations/operation.js'
import { intoOf } from '../../model/pages/page-input.js'
import type { Name, Value } from '../value.js'
import { runtime } from './descriptor-members.js'

/** The call of the runtime that says how one page leads to the next. */
export interface NextPageCall {
  readonly by: Name
  readonly args: readonly Value[]
}

export function nextPageCall(operation: Operation, next: NextPage): NextPageCall {
  const call = (name: string, ...args: readonly Value[]): NextPageCall => ({
    by: runtime(name),
    args,
  })
  switch (next.by) {
    case 'cursor':
      return call('nextCursor', next.at, targetOf(operation, next.into))
    case 'page': {
      const first = next.first ?? startOf(operation, next.into) ?? 1
      return call('nextNumber', targetOf(operation, next.into), ...(first === 1 ? [] : [first]))
    }
    case 'offset':
      return call('nextOffset', targetOf(operation, next.into))
    case 'last':
      return call('nextAfterLast', next.at, targetOf(operation, next.into))
    case 'link':
      return call('nextLink', next.relation)
    case 'url':
      return call('nextUrl', next.at)
  }
}

/** A member of the input, from the outermost; or the name of a header. */
function targetOf(operation: Operation, into: string): Value {
  const found = intoOf(operation, into)
  if (!found) return []
  return 'header' in found ? found.header : found.path
}

/** The number that the parameter has by default: pages begin at 0 in some services. */
function startOf({ input }: Operation, into: string): number | undefined {
  const given = input.parameters.find(({ name }) => name === into)?.default
  return typeof given === 'number' ? given : undefined
}
