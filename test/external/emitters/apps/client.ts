import { createNotesClient } from '../.cache/notes/src/index.js'
import type { getNoteQuery } from '../.cache/notes/src/query.js'

/** The client of all three apps. */
export const notes: ReturnType<typeof createNotesClient> = createNotesClient()

type Failure = Parameters<
  Extract<ReturnType<typeof getNoteQuery>['retry'], (...values: never) => unknown>
>[1]

/** The nearest note, which only the body of a 404 has; compiles only if the adapter knows the type of errors. */
export function nearest(error: Failure | null): string {
  return error?.name === 'ApiError' && error.status === 404 ? error.body.nearest : ''
}

/** `one 2001`: compiles only if data is decoded. */
export function line({ text, written }: { readonly text: string; readonly written: Date }): string {
  return `${text} ${written.getUTCFullYear()}`
}
