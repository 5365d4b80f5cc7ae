import type { LoadedConfig } from '../config/config.js'
import { PlacedFault } from '../diagnostics/placed-fault.js'
import { placesOf } from '../diagnostics/print.js'
import { isElsewhere, writeCopy } from '../pipeline/committed-copy.js'

/**
 * Fetches a document that `--spec` names at another place: without a configuration there is nothing for `update` to
 * go by, so that each `generate` brings the copy up to date. Says which files it wrote.
 */
export async function copyNamedSpec(
  config: LoadedConfig,
  reading: { readonly strict: boolean; readonly allowRemote: boolean },
): Promise<readonly string[]> {
  const [named] = config.file === undefined ? Object.entries(config.packages) : []
  if (!named || !isElsewhere(named[1].spec)) return []
  const [key, { spec }] = named
  // What reads documents is only loaded where something is read: a run with nothing to do stays quick.
  const { readNamed } = await import('../pipeline/read-named.js')
  const { document, model, diagnostics } = await readNamed(spec, config.base, reading)
  if (model) return writeCopy(config.base, key, spec, document)
  const errors = diagnostics.filter((each) => each.severity === 'error')
  throw new PlacedFault(placesOf(document), ...errors)
}
