import { TransportError } from '../../../core/index.js'
import { at, count, headerIn } from '../answer-parts.js'
import { assertChain } from '../release.js'
import type { HeightReader } from './heights.js'

export interface CheckedOptions {
  readonly chainId: string | undefined
  /** The server, for errors. */
  readonly address: string | undefined
}

/** Refuses answers about another height or another chain, which a proxy may give. */
export function checked<Content>(
  reader: HeightReader<Content>,
  { chainId, address }: CheckedOptions,
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
