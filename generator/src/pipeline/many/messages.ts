import type { Diagnostic } from '../../diagnostics/diagnostic.js'
import type { Locator } from '../../diagnostics/print.js'
import { locatorAt, type Positions, positionsOf } from '../../output/cached-positions.js'
import type { Prepared } from './prepare.js'

/** What a thread knows from its start. */
export interface Start {
  /** How long an emitter may take. */
  readonly patienceMs: number
}

/** The messages to and from a thread. */
export type Message =
  | { readonly kind: 'phase'; readonly text: string }
  | { readonly kind: 'prepared'; readonly prepared: PreparedData }
  /** Work that may never end begins: who watches ends the thread then, with this message. */
  | { readonly kind: 'watch'; readonly late: string; readonly withinMs: number }
  | { readonly kind: 'unwatch' }
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
