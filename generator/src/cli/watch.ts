import { Fault } from '../diagnostics/diagnostic.js'
import { PlacedFault } from '../diagnostics/placed-fault.js'
import { createConsole, NOWHERE, type OutputFlags, showDiagnostics } from './console.js'
import type { Host } from './host.js'
import { watchFolders } from './watch-folders.js'

/** Editors write a file in several steps; this is how long one save may take. */
const SETTLE_MS = 40

/** One run. Reports the relevant files as soon as they are known, and returns the files that it read. */
type Run = (matters: (files: readonly string[]) => void) => Promise<readonly string[]>

/**
 * Runs now, and again whenever one of the files changes, until the process is interrupted. Errors of a run
 * are shown, and the next change runs again; if there is nothing to watch, they are thrown.
 */
export async function watchFiles(host: Host, flags: OutputFlags, run: Run): Promise<number> {
  let files: ReadonlySet<string> = new Set()
  let timer: NodeJS.Timeout | undefined
  let running = false
  let again = false
  let fail = (_: unknown): void => undefined

  const folders = watchFolders(() => {
    clearTimeout(timer)
    timer = setTimeout(() => changed().catch((error) => fail(error)), SETTLE_MS)
  })

  const matters = (more: readonly string[]): void => {
    files = new Set([...files, ...more])
    folders.follow(files)
  }

  const changed = async (): Promise<void> => {
    again = running
    if (running) return
    running = true
    try {
      const read = await run(matters)
      if (read.length > 0) files = new Set(read)
    } catch (error) {
      if (!(error instanceof Fault) || files.size === 0) throw error
      const places = error instanceof PlacedFault ? error.places : NOWHERE
      showDiagnostics(host, error.diagnostics, places, { json: false, quiet: false })
    } finally {
      running = false
    }
    folders.follow(files)
    if (again) await changed()
  }

  await changed()
  createConsole(host, flags).note('Watching. Ctrl-C ends.')
  let release = (): void => undefined
  try {
    await new Promise<void>((resolve, reject) => {
      release = host.signals.listen(() => resolve())
      fail = reject
    })
    return 0
  } finally {
    release()
    clearTimeout(timer)
    folders.close()
  }
}
