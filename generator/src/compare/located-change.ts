import type { AffectedOperation } from '../model/operations/affected-operations.js'
import type { Change } from './comparison.js'
import type { ChangeClass, Step } from './schemas/rules.js'

/** One change with its position, and the semver step that it requires on its own. */
export interface LocatedChange extends Omit<Change, 'at'> {
  readonly step: Step
  readonly file: string
  readonly pointer: string
  readonly line: number
  readonly column: number
  /**
   * For a change at a place in the old document: the closest place in the new one, for tools that only know
   * the new one.
   */
  readonly near?: { readonly file: string; readonly line: number; readonly column: number }
  /** The operations that it is a part of, if they were asked for. */
  readonly operations?: readonly AffectedOperation[]
  /** Its class in general, if the policy of the package has another one, and why. */
  readonly ruled?: { readonly from: ChangeClass; readonly reason?: string }
  /** The reason for which the change was accepted. */
  readonly accepted?: string
}
