import type { Operation } from '../../model/operations/operation.js'

/** One request to a live server. */
export interface Call {
  /** The operation, and the name of the example if it has several. */
  readonly name: string
  readonly operation: Operation
  readonly method: string
  /** The path and query to append to the server's URL. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The same call without arguments, for a server that does not have what the examples refer to. */
  readonly bare?: Call
  /** Whether the document allows the request, for one that was made to find out what the server does. */
  readonly expects?: 'valid' | 'invalid'
}

/** An operation that is not called, with the reason. */
export interface NoCall {
  readonly name: string
  readonly reason: string
}

export function isCall(each: Call | NoCall): each is Call {
  return !('reason' in each)
}

/** The maximum number of examples per operation. */
export const MAX_EXAMPLES = 20

/** `route`, or `route [smart relay]` if it has several examples. */
export function callName(operation: Operation, example: string, several: boolean): string {
  return several ? `${operation.id} [${example}]` : operation.id
}
