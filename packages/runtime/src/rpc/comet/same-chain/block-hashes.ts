import type { Transport } from '../../transport.js'
import { blockMetas, linkIn, type NodeHeights, page, pastMethods } from '../node-calls.js'

/** The hash of a block at a node with these heights; empty if the node does not tell it. */
export async function hashAt(
  height: number,
  { earliest, latest, anchors }: NodeHeights,
  call: Transport['call'],
  signal: AbortSignal,
): Promise<string> {
  const own = anchors.find((block) => block.height === height)?.hash
  // The next header holds the hash even if the block itself is pruned.
  const isThere = height < latest && height + 1 >= earliest
  return own || (isThere ? hashBefore(height + 1, call, signal) : '')
}

/** The hashes of a known block, if there is one, and of a later one; empty if the node does not tell them. */
export async function hashesAt(
  known: number | undefined,
  height: number,
  call: Transport['call'],
  signal: AbortSignal,
): Promise<readonly [known: string, later: string]> {
  // As many as one call returns.
  const isNear = known !== undefined && height - known < page
  const metas = await blockMetas(call, isNear ? known : height, height, signal)
  const { hash = '' } = metas.get(height) ?? {}
  if (known === undefined) return ['', hash]
  // The node may have pruned it.
  const before = metas.get(known)?.hash ?? hashBefore(known + 1, call, signal).catch(() => '')
  return [await before, hash]
}

async function hashBefore(
  height: number,
  call: Transport['call'],
  signal: AbortSignal,
): Promise<string> {
  const answer = await call({ method: pastMethods.header, params: { height } }, { signal })
  return linkIn(answer)?.previous ?? ''
}
