import { printable } from '../diagnostics/print.js'
import type { Payload } from '../probe/payload.js'
import type { OutputFlags } from './console.js'
import type { Host } from './host.js'
import { terminalLine } from './terminal-line.js'

/** Reports the calls of a probe as they end. */
export interface CallProgress {
  readonly step: (payload: Payload, done: number, all: number) => void
  readonly end: () => void
}

/** One line that changes on a terminal; a line for each call anywhere else. */
export function createCallProgress({ stderr }: Host, { json, quiet }: OutputFlags): CallProgress {
  if (json || quiet) return { step: () => {}, end: () => {} }
  const line = terminalLine(stderr)
  if (line) {
    return {
      step: ({ name }, done, all) => line.show(`${done}/${all} ${printable(name)}`),
      end: line.clear,
    }
  }
  return {
    step: ({ name, outcome, reason }, done, all) => {
      const why = reason === undefined ? '' : ` (${printable(reason)})`
      stderr.write(`${done}/${all} ${printable(name)}: ${outcome}${why}\n`)
    },
    end: () => {},
  }
}
