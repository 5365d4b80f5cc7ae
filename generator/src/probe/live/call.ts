import type { Operation } from '../../model/operations/operation.js'

/** One request of a live server. */
export interface Call {
  /** The operation, and the example where it has several. */
  readonly name: string
  readonly operation: Operation
  readonly method: string
  /** Behind the address of the server, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The same without arguments, for a server that does not have what the examples speak of. */
  readonly bare?: Call
}

/** An operation that is not called, and why. */
export interface NoCall {
  readonly name: string
  readonly reason: string
}

export function isCall(each: Call | NoCall): each is Call {
  return !('reason' in each)
}

/** More examples of one operation are not tried. */
export const MOST_EXAMPLES = 20

/** `route`, or `route [smart relay]` where it is one of several. */
export function callName(operation: Operation, example: string, several: boolean): string {
  return several ? `${operation.id} [${example}]` : operation.id
}
