/** A stream of text. One that is a terminal may be drawn on. */
export interface Output {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** Being told to stop: Ctrl-C, or the system. */
export interface Signals {
  /** From now on a signal calls `listener` and ends nothing by itself, until what comes back is called. */
  readonly listen: (listener: (signal: NodeJS.Signals) => void) => () => void
  /** Lets a signal do what it does where nobody listens. */
  readonly raise: (signal: NodeJS.Signals) => void
}

/** All that a command knows of the world but files and servers: the process, or what a test gives it. */
export interface Host {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  readonly signals: Signals
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const processSignals: Signals = {
  listen: (listener) => {
    for (const signal of SIGNALS) process.on(signal, listener)
    return () => {
      for (const signal of SIGNALS) process.off(signal, listener)
    }
  },
  raise: (signal) => {
    process.kill(process.pid, signal)
  },
}

export function processHost(): Host {
  const { env, stdout, stderr } = process
  return { cwd: process.cwd(), env, stdout, stderr, signals: processSignals }
}
