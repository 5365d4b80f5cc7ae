import type { Signals } from './host.js'

/** Defers Ctrl-C until all files are written, so that nothing is left half done. */
export async function deferSignals(signals: Signals, work: () => Promise<void>): Promise<void> {
  let stopped: NodeJS.Signals | undefined
  const release = signals.listen((signal) => {
    stopped = signal
  })
  try {
    await work()
  } finally {
    release()
    if (stopped) signals.raise(stopped)
  }
}
