import type { HeightReader } from '../past/heights.js'
import { assertChain } from '../release.js'

export interface CheckedReaderOptions {
  readonly chainId: string | undefined
  /** The server, as errors show it. */
  readonly address: string | undefined
}

/** Rejects responses of another chain, which a proxy may return. */
export function checkedReader<Content>(
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
