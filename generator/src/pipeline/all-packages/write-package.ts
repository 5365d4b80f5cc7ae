import type { LoadedConfig } from '../../config/config.js'
import type { EmittedFile } from '../../emit/generated-file.js'
import { applyChanges } from '../../output/apply-changes.js'
import { compareWithDisk } from '../../output/compare-with-disk.js'
import { type GenerateOrReuseOptions, generateOrReuse, storedFiles } from '../generate-or-reuse.js'
import { isUpToDate, type ReadyPackage } from './generate-and-compare.js'

/**
 * Writes the files that differ. Returns the resulting files of the package, or `undefined` if nothing had to
 * be written.
 */
export async function writePackage(
  config: LoadedConfig,
  ready: ReadyPackage,
  options: GenerateOrReuseOptions,
): Promise<readonly EmittedFile[] | undefined> {
  const { key, folder, oneFile, difference } = ready
  const own = config.packages[key]
  if (!difference || isUpToDate(difference) || !own) return undefined
  const files =
    ready.files ??
    (await storedFiles(ready)) ??
    // The document has changed in the meantime, or the cache was removed.
    (await generateOrReuse(key, own, config.base, options)).files
  if (files) await applyChanges(await compareWithDisk(folder, files, oneFile === undefined))
  return files
}
