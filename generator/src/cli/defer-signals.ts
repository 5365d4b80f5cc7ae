const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Ctrl-C in the middle of writing waits until all is written: a moment later, and nothing is half done. */
export async function deferSignals(work: () => Promise<void>): Promise<void> {
  let stopped: NodeJS.Signals | undefined
  const heed = (signal: NodeJS.Signals): void => {
    stopped = signal
  }
  for (const signal of SIGNALS) process.on(signal, heed)
  try {
    await work()
  } finally {
    for (const signal of SIGNALS) process.off(signal, heed)
    if (stopped) process.kill(process.pid, stopped)
  }
}
