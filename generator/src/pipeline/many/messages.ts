import type { Diagnostic } from '../../diagnostics/diagnostic.js'
import type { Locator } from '../../diagnostics/print.js'
import { locatorAt, type Positions, positionsOf } from '../../output/cached-positions.js'
import type { Prepared } from './prepare.js'

/** The messages to and from a thread. */
export type Message =
  | { readonly kind: 'phase'; readonly text: string }
  | { readonly kind: 'prepared'; readonly prepared: PreparedData }
  | { readonly kind: 'fault'; readonly diagnostics: readonly Diagnostic[] }

/** A prepared package as plain data, without functions. */
export interface PreparedData extends Omit<Prepared, 'locator'> {
  readonly positions: Positions
}

export function toData({ locator, ...prepared }: Prepared): PreparedData {
  const { files, ...stored } = prepared
  const data = prepared.stored === undefined ? prepared : stored
  return { ...data, positions: positionsOf(prepared.diagnostics, locator) }
}

export function fromData({ positions, ...prepared }: PreparedData): Prepared {
  const locator: Locator = locatorAt(positions, (name) => prepared.paths[name])
  return { ...prepared, locator }
}
