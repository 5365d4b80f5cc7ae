import { assertChain } from '../node-check.js'
import type { HeightReader } from '../past/read-heights.js'

export interface CheckedReaderOptions {
  readonly chainId: string | undefined
  /** The server, as errors show it. */
  readonly address: string | undefined
}

/** Rejects responses of another chain, which a proxy may return. */
export function checkChainInReader<Content>(
  reader: HeightReader<Content>,
  { chainId, address }: CheckedReaderOptions,
): HeightReader<Content> {
  return {
    ...reader,
    read(height, answers) {
      for (const answer of answers) {
        assertChain(answer, chainId, address, chainId)
      }
      return reader.read(height, answers)
    },
  }
}
