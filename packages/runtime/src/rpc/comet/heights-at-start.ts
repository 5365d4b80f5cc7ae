import type { EventQueue } from '../subscribe/event-queue.js'
import type { LiveSubscription } from '../transport.js'
import { heightsOf, type NodeHeights } from './node-calls.js'

/** The heights of a node, if it tells them: one that cannot is not a failure here. */
export function heightsIfTold(
  { call }: LiveSubscription,
  signal: AbortSignal,
): Promise<NodeHeights | undefined> {
  return heightsOf(call, { signal }).catch(() => undefined)
}

/**
 * Tells `note` the heights that the node has when the first subscription starts. Events do not wait for them: nodes
 * answer in order, so an event that arrives before is the first one.
 */
export async function noteFirstHeights(
  live: LiveSubscription,
  queue: EventQueue,
  signal: AbortSignal,
  note: (heights: NodeHeights) => void,
): Promise<void> {
  const told = heightsIfTold(live, signal).then((heights) => heights && note(heights))
  await Promise.race([told, queue.available()])
}
