import { isRpcError, type RpcFailure, UNCLASSIFIED } from './errors.js'

/** Maps an error's text to a reason; `*` matches any characters. */
export type RpcErrorRule = readonly [reason: string, match: string, code?: number]

/** Adds the reason to an error that a transport has thrown; other errors stay as they are. */
export function withReason(error: unknown, rules: readonly RpcErrorRule[]): unknown {
  if (!isRpcError(error) || error.reason !== UNCLASSIFIED) return error
  return Object.assign(error, { reason: classify(error, rules) })
}

/** The reason of the first rule that matches. */
export function classify(failure: RpcFailure, rules: readonly RpcErrorRule[]): string {
  const { code, message, data } = failure
  const text = typeof data === 'string' && data ? data : message
  const [reason = UNCLASSIFIED] =
    rules.find(([, match, only = code]) => only === code && fits(text, match)) ?? []
  return reason
}

/** Compares piece by piece: a document's pattern never becomes a regular expression. */
function fits(text: string, pattern: string): boolean {
  const [head = '', ...pieces] = pattern.split('*')
  const tail = pieces.pop()
  if (tail === undefined) return text === pattern
  let at = text.startsWith(head) ? head.length : Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    const found = text.indexOf(piece, at)
    at = found < 0 ? Number.POSITIVE_INFINITY : found + piece.length
  }
  return text.length - tail.length >= at && text.endsWith(tail)
}
