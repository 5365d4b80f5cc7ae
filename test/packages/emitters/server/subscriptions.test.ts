// A server of a document with subscriptions, and the client of the same document.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { webSocket } from '../../../../packages/runtime/src/rpc/index.js'
import type { SocketServer } from '../../../../packages/runtime/src/server/index.js'
import { nodeHandler, socketHandler } from '../../../../packages/runtime/src/server/node/index.js'
import { emittedPackages } from '../emitted.fixture.js'

interface Item {
  readonly kind: string
  readonly data: unknown
  readonly removed?: true
}

interface Ledger {
  readonly createServer: (options: object) => SocketServer
  readonly createLedgerClient: (options: object) => {
    subscribe(kind: string, params?: object, options?: object): AsyncIterableIterator<Item>
    ethGetBlockByNumber(params: object): Promise<unknown>
    close(): Promise<void>
  }
}

let ledger: Ledger
beforeAll(async () => {
  const emitted = await emittedPackages()
  ledger = {
    ...(await emitted.load<Pick<Ledger, 'createServer'>>('ledger/src/server.ts')),
    ...(await emitted.load<Pick<Ledger, 'createLedgerClient'>>('ledger/src/index.ts')),
  }
}, 120_000)

interface Header {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
}

/** A chain that grows and is reorganised, and whoever waits for that. */
class Chain {
  headers: Header[] = [{ number: '0x0', hash: '0xa0', parentHash: '0x00' }]
  #told: (() => void)[] = []

  add(...hashes: readonly string[]): void {
    for (const hash of hashes) {
      const number = `0x${this.headers.length.toString(16)}`
      this.headers.push({ number, hash, parentHash: this.headers.at(-1)?.hash ?? '0x00' })
    }
    for (const tell of this.#told.splice(0)) tell()
  }

  /** The newest header, whenever there is another one. */
  async *newest(signal: AbortSignal): AsyncGenerator<Header> {
    for (;;) {
      await new Promise<void>((resolve) => {
        this.#told.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      const newest = this.headers.at(-1)
      if (signal.aborted || !newest) return
      yield newest
    }
  }
}

async function serve(own: object = {}, settings: object = {}) {
  const chain = new Chain()
  const errors: unknown[] = []
  const ended: string[] = []
  const blockOf = (found: Header | undefined) => (found ? { ...found, transactions: [] } : null)
  const server = ledger.createServer({
    onError: (error: unknown) => errors.push(error),
    operations: {
      ethGetBlockByNumber: ({ Block }: { Block: string }) =>
        blockOf(Block === 'latest' ? chain.headers.at(-1) : chain.headers[Number(Block)]),
      ethGetBlockByHash: ({ hash }: { hash: string }) =>
        blockOf(chain.headers.find((each) => each.hash === hash)),
      ethGetLogs: () => [],
      ethSendRawTransaction: () => '0x00',
    },
    subscriptions: {
      newHeads: (_: object, { signal }: { signal: AbortSignal }) => chain.newest(signal),
      logs: async function* () {},
      newPendingTransactions: async function* () {
        yield '0x01'
      },
      signatureSubscribe: async function* (
        { signature }: { signature: string },
        { signal }: { signal: AbortSignal },
      ) {
        try {
          yield { slot: signature.length }
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        } finally {
          ended.push(String(signal.reason))
        }
      },
      watch: async function* () {
        yield 1
        yield 2
      },
      ...own,
    },
    ...settings,
  })
  const http = createServer(nodeHandler(server)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const sockets = new WebSocketServer({ server: http }).on('connection', socketHandler(server))
  const { port } = http.address() as AddressInfo
  const url = `ws://127.0.0.1:${port}`
  const transport = webSocket(url, { WebSocket, reconnect: { baseMs: 1, maxMs: 5 } })
  const client = ledger.createLedgerClient({ transport })
  onTestFinished(async () => {
    await client.close()
    for (const each of sockets.clients) each.terminate()
    http.close()
  })
  const cut = (): void => {
    for (const each of sockets.clients) each.terminate()
  }
  return { chain, client, errors, ended, server, sockets, cut, port, url }
}

/** What a socket receives for each message that it sends. */
async function talk(url: string, count: number, ...messages: readonly unknown[]) {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const received: unknown[] = []
  const closed = once(socket, 'close')
  const all = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      received.push(JSON.parse(String(data)))
      if (received.length >= count) resolve()
    })
    if (count === 0) resolve()
  })
  for (const each of messages) socket.send(typeof each === 'string' ? each : JSON.stringify(each))
  await Promise.race([all, closed])
  return { received, socket, closed }
}
/** Under load, what takes a moment takes seconds. */
const soon = { timeout: 15_000 }
const call = (method: string, params: unknown, id: number | undefined = 1) => ({
  jsonrpc: '2.0',
  ...{ id, method, params },
})

test('the client of the same document follows the chain, over cuts and a reorganisation', async () => {
  // Nodes of Ethereum have no block with `null`, which the document does not say.
  const { chain, client, cut } = await serve({}, { checkResults: false })
  const items: string[] = []
  const heads = client.subscribe('newHeads', {}, { from: 0, quietMs: 50 })
  const loop = (async () => {
    for await (const { data, removed } of heads) {
      items.push(`${removed ? '-' : ''}${(data as Header).hash}`)
      if (items.length === 7) return
    }
  })()
  await expect.poll(() => items, soon).toEqual(['0xa0'])
  chain.add('0xa1', '0xa2')
  await expect.poll(() => items, soon).toEqual(['0xa0', '0xa1', '0xa2'])
  cut()
  chain.headers.pop()
  chain.add('0xb2', '0xb3', '0xb4')
  await loop
  expect(items).toEqual(['0xa0', '0xa1', '0xa2', '-0xa2', '0xb2', '0xb3', '0xb4'])
}, 60_000)

test('notifications are as the document describes them, one kind as the other', async () => {
  const { url } = await serve()
  const ethereum = await talk(url, 2, call('eth_subscribe', ['newPendingTransactions']))
  expect(ethereum.received).toEqual([
    { jsonrpc: '2.0', id: 1, result: '0x1' },
    { jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: '0x1', result: '0x01' } },
  ])
  const solana = await talk(url, 2, call('signatureSubscribe', { signature: 'abc' }))
  expect(solana.received).toEqual([
    { jsonrpc: '2.0', id: 1, result: 1 },
    {
      jsonrpc: '2.0',
      method: 'signatureNotification',
      params: { subscription: 1, result: { slot: 3 } },
    },
  ])
  const again = await talk(url, 3, call('watch', [], 9))
  expect(again.received).toEqual([1, 1, 2].map((result) => ({ jsonrpc: '2.0', id: 9, result })))
  for (const { socket } of [ethereum, solana, again]) socket.close()
})

test('unsubscribing and hanging up end the handler', async () => {
  const { url, ended } = await serve()
  const { socket, received } = await talk(url, 2, call('signatureSubscribe', ['abc']))
  socket.send(JSON.stringify(call('signatureUnsubscribe', [7], 2)))
  socket.send(JSON.stringify(call('signatureUnsubscribe', [1], 3)))
  socket.send(JSON.stringify(call('signatureUnsubscribe', [1], 4)))
  await expect
    .poll(() => received.slice(2), soon)
    .toEqual(
      [
        [2, false],
        [3, true],
        [4, false],
      ].map(([id, result]) => ({ jsonrpc: '2.0', id, result })),
    )
  await expect.poll(() => ended, soon).toEqual(['Error: the caller has unsubscribed'])
  socket.send(JSON.stringify(call('signatureSubscribe', ['abc'])))
  await expect.poll(() => received.length, soon).toBe(7)
  socket.close()
  await expect.poll(() => ended.slice(1), soon).toEqual(['Error: the caller is gone'])
})

test('what is wrong is refused with the codes of JSON-RPC', async () => {
  const { url } = await serve(
    {},
    { limits: { maxSubscriptions: 1, maxBatch: 2, maxBodyBytes: 1000 } },
  )
  const codesOf = async (...messages: readonly unknown[]): Promise<unknown[]> => {
    const { received, socket } = await talk(url, messages.length, ...messages)
    socket.close()
    // Calls of one socket are answered as soon as each is done.
    return received.map((each) => Object(Object(each).error).code).toSorted()
  }
  expect(await codesOf('{', call('eth_subscribe', ['other']), call('eth_subscribe', []))).toEqual([
    -32602, -32602, -32700,
  ])
  expect(await codesOf(call('none', []), [], [1, 2, 3], call('eth_unsubscribe', [1, 2]))).toEqual([
    -32600, -32600, -32601, -32602,
  ])
  const twice = [call('signatureSubscribe', ['a'], 1), call('signatureSubscribe', ['b'], 2)]
  const { received, socket } = await talk(url, 2, twice)
  expect(received[0]).toMatchObject([
    { id: 1, result: 1 },
    { id: 2, error: { code: -32000 } },
  ])
  socket.close()
  const large = await talk(url, 1, 'x'.repeat(1001))
  expect((await large.closed)[0]).toBe(1009)
})

test('an event that repeats a large id has all its digits', async () => {
  const { url } = await serve()
  const socket = new WebSocket(url)
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  const texts: string[] = []
  socket.on('message', (data) => texts.push(String(data)))
  socket.send('{"jsonrpc":"2.0","id":9007199254740993,"method":"watch","params":[]}')
  await expect.poll(() => texts.length).toBe(3)
  expect(texts.map((each) => /"id":(\d+)/.exec(each)?.[1])).toEqual(
    Array.from(texts, () => '9007199254740993'),
  )
})

test('a call over the socket and one by POST are the same, but for subscriptions', async () => {
  const { url, client, port } = await serve()
  const params = { Block: 'latest', whole: false }
  const block = { number: '0x0', hash: '0xa0', parentHash: '0x00', transactions: [] }
  expect(await client.ethGetBlockByNumber(params)).toEqual(block)
  const post = async (body: object): Promise<unknown> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      ...init,
      body: JSON.stringify(body),
    })
    return response.json()
  }
  expect(await post(call('eth_getBlockByNumber', params))).toMatchObject({ result: block })
  expect(await post(call('eth_subscribe', ['newHeads']))).toMatchObject({ error: { code: -32601 } })
  const { received, socket } = await talk(url, 1, call('eth_getBlockByNumber', params))
  expect(received).toMatchObject([{ result: block }])
  socket.close()
})

test('a handler that fails, or yields what is not described, closes the connection', async () => {
  const broken = async function* () {
    yield '0x01'
    throw new Error('secret')
  }
  const { url, errors } = await serve({
    newPendingTransactions: broken,
    watch: async function* () {
      yield 'x'
    },
  })
  const first = await talk(url, 9, call('eth_subscribe', ['newPendingTransactions']))
  expect((await first.closed).map(String)).toEqual(['1011', 'a subscription has failed'])
  const second = await talk(url, 9, call('watch', []))
  expect((await second.closed)[0]).toBe(1011)
  expect(JSON.stringify([first.received, second.received])).not.toContain('secret')
  expect(errors.map(String)).toEqual([
    'Error: secret',
    expect.stringContaining('watch yielded an invalid event'),
  ])
})

test('a caller that does not read stops the handler, not the server', async () => {
  let yielded = 0
  const many = async function* () {
    for (; yielded < 100_000; yielded++) yield `0x${'00'.repeat(10_000)}`
  }
  const { url, sockets } = await serve({ newPendingTransactions: many })
  const { socket } = await talk(url, 1, call('eth_subscribe', ['newPendingTransactions']))
  socket.pause()
  const buffered = (): number =>
    Math.max(...[...sockets.clients].map((each) => each.bufferedAmount))
  await expect.poll(buffered, soon).toBeGreaterThan(1_000_000)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const before = yielded
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(yielded).toBe(before)
  expect(buffered()).toBeLessThan(3_000_000)
  socket.resume()
  await expect.poll(() => yielded, soon).toBeGreaterThan(before)
  socket.terminate()
}, 60_000)

test('a missing handler and an unknown one are errors at once', async () => {
  await expect(serve({ logs: undefined })).rejects.toThrow('subscriptions.logs takes function')
  await expect(serve({ other: () => [] })).rejects.toThrow('subscriptions.other is no kind')
})
