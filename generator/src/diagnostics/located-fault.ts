import type { Diagnostic } from './diagnostic.js'
import { Fault } from './diagnostic.js'
import type { Locator } from './print.js'

/** A fault in a file other than a document, with the data to show it in place. */
export class LocatedFault extends Fault {
  readonly locator: Locator

  constructor(locator: Locator, ...diagnostics: readonly Diagnostic[]) {
    super(...diagnostics)
    this.locator = locator
  }
}
