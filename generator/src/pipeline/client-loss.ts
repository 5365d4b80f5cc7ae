import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import type { Changes } from '../output/compare-with-disk.js'
import type { GeneratedPackage } from './generate-or-reuse.js'

/** The table of operations or methods, for HTTP and JSON-RPC. The inlined runtime and lines have files of the same names. */
const TABLE = /^(?:src\/)?(?:operations|methods)\.ts$/

/** A single file has a client if it has the heading over it. */
const CLIENT = /^\/\/ Client\r?$/m

/**
 * Reports a package whose document no longer has operations: the reason may be a misspelled `paths`, and a
 * client should not be deleted by accident. Leaving the client out by configuration is fine.
 */
export function clientLoss(
  { key, emitsClient, oneFile }: Pick<GeneratedPackage, 'key' | 'emitsClient' | 'oneFile'>,
  { stray, changed }: Pick<Changes, 'stray' | 'changed'>,
): Diagnostic | undefined {
  const isGone =
    stray.some((file) => TABLE.test(file)) ||
    (oneFile !== undefined &&
      changed.some(({ before, text }) => CLIENT.test(before) && !CLIENT.test(text)))
  if (!emitsClient || !isGone) return undefined
  return {
    code: 'TW7007',
    severity: 'error',
    message: `the document of ${key} no longer has operations: its client would be deleted`,
    help: 'Look for a misspelled `paths` or `methods`, or for filters that select nothing. If this is intended, pass `--prune`.',
  }
}

/** Refuses to apply changes that would delete an existing client. */
export function refuseClientLoss(
  generated: Pick<GeneratedPackage, 'key' | 'emitsClient' | 'oneFile'>,
  changes: Changes,
): void {
  const loss = clientLoss(generated, changes)
  if (loss) throw new Fault(loss)
}
