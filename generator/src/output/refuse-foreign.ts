import path from 'node:path'
import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import { GENERATED_FROM } from '../emit/generated-file.js'
import { isDictionary } from '../model/json.js'
import { isPathInside } from '../model/portable-path.js'
import type { Changes } from './compare-with-disk.js'
import { readIfThere } from './read-if-there.js'
import { isRecorded, MANIFEST, parseManifest, type RecordedManifest } from './recorded-manifest.js'

/**
 * A file is only replaced if tagwire provably wrote it: by the first line of a module, or by the manifest of
 * the package, which has the hash of each file. A manifest that matches no file at all belongs to someone
 * else.
 */
export async function refuseForeign({
  folder,
  ours,
  changed,
  manifest: text,
}: Changes): Promise<void> {
  const manifest = parseManifest(text)
  const others = changed.filter(({ before }) => !before.startsWith(GENERATED_FROM))
  if (others.length === 0) return
  if (!ours) throw new Fault(foreignFile(folder, others))
  const isOurs = manifest !== undefined && (await matchesAnyFile(folder, manifest))
  const isListed = (name: string): boolean =>
    isOurs && (name === MANIFEST || name === 'package.json' || Object.hasOwn(manifest.files, name))
  const foreign = others.filter(({ path: name }) => !isListed(name))
  const packageJson = foreign.find(({ path: name }) => name === 'package.json')
  const entry = packageJson && (await entryOf(folder, packageJson.before))
  if (entry !== undefined) throw new Fault(ownPackage(folder, entry))
  // An existing package.json is merged: the fields of its maintainers are kept.
  const isMerged = packageJson !== undefined && isReadable(packageJson.before)
  const refused = foreign.filter((each) => !(isMerged && each === packageJson))
  if (refused.length === 0) return
  const names = refused.map((file) => file.path).join(', ')
  throw new Fault({
    code: 'TW7002',
    severity: 'error',
    message: `${folder} has files that tagwire did not write: ${names}`,
    help: 'Choose an empty folder, or remove these files first.',
  })
}

function foreignFile(folder: string, files: Changes['changed']): Diagnostic {
  const names = files.map((file) => path.join(folder, file.path)).join(', ')
  return {
    code: 'TW7002',
    severity: 'error',
    message: `${names} is a file that tagwire did not write`,
    help: 'Choose another path as `out`, or remove the file first.',
  }
}

function ownPackage(folder: string, entry: string): Diagnostic {
  return {
    code: 'TW7002',
    severity: 'error',
    message: `${folder} is a package with code of its own: its package.json leads to ${entry}`,
    help: 'Choose a folder inside it, such as `src/api`, for sources; or an empty one for a package.',
  }
}

function isReadable(packageJson: string): boolean {
  return packageJson.trim() === '' || isDictionary(parsed(packageJson))
}

/** An existing file that a package.json has as an entry, so that its entries must not be replaced. */
async function entryOf(folder: string, text: string): Promise<string | undefined> {
  const value = parsed(text)
  if (!isDictionary(value)) return undefined
  const { main, module, bin, exports } = value
  for (const entry of textsIn([main, module, bin, exports])) {
    if (!/\.[cm]?[jt]sx?$/.test(entry)) continue
    if ((await readIfThere(path.resolve(folder, entry))) !== undefined) return entry
  }
  return undefined
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

async function matchesAnyFile(folder: string, manifest: RecordedManifest): Promise<boolean> {
  for (const name of Object.keys(manifest.files)) {
    const text = isPathInside(name) ? await readIfThere(path.join(folder, name)) : undefined
    if (text !== undefined && isRecorded(manifest, name, text)) return true
  }
  return false
}
