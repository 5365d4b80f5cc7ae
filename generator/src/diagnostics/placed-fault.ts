import type { Diagnostic } from './diagnostic.js'
import { Fault } from './diagnostic.js'
import type { Places } from './print.js'

/** A fault in a file other than a document, with the data to show it in place. */
export class PlacedFault extends Fault {
  readonly places: Places

  constructor(places: Places, ...diagnostics: readonly Diagnostic[]) {
    super(...diagnostics)
    this.places = places
  }
}
