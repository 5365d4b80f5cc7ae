import { statSync } from 'node:fs'
import path from 'node:path'
import type { OutputFlags } from './console.js'
import type { Host } from './host.js'
import { terminalLine } from './terminal-line.js'

/** Reports the phase of a long run, one line per phase. */
export interface Progress {
  readonly phase: (text: string) => void
  /** Clears the last line of a terminal. */
  readonly done: () => void
}

const SILENT: Progress = { phase: () => {}, done: () => {} }

/** Smaller documents are done before anyone could read a line. */
const LONG_BYTES = 1_000_000

/** On a terminal each line replaces the previous one; in CI they are plain lines. */
export function createProgress(
  { stderr }: Host,
  specs: readonly string[],
  base: string,
  { json, quiet }: OutputFlags,
): Progress {
  if (json || quiet || !specs.some((spec) => isLong(path.resolve(base, spec)))) return SILENT
  const line = terminalLine(stderr)
  if (line) return { phase: line.show, done: line.clear }
  return { phase: (text) => void stderr.write(`${text}\n`), done: () => {} }
}

function isLong(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LONG_BYTES
}
