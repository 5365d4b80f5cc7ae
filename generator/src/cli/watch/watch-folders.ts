import { type FSWatcher, statSync, watch } from 'node:fs'
import path from 'node:path'
import { hashOfFile } from '../../output/hash-file.js'

export interface FolderWatch {
  /** Sets the files to watch, as absolute paths; they need not exist. */
  readonly watch: (files: Iterable<string>) => void
  readonly close: () => void
}

interface Watched {
  readonly watcher: FSWatcher
  /** A different number means that the folder was replaced. */
  readonly inode: number
}

/**
 * Watches files for changes. It watches folders instead of files, because many editors replace a file
 * when they save it, and the folder above each, because checkouts replace folders.
 */
export function watchFolders(onChange: () => void): FolderWatch {
  const watched = new Map<string, Watched>()
  let awaited: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  let wanted: readonly string[] = []

  const watchAll = (files: Iterable<string>): void => {
    wanted = [...files]
    awaited = namesByFolder(wanted)
    for (const [folder, { watcher, inode }] of watched) {
      if (awaited.has(folder) && inodeOf(folder) === inode) continue
      watcher.close()
      watched.delete(folder)
    }
    for (const folder of awaited.keys()) {
      const inode = inodeOf(folder)
      if (watched.has(folder) || inode === undefined) continue
      const watcher = open(folder)
      if (watcher) watched.set(folder, { watcher, inode })
    }
  }

  const open = (folder: string): FSWatcher | undefined => {
    try {
      const watcher = watch(folder, (event, name) => {
        if (name !== null && !awaited.get(folder)?.has(name)) return
        // The next change may happen in a folder that was just created.
        if (event === 'rename') watchAll(wanted)
        onChange()
      })
      return watcher.on('error', () => watched.delete(folder))
    } catch {
      // No permission to watch it: a folder above the relevant ones.
      return undefined
    }
  }

  const close = (): void => {
    for (const { watcher } of watched.values()) watcher.close()
  }
  return { watch: watchAll, close }
}

/** The folders to watch, and the names that matter in each. */
function namesByFolder(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const awaited = new Map<string, Set<string>>()
  const add = (file: string): string => {
    const folder = path.dirname(file)
    const names = awaited.get(folder) ?? new Set()
    awaited.set(folder, names.add(path.basename(file)))
    return folder
  }
  for (const file of files) {
    let folder = add(file)
    while (inodeOf(folder) === undefined && path.dirname(folder) !== folder) folder = add(folder)
    add(folder)
  }
  return awaited
}

function inodeOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.ino
}

export function isMissingOrEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/** Changes whenever the file is written, even with the same content. */
export function stateOf(file: string): string | undefined {
  const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return time === undefined ? undefined : `${time} ${hashOfFile(file)}`
}
