import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadInOrder } from '../../../../../packages/runtime/src/rpc/comet/past/load-in-order.js'
import { pause, rejection, until } from '../node.fixture.js'
import { range } from '../subscribe/stream.fixture.js'

const { signal } = new AbortController()

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

async function* later<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) {
    if (Math.random() < 0.3) await pause(0)
    yield item
  }
}

it('yields in order, with no more on the way and no more held than allowed', async () => {
  const delays = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 })
  const bound = fc.integer({ min: 1, max: 6 })
  await fc.assert(
    fc.asyncProperty(delays, bound, bound, fc.boolean(), async (ms, concurrency, most, async) => {
      let running = 0
      let begun = 0
      let taken = 0
      const load = async (index: number): Promise<number> => {
        expect(++running).toBeLessThanOrEqual(concurrency)
        // The one that is being consumed is held by the consumer.
        expect(++begun - taken).toBeLessThanOrEqual(most + 1)
        const delay = ms[index] ?? 0
        if (delay > 0) await pause(delay)
        running--
        return index
      }
      const list = ms.map((_, index) => index)
      const items = async ? later(list) : list.values()
      const found: number[] = []
      for await (const item of loadInOrder(items, load, concurrency, signal, () => most)) {
        found.push(item)
        taken++
      }
      expect(found).toEqual(list)
      expect(begun).toBe(list.length)
    }),
    { numRuns: 60 },
  )
})

it('counts each item as much as its size', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 30 })
  const bound = fc.integer({ min: 4, max: 9 })
  await fc.assert(
    fc.asyncProperty(sizes, bound, bound, async (list, concurrency, most) => {
      let asked = 0
      let running = 0
      let held = 0
      const sizeAt = (index: number): number => list[index] ?? 1
      function* items() {
        while (asked < list.length) yield asked++
      }
      const load = async (index: number): Promise<number> => {
        running += sizeAt(index)
        held += sizeAt(index)
        expect(running).toBeLessThanOrEqual(concurrency)
        // The consumer holds the one that it consumes, which is the largest at most.
        expect(held).toBeLessThanOrEqual(most + 4)
        await pause(index % 3)
        running -= sizeAt(index)
        return index
      }
      const found: number[] = []
      const size = (): number => sizeAt(asked)
      for await (const index of loadInOrder(items(), load, concurrency, signal, () => most, size)) {
        found.push(index)
        held -= sizeAt(index)
      }
      expect(found).toEqual(list.map((_, index) => index))
    }),
    { numRuns: 40 },
  )
})

it('throws in the place of what failed, after all that was before it', async () => {
  const found: number[] = []
  const load = async (item: number): Promise<number> => {
    if (item === 3) throw new Error('three')
    await pause(item)
    return item
  }
  const read = async () => {
    for await (const item of loadInOrder(range(1, 9).values(), load, 4, signal)) found.push(item)
  }
  expect(await rejection(read())).toMatchObject({ message: 'three' })
  expect(found).toEqual([1, 2])
  async function* broken() {
    yield 1
    throw new Error('no more')
  }
  expect(await rejection(all(loadInOrder(broken(), load, 4, signal)))).toMatchObject({
    message: 'no more',
  })
})

it('ends with its signal while it waits, and starts nothing after it was left', async () => {
  const stop = new AbortController()
  const never = all(loadInOrder([1].values(), () => new Promise(() => {}), 4, stop.signal))
  stop.abort('mine')
  expect(await rejection(never)).toBe('mine')
  const begun: number[] = []
  const load = async (item: number): Promise<number> => {
    begun.push(item)
    await pause(1)
    return item
  }
  for await (const item of loadInOrder(range(1, 9).values(), load, 2, signal)) if (item === 2) break
  const before = begun.length
  await pause(20)
  expect(begun).toHaveLength(before)
})

it('leaves its items when it is left or fails, and no listener on the signal', async () => {
  const stop = new AbortController()
  const failure = new Error('a loss')
  const load = async (item: number): Promise<number> => {
    if (item === 5) throw failure
    return item
  }
  let left = 0
  /** As heights with transactions are found: the items come from another `ordered`. */
  async function* items() {
    try {
      yield* loadInOrder(range(1, 9).values(), async (item: number) => item, 2, stop.signal)
    } finally {
      left++
    }
  }
  for await (const item of loadInOrder(items(), load, 2, stop.signal)) if (item === 2) break
  await until(() => left === 1)
  expect(await rejection(all(loadInOrder(items(), load, 2, stop.signal)))).toBe(failure)
  await until(() => left === 2)
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
})
