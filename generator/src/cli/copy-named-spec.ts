import type { LoadedConfig } from '../config/config.js'
import { LocatedFault } from '../diagnostics/located-fault.js'
import { locatorOf } from '../diagnostics/print.js'
import { isElsewhere, writeCopy } from '../pipeline/committed-copy.js'

/**
 * Fetches a document if `--spec` is a URL or git reference. `update` needs a configuration, so without one each
 * `generate` updates the copy. `undo` removes what it wrote.
 */
export async function copyNamedSpec(
  config: LoadedConfig,
  reading: { readonly strict: boolean; readonly allowRemote: boolean },
): Promise<{ readonly files: readonly string[]; readonly undo: () => Promise<void> }> {
  const [named] = config.file === undefined ? Object.entries(config.packages) : []
  if (!named || !isElsewhere(named[1].spec)) return { files: [], undo: async () => {} }
  const [key, { spec }] = named
  // The readers are loaded on demand, so that a run with nothing to do stays fast.
  const { readNamedSpec } = await import('../pipeline/read-named-spec.js')
  const { document, model, diagnostics } = await readNamedSpec(spec, config.base, reading)
  if (model) return writeCopy(config.base, key, spec, document)
  const errors = diagnostics.filter((each) => each.severity === 'error')
  throw new LocatedFault(locatorOf(document), ...errors)
}
