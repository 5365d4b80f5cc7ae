import { memberAt } from './member.js'

/** No connection was made: ENOTFOUND, EAI_AGAIN, ECONNREFUSED, and ConnectionRefused of Bun. */
export const unsent: RegExp = /(?:NOTFOUND|_AGAIN|REFUSED)$/i

/** The code of an error of `fetch`, which platforms put into its cause. */
export function codeOf(cause: unknown): unknown {
  return memberAt(memberAt(cause, 'cause') ?? cause, 'code')
}

/** Whether it is certain of an error of `fetch` that nothing left. */
export function neverLeft(cause: unknown): boolean {
  return unsent.test(String(codeOf(cause)))
}
