import type { PackageConfig } from '../../config/options.js'
import type { Fix } from '../../probe/mismatch.js'
import type { Document } from '../../source/document.js'
import { isElsewhere } from '../committed-copy.js'
import { type Applied, applyFixes } from './apply-fixes.js'
import { extendOverlays } from './extend-overlays.js'

/** A package of a configuration, and the folder of the configuration. */
export interface ConfiguredPackage {
  readonly config: PackageConfig
  readonly base: string
}

/** Writes fixes into the overlay of the package if it has one, otherwise into its document. */
export async function writeFixes(
  { config, base }: ConfiguredPackage,
  fixes: readonly Fix[],
  document: Document,
  cwd: string,
): Promise<Applied> {
  if (document.inWordsOfFile) {
    return { files: [], applied: 0, left: fixes.length, because: OLDER }
  }
  if ([config.overlay ?? []].flat().length > 0) {
    return extendOverlays(config, base, fixes, document, cwd)
  }
  if (isElsewhere(config.spec)) {
    return { files: [], applied: 0, left: fixes.length, because: COPY }
  }
  return applyFixes(fixes, cwd)
}

export const OLDER =
  'the document is in Swagger 2.0, which says some of this in other words: change it by hand'

const COPY = 'the document is a copy, and the package has no overlay to write them to'
