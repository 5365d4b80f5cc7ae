import { type FSWatcher, statSync, watch } from 'node:fs'
import path from 'node:path'

export interface FolderWatch {
  /** What to look at from now on, as absolute paths; it need not exist. */
  readonly follow: (files: Iterable<string>) => void
  readonly close: () => void
}

interface Watched {
  readonly watcher: FSWatcher
  /** Another number means that another folder stands there now. */
  readonly inode: number
}

/**
 * Hears of changes of files. Folders are watched instead of files, because many editors replace a file
 * when they save it; and the folder above each, because checkouts replace folders.
 */
export function watchFolders(onChange: () => void): FolderWatch {
  const watched = new Map<string, Watched>()
  let places: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  let wanted: readonly string[] = []

  const follow = (files: Iterable<string>): void => {
    wanted = [...files]
    places = placesOf(wanted)
    for (const [folder, { watcher, inode }] of watched) {
      if (places.has(folder) && inodeOf(folder) === inode) continue
      watcher.close()
      watched.delete(folder)
    }
    for (const folder of places.keys()) {
      const inode = inodeOf(folder)
      if (watched.has(folder) || inode === undefined) continue
      const watcher = open(folder)
      if (watcher) watched.set(folder, { watcher, inode })
    }
  }

  const open = (folder: string): FSWatcher | undefined => {
    try {
      const watcher = watch(folder, (event, name) => {
        if (name !== null && !places.get(folder)?.has(name)) return
        // What comes next may happen in a folder that has just been made.
        if (event === 'rename') follow(wanted)
        onChange()
      })
      return watcher.on('error', () => watched.delete(folder))
    } catch {
      // A folder that may not be watched: one above those that matter.
      return undefined
    }
  }

  const close = (): void => {
    for (const { watcher } of watched.values()) watcher.close()
  }
  return { follow, close }
}

/** The folders to watch, and the names that matter in each. */
function placesOf(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>()
  const add = (file: string): string => {
    const folder = path.dirname(file)
    const names = places.get(folder) ?? new Set()
    places.set(folder, names.add(path.basename(file)))
    return folder
  }
  for (const file of files) {
    let folder = add(file)
    while (inodeOf(folder) === undefined && path.dirname(folder) !== folder) folder = add(folder)
    add(folder)
  }
  return places
}

function inodeOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.ino
}
