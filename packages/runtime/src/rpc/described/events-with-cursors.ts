import type { BlockCursor } from '../../core/index.js'
import type { Block } from './branch.js'
import type { BareBlock } from './read-blocks.js'

/** The events of a block as items. Only the last of them is at a position between two blocks. */
export function eventsWithCursors(
  kind: string,
  { height, hash, parent = '' }: BareBlock,
  events: readonly unknown[],
): unknown[] {
  const [before, after] = [
    { height: height - 1, hash: parent },
    { height, hash },
  ]
  return events.map((data, index) => ({
    kind,
    data,
    cursor: index === events.length - 1 ? after : before,
  }))
}

/** The events of a block that is no longer part of the chain, the last one first. */
export function eventsRemoved(
  kind: string,
  { height, hash, parent = '', events }: Block,
  flag: string | undefined,
): unknown[] {
  const [before, after]: BlockCursor[] = [
    { height: height - 1, hash: parent },
    { height, hash },
  ]
  return [...events].reverse().map((data, index) => ({
    kind,
    data: flag === undefined ? data : flagged(data, flag),
    removed: true,
    cursor: index === events.length - 1 ? before : after,
  }))
}

/** As a server sends it: with `true` at the pointer. */
function flagged(data: unknown, pointer: string): unknown {
  const name = pointer.slice(1)
  return name.includes('/') ? data : { ...Object(data), [name]: true }
}
