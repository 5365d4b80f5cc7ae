import type { Change } from './comparison.js'
import type { Step } from './schemas/rules.js'

/** One change with its position, and the semver step that it requires on its own. */
export interface PlacedChange extends Omit<Change, 'at'> {
  readonly step: Step
  readonly file: string
  readonly pointer: string
  readonly line: number
  readonly column: number
  /**
   * For a change at a place of the old document: the closest place in the new one, for tools that only know
   * that.
   */
  readonly near?: { readonly file: string; readonly line: number; readonly column: number }
  /** The reason that a team gave for accepting the change. */
  readonly accepted?: string
}
