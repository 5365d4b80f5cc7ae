import type { PackageConfig } from '../../config/options.js'
import type { CallResponse } from '../../probe/live/exchange.js'
import { loosenedOperations } from '../../probe/loosened.js'
import { isElsewhere, readablePath, writeCopy } from '../committed-copy.js'
import { writeFixes } from '../fixes/write-fixes.js'
import { readOptionsOf } from '../package-read-options.js'
import { type ProbeOptions, type ProbeResult, probeSpec } from '../probe.js'
import { readNamedSpec } from '../read-named-spec.js'

/** The result for the document of one package. */
export interface DocumentUpdate {
  /** The mismatches before anything was written; absent if there was nothing to probe. */
  readonly seen?: ProbeResult
  /** Fixes that were written. */
  readonly applied: number
  /** Fixes that could not be written, with the reason. */
  readonly left: number
  readonly because?: string
  /** The operations that the written fixes describe more loosely, of all of them. */
  readonly loosened: readonly string[]
  readonly operations: number
}

/** Applying one fix can uncover the next. */
const ROUNDS = 4

/**
 * Fetches a remote document again, probes it as configured, and writes the fixes into the overlay of the
 * package if it has one, otherwise into the document.
 */
export async function updateDocument(
  key: string,
  config: PackageConfig,
  base: string,
  probe: Pick<
    ProbeOptions,
    | 'url'
    | 'samples'
    | 'headers'
    | 'rate'
    | 'strict'
    | 'allowRemote'
    | 'learn'
    | 'servers'
    | 'addOperations'
  >,
): Promise<DocumentUpdate> {
  if (isElsewhere(config.spec)) {
    const { document, model } = await readNamedSpec(config.spec, base, probe)
    if (model) await writeCopy(base, key, config.spec, document)
  }
  if (probe.url === undefined && probe.samples === undefined) {
    return { applied: 0, left: 0, loosened: [], operations: 0 }
  }
  const spec = readablePath(key, config.spec)
  // The server is called only once; its responses are compared again after each fix.
  const responses = new Map<string, CallResponse>()
  const look = () =>
    probeSpec(spec, { ...probe, ...readOptionsOf(config, base), cwd: base, responses })
  let { result, document, model } = await look()
  const seen = result
  let applied = 0
  let because: string | undefined
  const operations = model?.operations.length ?? 0
  const loosened = new Set<string>()
  for (let round = 0; round < ROUNDS && result.fixes.length > 0; round++) {
    const made = await writeFixes({ config, base }, result.fixes, document, base)
    because = made.because
    if (made.applied === 0) break
    applied += made.applied
    if (model) for (const id of loosenedOperations(result.fixes, model)) loosened.add(id)
    ;({ result, document, model } = await look())
  }
  const left = result.fixes.length
  const loose = { loosened: [...loosened], operations }
  return {
    seen,
    applied,
    left,
    ...loose,
    ...(because !== undefined && left > 0 ? { because } : {}),
  }
}
