import { HeightMark } from '../../subscribe/resume-strategy.js'
import type { Cursor } from '../../subscribe/subscription-types.js'
import type { ChainWatch } from '../chain-watch.js'
import type { BlockMeta } from '../node-calls.js'
import { endOf, isBefore, positionAfter, withCursor } from '../position.js'

/** How far the events of a query have been delivered. */
export interface Progress {
  /** The first position that was not delivered; unknown until it is known where the first subscription starts. */
  due: Cursor | undefined
  /** The first position of the first subscription. */
  start: Cursor | undefined
  /** The height whose transactions are arriving, once the number of them is known. */
  arriving: BlockMeta | undefined
  /** Marks of heights that are complete, to be delivered next. */
  readonly marks: HeightMark[]
  /** Whether everything up to the last height was delivered. */
  isOver(): boolean
  /** The earlier of this position and the start: the rest of what existed then may still arrive. */
  firstOf(position: Cursor | undefined): Cursor | undefined
  /** Moves past an event, and adds the cursor to it. */
  pass(event: unknown, position: Cursor): unknown
  /** Moves past a height. */
  complete(height: number): void
  /** Completes the height whose transactions have all arrived. */
  noteComplete(): void
}

/** `to` is the last height; with `marks`, each complete height has one. */
export function createProgress(
  due: Cursor | undefined,
  to: number,
  marks: boolean,
  watch: ChainWatch,
): Progress {
  const progress: Progress = {
    due,
    start: undefined,
    arriving: undefined,
    marks: [],
    isOver: () => progress.due !== undefined && progress.due.height > to,
    firstOf(position) {
      const { start } = progress
      return position && !(start && isBefore(start, position)) ? position : start
    },
    pass(event, position) {
      const next = positionAfter(position)
      progress.due = next
      return withCursor(event, { ...next, block: watch.knownUpTo(position.height) })
    },
    complete(height) {
      const next = endOf(height)
      progress.due = next
      if (marks) {
        progress.marks.push(new HeightMark(height, { ...next, block: watch.knownUpTo(height) }))
      }
    },
    noteComplete() {
      const { due, arriving } = progress
      if (due && due.height <= to && arriving?.height === due.height) {
        if (arriving.txs === due.index) progress.complete(due.height)
      }
    },
  }
  return progress
}
