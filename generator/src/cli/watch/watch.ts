import { setImmediate } from 'node:timers/promises'
import { Fault } from '../../diagnostics/diagnostic.js'
import { LocatedFault } from '../../diagnostics/located-fault.js'
import { createConsole, NOWHERE, type OutputFlags, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { createIdleTime } from './idle-time.js'
import { isMissingOrEmpty, stateOf, watchFolders } from './watch-folders.js'

/** Events of one save come within this time. */
const SETTLE_MS = 10

/** Some editors move or empty a file before they write it; this is how long that may take. */
const RETURN_MS = 40

/** The result of a run. */
interface Watched {
  /** The files that it read. */
  readonly files: readonly string[]
  /** Work that can wait until the result is written. The next run begins after it. */
  readonly inIdleTime: () => Promise<void>
}

/** One run. Reports the relevant files as soon as they are known. */
type Run = (matters: (files: readonly string[]) => void) => Promise<Watched>

/**
 * Runs now, and again whenever one of the files changes, until the process is interrupted. Errors of a run
 * are shown, and the next change runs again; if there is nothing to watch, they are thrown.
 */
export async function watchFiles(host: Host, flags: OutputFlags, run: Run): Promise<number> {
  let files: ReadonlySet<string> = new Set()
  /** The state of each file when the last run began. */
  let known: ReadonlyMap<string, string | undefined> = new Map()
  let timer: NodeJS.Timeout | undefined
  let running = false
  let again = false
  let fail = (_: unknown): void => undefined
  const idleTime = createIdleTime()

  const settle = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (ms < RETURN_MS && [...files].some(isMissingOrEmpty)) settle(RETURN_MS)
      else changed().catch((error) => fail(error))
    }, ms)
  }

  const folders = watchFolders(() => {
    void idleTime.end()
    settle(SETTLE_MS)
  })

  const matters = (more: readonly string[]): void => {
    files = new Set([...files, ...more])
    folders.watch(files)
  }

  const changed = async (): Promise<void> => {
    again = running
    if (running) return
    running = true
    try {
      await idleTime.end()
      const now = new Map([...files].map((file) => [file, stateOf(file)]))
      // The event may be late, or be about permissions.
      const isSame = files.size > 0 && [...now].every(([file, state]) => known.get(file) === state)
      known = now
      if (!isSame) await runOnce()
    } finally {
      running = false
    }
    if (again) await changed()
  }

  const runOnce = async (): Promise<void> => {
    try {
      const { files: read, inIdleTime } = await run(matters)
      if (read.length > 0) files = new Set(read)
      idleTime.begin(inIdleTime)
    } catch (error) {
      if (!(error instanceof Fault) || files.size === 0) throw error
      const locator = error instanceof LocatedFault ? error.locator : NOWHERE
      showDiagnostics(host, error.diagnostics, locator, { json: false, quiet: false })
    }
    folders.watch(files)
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
    // A run that has just printed its result hands in the rest of its work in this turn.
    await setImmediate()
    await idleTime.end()
  }
}
