import type { Report } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'
import { lintMethodAliases } from './method-aliases.js'
import { lintNamedOperations } from './named-operations.js'
import { lintNames } from './names.js'
import { lintPages } from './pages.js'
import { lintReferences } from './references.js'
import { lintStreamSwitches } from './stream-switches.js'
import { lintSubscriptions } from './subscriptions.js'
import { lintWaiters } from './waiters.js'

/** Problems of a document as a whole, which cannot be seen at a single place. */
const CHECKS = [
  lintReferences,
  lintNamedOperations,
  lintNames,
  lintMethodAliases,
  lintStreamSwitches,
  lintWaiters,
  lintSubscriptions,
  lintPages,
]

export function lint(model: Model, report: Report): void {
  for (const check of CHECKS) check(model, report)
}
