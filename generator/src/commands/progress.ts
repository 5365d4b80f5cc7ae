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
        const why = reason === undefined ? '' : ` (${reason})`
        stderr.write(`${done}/${all} ${name}: ${outcome}${why}\n`)
      },
      end: () => {},
    }
  }
  return {
    step: ({ name }, done, all) => {
      stderr.write(
        `${CLEAR_LINE}${done}/${all} ${name}`.slice(0, stderr.columns + CLEAR_LINE.length),
      )
    },
    end: () => {
      stderr.write(CLEAR_LINE)
    },
  }
}
