import type { Signals } from './host.js'

/** Ctrl-C in the middle of writing waits until all is written: a moment later, and nothing is half done. */
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
