import path from 'node:path'
import { Fault } from '../diagnostics/diagnostic.js'
import { GENERATED_FROM } from '../emit/module-scope.js'
import type { Changes } from './changes.js'
import { isPathInside } from './inside.js'
import { readIfThere } from './read-if-there.js'
import { isRecorded, MANIFEST, parseManifest, type RecordedManifest } from './recorded-manifest.js'

/**
 * A file is only replaced if tagwire provably wrote it: by the first line of a module, or by the manifest of
 * the package, which has the hash of each file. A manifest that matches no file at all belongs to someone
 * else.
 */
export async function refuseForeign({ folder, changed, manifest: text }: Changes): Promise<void> {
  const manifest = parseManifest(text)
  const others = changed.filter(({ before }) => !before.startsWith(GENERATED_FROM))
  if (others.length === 0) return
  const isOurs = manifest !== undefined && (await matchesAnyFile(folder, manifest))
  const foreign = others.filter(({ path: name }) => {
    const listed =
      name === MANIFEST || name === 'package.json' || Object.hasOwn(manifest?.files ?? {}, name)
    return !(isOurs && listed)
  })
  if (foreign.length === 0) return
  const names = foreign.map((file) => file.path).join(', ')
  throw new Fault({
    code: 'TW7002',
    severity: 'error',
    message: `${folder} has files that tagwire did not write: ${names}`,
    help: 'Choose an empty folder, or remove these files first.',
  })
}

async function matchesAnyFile(folder: string, manifest: RecordedManifest): Promise<boolean> {
  for (const name of Object.keys(manifest.files)) {
    const text = isPathInside(name) ? await readIfThere(path.join(folder, name)) : undefined
    if (text !== undefined && isRecorded(manifest, name, text)) return true
  }
  return false
}
