import { expect, test } from 'vitest'
import { decoded } from '../../../../packages/runtime/src/core/index.js'
import {
  DecodeError,
  decoder,
  decodersOf,
  int64,
} from '../../../../packages/runtime/src/decode/index.js'
import type { Pages } from '../../../../packages/runtime/src/http/index.js'
import {
  createRpcClient,
  eventStream,
  mockTransport,
  type RpcMethod,
} from '../../../../packages/runtime/src/rpc/index.js'

const decode = decodersOf({ count: decoder(int64), counts: decoder(int64) })

/** A source of items that notes how often it was closed, and can fail while it closes. */
function source(given: readonly string[], failure?: Error) {
  const closed: string[] = []
  async function* counts(): AsyncGenerator<string, undefined> {
    try {
      yield* given
    } finally {
      closed.push('closed')
      if (failure) await Promise.reject(failure)
    }
  }
  const client = { count: async () => given[0] ?? '', counts }
  return { closed, client: decoded(client, { decode }) }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('an item that cannot be decoded closes the source once, and the error reaches the loop', async () => {
  const { client, closed } = source(['1', 'two', '3'])
  const seen: unknown[] = []
  const failure = await failureOf(
    (async () => {
      for await (const item of client.counts()) seen.push(item)
    })(),
  )
  expect(failure).toBeInstanceOf(DecodeError)
  expect(seen).toEqual([1n])
  expect(closed).toEqual(['closed'])
})

test('after such an item the iterator is done', async () => {
  const { client } = source(['one', '2'])
  const items = client.counts()
  expect(await failureOf(items.next())).toBeInstanceOf(DecodeError)
  expect(await items.next()).toEqual({ done: true, value: undefined })
})

test('a source that fails while it closes does not hide the item', async () => {
  const { client, closed } = source(['1', 'two'], new Error('while closing'))
  const items = client.counts()
  await items.next()
  expect(await failureOf(items.next())).toBeInstanceOf(DecodeError)
  expect(closed).toEqual(['closed'])
})

test('leaving the loop closes the source, and so does its end', async () => {
  const left = source(['1', '2'])
  for await (const item of left.client.counts()) {
    expect(item).toBe(1n)
    break
  }
  expect(left.closed).toEqual(['closed'])
  const ended = source(['1'])
  for await (const item of ended.client.counts()) expect(item).toBe(1n)
  expect(ended.closed).toEqual(['closed'])
})

test('an event that cannot be decoded ends the subscription at the node', async () => {
  const subscribe: RpcMethod = {
    name: 'subscribe',
    safe: true,
    params: [{ name: 'query', kind: 'text' }],
  }
  const transport = mockTransport()
  const open = new Set<string>()
  const watched = {
    ...transport,
    get closed() {
      return transport.closed ?? false
    },
    subscribe: async (...given: Parameters<typeof transport.subscribe>) => {
      const live = await transport.subscribe(...given)
      const [{ query }] = given
      open.add(query)
      return {
        ...live,
        close() {
          open.delete(query)
          live.close()
        },
      }
    },
  }
  const plain = createRpcClient({ transport: watched })
  const origin = { subscribe, unsubscribe: subscribe, query: 'query', key: 'kind', kinds: {} }
  const notification = {
    decode: (event: object) => decoder(int64).decode(Reflect.get(event, 'data').value),
  }
  const client = decoded(
    { subscribe: eventStream<{ Count: { data: unknown } }>(plain, origin) },
    { decode: decodersOf({ subscribe: notification }) },
  )
  const events = client.subscribe('counts')
  await events.ready
  expect([...open]).toEqual(['counts'])
  transport.emit({ data: { type: 'Count', value: '1' } })
  transport.emit({ data: { type: 'Count', value: 'two' } })
  transport.emit({ data: { type: 'Count', value: '3' } })
  const seen: unknown[] = []
  const failure = await failureOf(
    (async () => {
      for await (const event of events) seen.push(event)
    })(),
  )
  expect(failure).toBeInstanceOf(DecodeError)
  expect(seen).toEqual([1n])
  expect([...open]).toEqual([])
  await plain.close()
})

test('items of pages are decoded, in both loops', async () => {
  const state = { done: true } as const
  const data = { items: ['1', '2'] }
  const pages: Pages<string, typeof data> = {
    state,
    async *pages() {
      yield { items: data.items, data, state }
    },
    async *[Symbol.asyncIterator]() {
      yield* data.items
    },
  }
  const client = decoded({ counts: (_?: object) => pages }, { decode })
  const found = client.counts()
  const items: unknown[] = []
  for await (const item of found) items.push(item)
  expect(items).toEqual([1n, 2n])
  for await (const page of found.pages()) expect(page).toEqual({ items: [1n, 2n], data, state })
  expect(found.state).toBe(state)
})
