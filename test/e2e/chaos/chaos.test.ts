import { describe, expect, it } from 'vitest'
import { binary, noNode } from '../node/harness/live.js'
import { createRandom } from './random.js'
import { runChaos } from './run.js'
import { failuresIn } from './verdict.js'

describe.skipIf(noNode)('in bad weather', () => {
  it('nothing is missed and nothing sent twice (short; the long one is `pnpm tool chaos`)', async () => {
    const seed = Math.floor(Math.random() * 2 ** 32)
    const plan = { faults: 30, transactions: 200, pauseMs: 200, longestMs: 60_000 }
    const report = await runChaos({ binary, seed, ...plan })
    expect(failuresIn(report), `pnpm tool chaos --seed ${seed}`).toEqual([])
    expect(report.faultCount).toBeGreaterThan(12)
    expect(report.transactions.committed).toBeGreaterThan(100)
  }, 120_000)
})

describe('what chooses the faults', () => {
  it('does the same again for the same seed', () => {
    const draw = (seed: number): number[] => {
      const random = createRandom(seed)
      return Array.from({ length: 100 }, () => random.between(1, 6))
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    expect([...new Set(draw(7))].sort()).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('the verdict', () => {
  const good = {
    seed: 1,
    seconds: 1,
    faults: {},
    faultCount: 1,
    heights: 9,
    transactions: { sent: 1, committed: 1 },
    outcomes: {},
    sentTwice: 0,
    committedTwice: 0,
    heapMB: [10, 11] as const,
  }
  const consumer = { kind: 'Tx', events: 1, missed: 0, duplicated: 0, outOfOrder: 0 }

  it('hears of every fault', () => {
    const verdict = (change: object, more: object = {}): string[] =>
      failuresIn({ ...good, consumers: [{ ...consumer, ended: undefined, ...change }], ...more })
    expect(verdict({})).toEqual([])
    expect(verdict({ missed: 2 })).toEqual(['2 missed by Tx'])
    expect(verdict({ duplicated: 1 })).toEqual(['1 seen twice by Tx'])
    expect(verdict({ outOfOrder: 1 })).toEqual(['1 out of order for Tx'])
    expect(verdict({ events: 0 })).toEqual(['Tx saw nothing'])
    expect(verdict({ ended: 'x' })).toEqual(['Tx ended: x'])
    expect(verdict({}, { sentTwice: 1 })).toEqual(['1 transactions sent twice'])
    expect(verdict({}, { heapMB: [10, 40] })).toEqual(['the heap grew from 10 to 40 MB'])
  })
})
