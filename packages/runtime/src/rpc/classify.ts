import type { RpcFailure } from './errors.js'

/** A rule that maps an error's text to a reason; `*` matches any characters. */
export interface RpcErrorRule {
  readonly reason: string
  readonly code?: number
  readonly match: string
}

/** A rule as it is written in a generated table. */
export type ErrorRow = readonly [reason: string, match: string, code?: number]

/** The rules of a generated table. */
export function errorTable(rows: readonly ErrorRow[]): readonly RpcErrorRule[] {
  return rows.map(([reason, match, code]) => ({ reason, match, ...(code && { code }) }))
}

/** The reason of the first rule that matches, else `other`. */
export function classify(failure: RpcFailure, rules: readonly RpcErrorRule[]): string {
  const { code, message, data } = failure
  const text = typeof data === 'string' && data ? data : message
  const rule = rules.find(
    (rule) => (rule.code === undefined || rule.code === code) && fits(text, rule.match),
  )
  return rule?.reason ?? 'other'
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
