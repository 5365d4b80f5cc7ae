import type { Diagnostic } from '../../diagnostics/diagnostic.js'
import type { Places } from '../../diagnostics/print.js'
import { type Positions, placesAt, positionsOf } from '../../output/cached-places.js'
import type { Prepared } from './prepare.js'

/** The messages to and from a thread. */
export type Message =
  | { readonly kind: 'phase'; readonly text: string }
  | { readonly kind: 'prepared'; readonly prepared: PreparedData }
  | { readonly kind: 'fault'; readonly diagnostics: readonly Diagnostic[] }

/** A prepared package as plain data, without functions. */
export interface PreparedData extends Omit<Prepared, 'places'> {
  readonly positions: Positions
}

export function toData({ places, ...prepared }: Prepared): PreparedData {
  const { files, ...stored } = prepared
  const data = prepared.stored === undefined ? prepared : stored
  return { ...data, positions: positionsOf(prepared.diagnostics, places) }
}

export function fromData({ positions, ...prepared }: PreparedData): Prepared {
  const places: Places = placesAt(positions, (name) => prepared.paths[name])
  return { ...prepared, places }
}
