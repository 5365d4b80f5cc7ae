import { memberAt } from '../../core/member.js'

/**
 * Whether a value of a union by key may be of a kind that is not known yet, which is a text or has a name of its own: it
 * is neither empty nor says what errors say.
 */
export function mayBeNewKind(body: unknown, words: string | undefined): boolean {
  if (Object(body) !== body || Array.isArray(body)) return typeof body === 'string'
  const isEmpty = Object.keys(Object(body)).length === 0
  return !isEmpty && words === undefined && memberAt(body, 'code') === undefined
}
