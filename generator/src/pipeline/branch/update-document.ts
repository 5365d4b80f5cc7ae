import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PackageConfig } from '../../config/config.js'
import type { Fix } from '../../probe/mismatch.js'
import type { Document } from '../../source/document.js'
import type { Edit } from '../../source/edit.js'
import { editText } from '../../source/edit.js'
import { isElsewhere, readablePath, writeCopy } from '../committed-copy.js'
import { applyFixes, withoutConflicts } from '../fixes/apply-fixes.js'
import { overlayOf } from '../fixes/overlay-text.js'
import { readingOf } from '../package-reading.js'
import { type ProbeOptions, type ProbeResult, probeSpec } from '../probe.js'
import { readNamed } from '../read-named.js'

/** What became of the document of one package. */
export interface DocumentUpdate {
  /** What was seen, before anything was written; absent where there was nothing to look at. */
  readonly seen?: ProbeResult
  /** Changes that were written. */
  readonly applied: number
  /** Changes that are known and could not be written here, and why. */
  readonly left: number
  readonly because?: string
}

/** A change that is made can show the next one. */
const ROUNDS = 4

/**
 * Fetches the document anew where it stands elsewhere, asks what there is to ask, and writes what the answers
 * say: into the overlay of the package where it has one, else into the document.
 */
export async function updateDocument(
  key: string,
  config: PackageConfig,
  base: string,
  probe: Pick<ProbeOptions, 'url' | 'samples' | 'headers' | 'rate' | 'strict' | 'allowRemote'>,
): Promise<DocumentUpdate> {
  if (isElsewhere(config.spec)) {
    const { document, model } = await readNamed(config.spec, base, probe)
    if (model) await writeCopy(base, key, config.spec, document)
  }
  if (probe.url === undefined && probe.samples === undefined) return { applied: 0, left: 0 }
  const spec = readablePath(key, config.spec)
  const overlays = readingOf(config, base).overlays ?? []
  const overlay = overlays.at(-1)
  const isCopy = overlay === undefined && isElsewhere(config.spec)
  const look = async () => probeSpec(spec, { ...probe, cwd: base, overlays })
  let { result, document } = await look()
  const seen = result
  let applied = 0
  for (let round = 0; round < ROUNDS && result.fixes.length > 0 && !isCopy; round++) {
    const made =
      overlay === undefined
        ? (await applyFixes(result.fixes, base)).applied
        : await extendOverlay(path.resolve(base, overlay), result.fixes, document)
    if (made === 0) break
    applied += made
    ;({ result, document } = await look())
  }
  const left = result.fixes.length
  return { seen, applied, left, ...(isCopy && left > 0 ? { because: COPY } : {}) }
}

const COPY = 'the document is a copy, and the package has no overlay to write them to'

/** Actions behind those that are there; comments stay. */
async function extendOverlay(
  overlay: string,
  fixes: readonly Fix[],
  { root }: Document,
): Promise<number> {
  const { file } = root.source
  const own = withoutConflicts(fixes.filter((each) => each.file === file)).chosen
  const { actions } = overlayOf(own, file, root.value)
  const edits = actions.map((value): Edit => ({ op: 'add', path: '/actions/-', value }))
  const before = await readFile(overlay, 'utf8')
  await writeFile(overlay, editText(before, edits, /\.json$/i.test(overlay)))
  return own.length
}
