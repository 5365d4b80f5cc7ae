import { catalogue } from './catalogue.js'
import type { Diagnostic } from './diagnostic.js'
import type { Locator } from './print.js'
import { cutMessage } from './value-text.js'

/** One fault of a document, with its place. */
export interface Finding extends Pick<Diagnostic, 'code' | 'severity' | 'message'> {
  /** What to do, as the text form says it. */
  readonly help: string
  readonly file?: string
  readonly pointer?: string
  readonly line?: number
  readonly column?: number
}

/** A diagnostic as data. */
export function findingOf(each: Diagnostic, locator: Locator): Finding {
  const { code, severity, message, help = catalogue[code].fix, at } = each
  const location = at ? { ...at, ...locator.locate(at) } : {}
  return { code, severity, message: cutMessage(message), ...location, help: cutMessage(help) }
}
