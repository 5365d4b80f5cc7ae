import { rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../diagnostics/diagnostic.js'
import type { Changes } from './compare-with-disk.js'
import { makeFolder, notWritten, removeEmpty } from './folder.js'
import { refuseForeign } from './refuse-foreign.js'
import { openStage, removeAbandonedStages } from './staging-folder.js'
import { utf8Pieces } from './utf8-pieces.js'

/**
 * Writes the files that differ, each atomically, and removes stale ones. New files are written to a separate
 * folder and moved into place when all are complete: a run that fails leaves the package as it was, and one
 * that is killed leaves nothing that could be published.
 */
export async function applyChanges(changes: Changes): Promise<void> {
  const files = [...changes.changed, ...changes.missing]
  await removeAbandonedStages(changes.folder)
  if (files.length === 0 && changes.stray.length === 0) return
  await refuseForeign(changes)
  const moved: string[] = []
  const made: string[] = []
  let stage: string | undefined
  let last = changes.folder
  try {
    stage = await openStage(changes.folder, made)
    const written: { from: string; to: string }[] = []
    for (const [index, file] of files.entries()) {
      const to = path.join(changes.folder, file.path)
      last = to
      await makeFolder(path.dirname(to), made)
      written.push({ from: path.join(stage, String(index)), to })
      await writeFile(path.join(stage, String(index)), utf8Pieces(file.text))
    }
    for (const { from, to } of written) {
      last = to
      await rename(from, to)
      moved.push(to)
    }
    for (const stray of changes.stray) await rm(path.join(changes.folder, stray))
    await removeEmptyFolders(changes)
  } catch (error) {
    await putBack(changes, moved)
    if (stage !== undefined) await rm(stage, { recursive: true, force: true })
    await removeEmpty(made)
    throw new Fault(notWritten(last, error))
  }
  await rm(stage, { recursive: true, force: true })
}

/** Removes folders that are now empty, innermost first. */
async function removeEmptyFolders({ folder, stray }: Changes): Promise<void> {
  const around = (name: string): string[] => {
    const parent = path.posix.dirname(name)
    return parent === '.' ? [] : [parent, ...around(parent)]
  }
  const folders = [...new Set(stray.flatMap(around))]
  for (const each of folders.sort((left, right) => right.length - left.length)) {
    // It is not empty, so it stays.
    await rmdir(path.join(folder, each)).catch(() => undefined)
  }
}

/** Restores the old text of files that were already replaced, or removes those that did not exist. */
async function putBack({ folder, changed }: Changes, moved: readonly string[]): Promise<void> {
  const before = new Map(changed.map((file) => [path.join(folder, file.path), file.before]))
  for (const file of moved) {
    const text = before.get(file)
    if (text === undefined) await rm(file, { force: true })
    else await writeFile(file, text)
  }
}
