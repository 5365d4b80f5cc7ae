import type { Output } from './host.js'

/** One line that changes in place. */
export interface TerminalLine {
  readonly show: (text: string) => void
  readonly clear: () => void
}

const CLEAR = '\r\u001b[2K'

/** Absent if the output is not a terminal. */
export function terminalLine(stream: Output): TerminalLine | undefined {
  if (stream.isTTY !== true) return undefined
  return {
    show: (text) => {
      stream.write(CLEAR + text.slice(0, (stream.columns || 80) - 1))
    },
    clear: () => {
      stream.write(CLEAR)
    },
  }
}
