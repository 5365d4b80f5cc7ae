// The client that is generated for described subscriptions, with servers on loopback.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { isValidationError } from '../../packages/runtime/dist/core/index.js'
import { webSocket } from '../../packages/runtime/dist/rpc/index.js'
import { createSubscriptionsClient } from './subscriptions/expected/src/client.js'
import { responseDecoders } from './subscriptions/expected/src/decode.js'
import { mockSubscriptions } from './subscriptions/expected/src/mock.js'
import type { Header, Signature } from './subscriptions/expected/src/types.js'
import { responseValidators } from './subscriptions/expected/src/validate.js'

interface Message {
  readonly id: number
  readonly method: string
  readonly params: unknown
}

/** A server whose script answers messages, or sends more. */
async function serve(script: (message: Message, send: (message: object) => void) => unknown) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const asked: Message[] = []
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const message: Message = JSON.parse(String(data))
      asked.push(message)
      const send = (more: object): void => socket.send(JSON.stringify({ jsonrpc: '2.0', ...more }))
      const result = script(message, send)
      if (result !== undefined) send({ id: message.id, result })
    })
  })
  const { port } = server.address() as AddressInfo
  const transport = webSocket(`ws://127.0.0.1:${port}`, {
    WebSocket,
    reconnect: { baseMs: 1, maxMs: 5 },
  })
  onTestFinished(async () => {
    await transport.close()
    for (const socket of server.clients) socket.terminate()
  })
  return { asked, transport, cut: () => server.clients.forEach((each) => void each.terminate()) }
}

const header = (number: number, hash: string, parentHash: string): Header => ({
  number: `0x${number.toString(16)}`,
  hash,
  parentHash,
})
const blocks = [header(0, '0xa0', '0x00'), header(1, '0xa1', '0xa0'), header(2, '0xa2', '0xa1')]

/** What a subscription gets once the newest block was read, which is when it begins. */
let push = (): void => {}

/** In the manner of Ethereum: blocks can be read. */
const ethereum = ({ method, params }: Message, send: (message: object) => void): unknown => {
  const [first] = Object(params)
  if (method === 'eth_subscribe') {
    const result = first === 'newHeads' ? blocks[2] : '0xbeef'
    push = () => send({ method: 'eth_subscription', params: { subscription: '0x5', result } })
    // For what is in no block, none is read.
    if (first === 'newPendingTransactions') setTimeout(push, 20)
    return '0x5'
  }
  if (method === 'eth_getBlockByNumber') {
    if (first === 'latest') setTimeout(() => push(), 20)
    const block = blocks[first === 'latest' ? 0 : Number(first)]
    return block ? { ...block, transactions: [] } : null
  }
  if (method === 'eth_getLogs') {
    const { blockHash } = Object(first)
    return [{ address: '0x01', data: '0xff', blockHash }]
  }
  return true
}

test('blocks are decoded, also those that were read', async () => {
  const { asked, transport } = await serve(ethereum)
  const client = createSubscriptionsClient({
    transport,
    decode: responseDecoders,
    validate: responseValidators,
  })
  const heads = client.subscribe('newHeads')
  const { value: one } = await heads.next()
  const { value: two } = await heads.next()
  expect([one?.data.number, two?.data.number]).toEqual([1n, 2n])
  expect(one?.data).toEqual({
    number: 1n,
    hash: Uint8Array.of(0xa1),
    parentHash: Uint8Array.of(0xa0),
  })
  expect(two?.cursor).toEqual({ height: 2, hash: '0xa2' })
  if (one) expectTypeOf(one.data.hash).toEqualTypeOf<Uint8Array>()
  expect(asked.find((each) => each.method === 'eth_getBlockByNumber')?.params).toEqual([
    'latest',
    false,
  ])
  await heads.return()
})

test('logs are those of each block, with the parameters of the caller', async () => {
  const { asked, transport } = await serve(ethereum)
  const client = createSubscriptionsClient({ transport })
  const logs = client.subscribe('logs', { filter: { address: '0x01' } })
  const { value } = await logs.next()
  expect(value).toMatchObject({ kind: 'logs', data: { blockHash: '0xa1' } })
  expect(asked.find((each) => each.method === 'eth_getLogs')?.params).toEqual([
    { address: '0x01', blockHash: '0xa1' },
  ])
  await logs.return()
})

test('an event that is not as described ends its subscription', async () => {
  const { transport } = await serve((message, send) =>
    ethereum(message, (sent) => send(JSON.parse(JSON.stringify(sent).replace('"0xbeef"', '5')))),
  )
  const client = createSubscriptionsClient({ transport, validate: responseValidators })
  const pending = client.subscribe('newPendingTransactions')
  await expect(pending.next()).rejects.toSatisfy(isValidationError)
})

test('a method with one kind of events, in the manner of Solana', async () => {
  const { asked, transport, cut } = await serve(({ method, params }, send) => {
    if (method !== 'signatureSubscribe') return true
    const [signature] = Object(params)
    setTimeout(() => {
      for (const subscription of [8, 7]) {
        const result: Signature = { slot: subscription === 7 ? signature.length : 0 }
        send({ method: 'signatureNotification', params: { subscription, result } })
      }
    }, 5)
    return 7
  })
  const gaps: unknown[] = []
  const client = createSubscriptionsClient({ transport })
  const items = client.subscribe(
    'signatureSubscribe',
    { signature: 'abc' },
    { onGap: (gap) => gaps.push(gap) },
  )
  expect((await items.next()).value).toEqual({ kind: 'signatureSubscribe', data: { slot: 3 } })
  const next = items.next()
  cut()
  expect((await next).value?.data.slot).toBe(3)
  expect(gaps).toEqual([{ kind: 'signatureSubscribe', cause: 'reconnected' }])
  await items.return()
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({ method: 'signatureUnsubscribe', params: [7] })
  // @ts-expect-error the signature is required
  expectTypeOf(client.subscribe<'signatureSubscribe'>).toBeCallableWith('signatureSubscribe')
})

test.each<[string, (send: () => void) => unknown]>([
  ['a while after it', (send) => setTimeout(send, 5)],
  ['together with its acknowledgement', queueMicrotask],
])('responses with the id of the request, again and again, %s', async (_, later) => {
  const { transport } = await serve(({ id, method }, send) => {
    if (method !== 'watch') return true
    later(() => [5, 6, 7].map((result) => send({ id, result })))
    return 4
  })
  const client = createSubscriptionsClient({ transport })
  const heights = client.subscribe('watch')
  const taken = [await heights.next(), await heights.next(), await heights.next()]
  expect(taken.map(({ value }) => value?.data)).toEqual([5, 6, 7])
  await heights.return()
})

test('the mock sends events', async () => {
  const transport = mockSubscriptions()
  const client = createSubscriptionsClient({ transport, decode: responseDecoders })
  const heads = client.subscribe('newHeads')
  const logs = client.subscribe('logs', { filter: {} })
  await Promise.all([heads.ready, logs.ready])
  transport.emit({ kind: 'newHeads', data: header(9, '0xa9', '0xa8') })
  transport.emit({
    kind: 'logs',
    data: { address: '0x01', data: '0x', blockHash: '0xa9', removed: true },
  })
  expect((await heads.next()).value?.data.number).toBe(9n)
  expect((await logs.next()).value).toMatchObject({ kind: 'logs', removed: true })
})

test('there is no way to subscribe over other transports', () => {
  const client = createSubscriptionsClient({
    transport: { kind: 'http', call: async () => 1, close() {} },
  })
  expect('subscribe' in client).toBe(true)
  // @ts-expect-error needs a transport that delivers events
  expect(() => client.subscribe('watch')).toThrow(
    'Subscribing needs the websocket transport, not http',
  )
})
