import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import type { Changes } from '../output/changes.js'
import type { Plan } from './plan.js'

/** The table of everything that a client can call, over both transports. */
const TABLE = /(?:^|\/)(?:operations|methods)\.ts$/

/**
 * Reports a package whose document no longer has operations. That is what a misspelt `paths` looks like, and
 * a client should not be deleted in passing. Leaving the client out by configuration is fine.
 */
export function lossOf(
  { key, emitsClient }: Pick<Plan, 'key' | 'emitsClient'>,
  { stray }: Pick<Changes, 'stray'>,
): Diagnostic | undefined {
  if (!emitsClient || !stray.some((file) => TABLE.test(file))) return undefined
  return {
    code: 'TW7007',
    severity: 'error',
    message: `the document of ${key} has no operations any more: its client would be deleted`,
    help: 'Look for a misspelt `paths` or `methods`, or a selection that leaves nothing. If this is intended, pass `--prune`.',
  }
}

/** Refuses to apply changes that would delete an existing client. */
export function refuseLoss(plan: Pick<Plan, 'key' | 'emitsClient'>, changes: Changes): void {
  const loss = lossOf(plan, changes)
  if (loss) throw new Fault(loss)
}
