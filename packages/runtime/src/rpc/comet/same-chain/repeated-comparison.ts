import { isChainMismatchError } from '../../errors.js'
import type { Transport } from '../../transport.js'
import { page } from '../node-calls.js'
import { hashesAt } from './block-hashes.js'
import type { KnownBlocks } from './known-blocks.js'

/** Compares, if none of the blocks up to this height was compared for long. */
export type CompareAgain = (height: number, call: Transport['call']) => Promise<void> | undefined

/** Compares a newer block with the known ones from time to time; `compare` throws if the hash of one is another. */
export function createRepeatedComparison(
  blocks: KnownBlocks,
  compare: (height: number, hash: string, expected: KnownBlocks['newest']) => void,
  signal: AbortSignal,
): CompareAgain {
  let isComparing = false
  let comparedAt = 0
  /** How many blocks later the chains are compared again. */
  let blocksBetween = 2

  return (height, call) => {
    const old = blocks.confirmed
    if (isComparing || height - Math.max(old?.height ?? 0, comparedAt) < blocksBetween)
      return undefined
    isComparing = true
    // Not every node tells hashes.
    comparedAt = height
    // Soon at first, because all chains of one genesis have the same first block.
    blocksBetween = Math.min(2 * blocksBetween, page - 1)
    return hashesAt(old?.height, height, call, signal)
      .then(([before, hash]) => {
        compare(old?.height ?? 0, before, old)
        const now = { height, hash }
        blocks.add(now)
        blocks.confirm(now)
      })
      .catch((error: unknown) => {
        if (isChainMismatchError(error)) blocks.mismatch = error
      })
      .then(() => {
        isComparing = false
      })
  }
}
