import { existsSync, type FSWatcher, watch } from 'node:fs'
import path from 'node:path'
import { Fault } from '../diagnostics/diagnostic.js'
import { type Console, NOWHERE, showDiagnostics } from './console.js'

/** Editors write a file in several steps; this is how long one save may take. */
const SETTLE_MS = 40

interface Run {
  readonly files: readonly string[]
}

/**
 * Runs again whenever one of the files changes, until the process is told to stop. Folders are
 * watched instead of files, because many editors replace a file when they save it.
 */
export async function watchFiles(
  files: readonly string[],
  out: Console,
  run: () => Promise<Run>,
): Promise<number> {
  let watched = new Set(files)
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let running = false
  let again = false

  const watchFolder = (folder: string): FSWatcher =>
    watch(folder, (_, name) => {
      if (name !== null && !watched.has(path.join(folder, name))) return
      clearTimeout(timer)
      timer = setTimeout(changed, SETTLE_MS)
    })

  /** Watchers stay as long as their folder matters: one that is made anew misses what came between. */
  const start = (): void => {
    const folders = new Set([...watched].map((file) => path.dirname(file)))
    for (const folder of folders) {
      if (!watchers.has(folder) && existsSync(folder)) watchers.set(folder, watchFolder(folder))
    }
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
  }

  const changed = async (): Promise<void> => {
    if (running) {
      again = true
      return
    }
    running = true
    try {
      const { files: read } = await run()
      if (read.length > 0) watched = new Set(read)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      showDiagnostics(error.diagnostics, NOWHERE, { json: false, quiet: false })
    } finally {
      running = false
    }
    start()
    if (again) {
      again = false
      await changed()
    }
  }

  start()
  out.note('Watching. Ctrl-C ends.')
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  clearTimeout(timer)
  for (const watcher of watchers.values()) watcher.close()
  return 0
}
