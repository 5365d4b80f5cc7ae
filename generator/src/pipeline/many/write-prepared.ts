import type { LoadedConfig } from '../../config/config.js'
import type { EmittedFile } from '../../emit/generated-file.js'
import { compareWithDisk } from '../../output/changes.js'
import { applyChanges } from '../../output/write.js'
import { type PlanOptions, planPackage, storedFiles } from '../plan.js'
import { isUpToDate, type Prepared } from './prepare.js'

/**
 * Writes the files that differ. Returns the resulting files of the package, or `undefined` if nothing had to
 * be written.
 */
export async function writePrepared(
  config: LoadedConfig,
  prepared: Prepared,
  options: PlanOptions,
): Promise<readonly EmittedFile[] | undefined> {
  const { key, folder, oneFile, difference } = prepared
  const own = config.packages[key]
  if (!difference || isUpToDate(difference) || !own) return undefined
  const files =
    prepared.files ??
    (await storedFiles(prepared)) ??
    // The document has changed in the meantime, or the cache was removed.
    (await planPackage(key, own, config.base, options)).files
  if (files) await applyChanges(await compareWithDisk(folder, files, oneFile === undefined))
  return files
}
