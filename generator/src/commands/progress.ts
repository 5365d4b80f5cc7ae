import { printable } from '../diagnostics/print.js'
import type { Payload } from '../probe/payload.js'
import type { OutputFlags } from './console.js'

export interface Progress {
  readonly step: (payload: Payload, done: number, all: number) => void
  readonly end: () => void
}

const CLEAR_LINE = '\r\u001b[K'

/** One line that changes on a terminal; a line for each call anywhere else. */
export function createProgress({ json, quiet }: OutputFlags): Progress {
  const { stderr } = process
  if (json || quiet) return { step: () => {}, end: () => {} }
  if (stderr.isTTY !== true) {
    return {
      step: ({ name, outcome, reason }, done, all) => {
        const why = reason === undefined ? '' : ` (${printable(reason)})`
        stderr.write(`${done}/${all} ${printable(name)}: ${outcome}${why}\n`)
      },
      end: () => {},
    }
  }
  return {
    step: ({ name }, done, all) => {
      const text = `${done}/${all} ${printable(name)}`
      stderr.write(CLEAR_LINE + text.slice(0, stderr.columns))
    },
    end: () => {
      stderr.write(CLEAR_LINE)
    },
  }
}
