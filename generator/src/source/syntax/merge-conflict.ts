import type { TextFault } from './parsed-text.js'

/** The line before the first of two versions, as git writes it. */
const START = /^<{7}(?: .*)?$/m
const MIDDLE = /^={7}\r?$/m
const END = /^>{7}(?: .*)?$/gm

/** Both versions of a merge conflict, as git leaves them in the file. */
export function findMergeConflict(text: string): TextFault | undefined {
  if (!text.includes('<<<<<<<')) return undefined
  const start = START.exec(text)
  const rest = start ? text.slice(start.index) : ''
  const ends = rest.match(END)?.length ?? 0
  if (!start || ends === 0 || !MIDDLE.test(rest)) return undefined
  const others = ends > 1 ? `, the first of ${ends}` : ''
  return {
    message: `a merge conflict that was not resolved begins here${others}`,
    offset: start.index,
    help: 'Keep one of the two versions, and remove the lines with <<<<<<<, ======= and >>>>>>>.',
  }
}
