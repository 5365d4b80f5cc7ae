import { TransportError } from '../../../core/index.js'
import { at, count, headerIn } from '../answer-parts.js'
import type { HeightReader } from '../past/heights.js'
import { assertChain } from '../release.js'

export interface CheckedReaderOptions {
  readonly chainId: string | undefined
  /** The server, as errors show it. */
  readonly address: string | undefined
}

/** Rejects responses for another height or another chain, which a proxy may return. */
export function checkedReader<Content>(
  reader: HeightReader<Content>,
  { chainId, address }: CheckedReaderOptions,
): HeightReader<Content> {
  return {
    ...reader,
    read(height, answers) {
      for (const answer of answers) {
        assertChain(answer, chainId, address, chainId)
        const told = at(headerIn(answer), 'height') ?? at(answer, 'height') ?? height
        if (count(told) === height) continue
        const message = `The answer is about height ${String(told)}, not about ${height}`
        throw new TransportError(message, { fault: 'body' })
      }
      return reader.read(height, answers)
    },
  }
}
