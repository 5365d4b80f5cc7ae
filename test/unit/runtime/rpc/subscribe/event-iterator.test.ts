import { expect, test } from 'vitest'
import { createEventIterator } from '../../../../../packages/runtime/src/rpc/subscribe/event-iterator.js'
import { createEventQueue } from '../../../../../packages/runtime/src/rpc/subscribe/event-queue.js'

/** Numbers as they are put in; what is there already is offered without a turn through the generator. */
function numbers() {
  const queue = createEventQueue(100, { dropped: () => {}, overflowed: () => {} })
  let turns = 0
  const subscription = createEventIterator<unknown>(async function* ({ signal, shortcut: offer }) {
    signal.addEventListener('abort', () => queue.abort(signal.reason))
    offer(() => queue.shift())
    for (;;) {
      const event = queue.shift()
      if (event === undefined) {
        await queue.available()
        continue
      }
      turns++
      yield event
    }
  }, undefined)
  const put = (...events: number[]): void => {
    for (const each of events) queue.next(each)
  }
  return { subscription, put, end: queue.end, turns: () => turns }
}

async function valuesOf(results: readonly Promise<IteratorResult<unknown>>[]): Promise<unknown[]> {
  return (await Promise.all(results)).map((each) => each.value)
}

test('buffered events are delivered in order, without waiting for the generator', async () => {
  const { subscription, put, turns } = numbers()
  put(1, 2, 3, 4)
  const seen: unknown[] = []
  for await (const each of subscription) if (seen.push(each) === 4) break
  expect(seen).toEqual([1, 2, 3, 4])
  expect(turns()).toBe(1)
})

test('several pending reads are answered in order, from the buffer or from new events', async () => {
  const { subscription, put } = numbers()
  put(1, 2)
  const early = [subscription.next(), subscription.next(), subscription.next()]
  put(3, 4, 5)
  const late = [subscription.next(), subscription.next()]
  expect(await valuesOf([...early, ...late])).toEqual([1, 2, 3, 4, 5])
  await subscription.return?.()
})

test('events before the end are delivered, and nothing after it', async () => {
  const { subscription, put, end } = numbers()
  put(1, 2, 3)
  end(new Error('over'))
  expect(await valuesOf([subscription.next(), subscription.next()])).toEqual([1, 2])
  expect((await subscription.next()).value).toBe(3)
  await expect(subscription.next()).rejects.toThrow('over')
  const other = numbers()
  other.put(1, 2)
  await other.subscription.next()
  await other.subscription.return?.()
  expect(await other.subscription.next()).toEqual({ done: true, value: undefined })
})
