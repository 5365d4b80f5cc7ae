import type { RpcFailure } from './errors.js'

/** One line of the table that gives texts of errors a kind; `*` is any run of characters. */
export interface RpcErrorRule {
  readonly reason: string
  readonly code?: number
  readonly match: string
}

/** The kind of the first rule that fits, else `other`. */
export function classify(failure: RpcFailure, rules: readonly RpcErrorRule[]): string {
  const { code, message, data } = failure
  const text = typeof data === 'string' && data ? data : message
  const rule = rules.find(
    (rule) => (rule.code === undefined || rule.code === code) && fits(text, rule.match),
  )
  return rule?.reason ?? 'other'
}

/** Compares piece by piece: a pattern of a document never becomes a regular expression. */
function fits(text: string, pattern: string): boolean {
  const [head = '', ...pieces] = pattern.split('*')
  const tail = pieces.pop()
  if (tail === undefined) return text === pattern
  if (!text.startsWith(head)) return false
  let at = head.length
  for (const piece of pieces) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - tail.length >= at && text.endsWith(tail)
}
