import { HeightMark } from '../../subscribe/resume-strategy.js'
import type { Cursor } from '../../subscribe/subscription-types.js'
import type { BlockMeta } from '../node-calls.js'
import { endOf, isBefore, positionAfter, withCursor } from '../position.js'
import type { SameChainCheck } from '../same-chain/same-chain-check.js'

/** How far the events of a query have been delivered. */
export interface Progress {
  /** The first position that was not delivered; unknown until it is known where the first subscription starts. */
  nextPosition: Cursor | undefined
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
  deliver(event: unknown, position: Cursor): unknown
  /** Moves past a height. */
  complete(height: number): void
  /** Completes the height whose transactions have all arrived. */
  completeIfArrived(): void
}

/** `to` is the last height; with `marks`, each complete height has one. */
export function createProgress(
  nextPosition: Cursor | undefined,
  to: number,
  marks: boolean,
  sameChain: SameChainCheck,
): Progress {
  const progress: Progress = {
    nextPosition,
    start: undefined,
    arriving: undefined,
    marks: [],
    isOver: () => progress.nextPosition !== undefined && progress.nextPosition.height > to,
    firstOf(position) {
      const { start } = progress
      return position && !(start && isBefore(start, position)) ? position : start
    },
    deliver(event, position) {
      const next = positionAfter(position)
      progress.nextPosition = next
      return withCursor(event, { ...next, block: sameChain.newestUpTo(position.height) })
    },
    complete(height) {
      const next = endOf(height)
      progress.nextPosition = next
      if (marks) {
        progress.marks.push(
          new HeightMark(height, { ...next, block: sameChain.newestUpTo(height) }),
        )
      }
    },
    completeIfArrived() {
      const { nextPosition, arriving } = progress
      if (nextPosition && nextPosition.height <= to && arriving?.height === nextPosition.height) {
        if (arriving.txs === nextPosition.index) progress.complete(nextPosition.height)
      }
    },
  }
  return progress
}
