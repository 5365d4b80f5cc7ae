import type { PolicyEntry } from '../../model/policy.js'
import { type ChangeClass, isAtLeast } from '../schemas/rules.js'
import { createSelector, type SelectedChange } from './selector.js'

/** The severity of changes for one package. */
export interface Policy {
  readonly needsOperations: boolean
  /** The last entry that selects a change decides. */
  readonly severityOf: (
    change: SelectedChange & { readonly class: ChangeClass },
  ) => PolicyEntry | undefined
}

export function createPolicy(entries: readonly PolicyEntry[]): Policy {
  const all = entries.map((entry) => ({ entry, selector: createSelector(entry) })).reverse()
  return {
    needsOperations: all.some(({ selector }) => selector.needsOperations),
    severityOf: (change) =>
      all.find(({ entry, selector }) => {
        const isMore = isAtLeast({ class: entry.severity }, change.class)
        return selector.selects(change, isMore ? 'some' : 'every')
      })?.entry,
  }
}
