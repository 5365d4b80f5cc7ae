import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import type { Changes } from '../output/write.js'
import type { Plan } from './plan.js'

/** The table of what a client can call, with the runtime's two ways to call. */
const TABLE = /(?:^|\/)(?:operations|methods)\.ts$/

/**
 * Said where a package had operations and would have none: that is how a misspelt `paths` looks, and deleting
 * a client is nothing to do in passing. A configuration that leaves the client out means it.
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
    help: 'Look for a misspelt `paths` or `methods`, or a selection that leaves nothing. If it is meant, give `--prune`.',
  }
}

/** Refuses to apply changes that would delete what had operations. */
export function refuseLoss(plan: Pick<Plan, 'key' | 'emitsClient'>, changes: Changes): void {
  const loss = lossOf(plan, changes)
  if (loss) throw new Fault(loss)
}
