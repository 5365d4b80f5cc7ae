import { tuneEngine } from './tune-engine.js'

/** A text stream, which may be a terminal. */
export interface Output {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** Signals to stop: Ctrl-C, or the system. */
export interface Signals {
  /** Signals call `listener` instead of ending the process, until the returned function is called. */
  readonly listen: (listener: (signal: NodeJS.Signals) => void) => () => void
  /** Raises a signal with its default effect. */
  readonly raise: (signal: NodeJS.Signals) => void
}

/** A command's access to its environment, except files and servers: the process, or a fake in a test. */
export interface Host {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  readonly signals: Signals
  /**
   * Called before long work that is not repeated in this process, with the size of its documents if it is known. What it
   * returns is called when a document has been loaded.
   */
  readonly beforeWork?: (bytes?: number) => () => void
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
  const beforeWork = (bytes?: number) => tuneEngine(process.versions.node, bytes)
  return { cwd: process.cwd(), env, stdout, stderr, signals: processSignals, beforeWork }
}
