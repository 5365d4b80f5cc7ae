import type { Diagnostic } from '../../diagnostics/diagnostic.js'
import type { Locator } from '../../diagnostics/print.js'
import { locatorAt, type Positions, positionsOf } from '../../output/cached-positions.js'
import type { ReadyPackage } from './generate-and-compare.js'

/** What a thread knows from its start. */
export interface Start {
  /** How long an emitter may take. */
  readonly timeLimitMs: number
}

/** The messages to and from a thread. */
export type Message =
  | { readonly kind: 'phase'; readonly text: string }
  | { readonly kind: 'ready'; readonly ready: ReadyPackageData }
  /** Work that may never end begins: who watches ends the thread then, with this message. */
  | { readonly kind: 'watch'; readonly late: string; readonly withinMs: number }
  | { readonly kind: 'unwatch' }
  | { readonly kind: 'fault'; readonly diagnostics: readonly Diagnostic[] }

/** A package as plain data, without functions. */
export interface ReadyPackageData extends Omit<ReadyPackage, 'locator'> {
  readonly positions: Positions
}

export function toData({ locator, ...ready }: ReadyPackage): ReadyPackageData {
  const { files, ...stored } = ready
  const data = ready.stored === undefined ? ready : stored
  return { ...data, positions: positionsOf(ready.diagnostics, locator) }
}

export function fromData({ positions, ...ready }: ReadyPackageData): ReadyPackage {
  const locator: Locator = locatorAt(positions, (name) => ready.paths[name])
  return { ...ready, locator }
}
