import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import {
  byPosition,
  type Eip1193Provider,
  eip1193,
  hexBytes,
  hexQuantity,
} from '../../../../../packages/runtime/src/rpc/index.js'
import { methodOf } from '../methods.fixture.js'
import { connect } from './ethereum.fixture.js'

const getBalance = methodOf(
  'eth_getBalance',
  { address: hexBytes, block: hexQuantity },
  { byPosition },
)

/** A wallet whose answers a test gives. */
function wallet(answer: (method: string, params: unknown) => unknown) {
  const asked: unknown[] = []
  const emitter = new EventEmitter()
  const provider: Eip1193Provider = Object.assign(emitter, {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push([method, params])
      return answer(method, params)
    },
  })
  const push = (result: unknown, subscription = '0x1') =>
    emitter.emit('message', { type: 'eth_subscription', data: { subscription, result } })
  return { asked, emitter, provider, push }
}

const balance = { method: getBalance, params: { address: Uint8Array.of(1), block: 31n } }

it('makes calls', async () => {
  const { asked, provider } = wallet(() => '0x5')
  expect(await eip1193(provider).call(balance)).toBe('0x5')
  expect(asked).toEqual([['eth_getBalance', ['0x01', '0x1f']]])
})

it('a refusal of the user is an error of the server', async () => {
  const { provider } = wallet(() => {
    throw Object.assign(new Error('User rejected'), { code: 4001, data: { a: 1 } })
  })
  await expect(eip1193(provider).call(balance)).rejects.toMatchObject({
    name: 'RpcError',
    code: 4001,
    data: { a: 1 },
    method: 'eth_getBalance',
  })
})

it('what is no error of the server is a TransportError', async () => {
  const { provider } = wallet(() => {
    throw new Error('gone')
  })
  await expect(eip1193(provider).call(balance)).rejects.toMatchObject({ name: 'TransportError' })
})

it('a call has a deadline', async () => {
  const { provider } = wallet(() => new Promise(() => {}))
  const call = eip1193(provider, { timeoutMs: 10 }).call(balance)
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
})

it('delivers events, and ends them', async () => {
  const { asked, emitter, provider, push } = wallet(() => '0x1')
  const pending = connect(eip1193(provider)).subscribe('pending', {}, { resume: 'none' })
  await pending.ready
  push('0xother', '0x2')
  push('0xa')
  expect((await pending.next()).value?.data).toBe('0xa')
  await pending.return()
  expect(asked).toEqual([
    ['eth_chainId', undefined],
    ['eth_subscribe', ['pending']],
    ['eth_unsubscribe', ['0x1']],
  ])
  for (const event of ['message', 'disconnect', 'chainChanged']) {
    expect(emitter.listenerCount(event)).toBe(0)
  }
})

it('subscribes again after the provider was disconnected', async () => {
  const { asked, emitter, provider, push } = wallet(() => '0x1')
  const pending = connect(eip1193(provider)).subscribe('pending')
  await pending.ready
  const next = pending.next()
  emitter.emit('disconnect', new Error('gone'))
  const subscribed = () => asked.filter((each) => JSON.stringify(each).includes('eth_subscribe'))
  await expect.poll(() => subscribed().length).toBe(2)
  await expect.poll(() => push('0xb') && emitter.listenerCount('message')).toBe(1)
  expect((await next).value?.data).toBe('0xb')
})

const onChain = (chain: unknown) => (method: string) => (method === 'eth_chainId' ? chain : '0x1')

it('ends when the wallet changes its chain', async () => {
  const { emitter, provider, push } = wallet(onChain('0x1'))
  const pending = connect(eip1193(provider)).subscribe('pending')
  await pending.ready
  emitter.emit('chainChanged', '0x1')
  push('0xa')
  expect((await pending.next()).value?.data).toBe('0xa')
  emitter.emit('chainChanged', '0xa')
  push('0xb')
  await expect(pending.next()).rejects.toMatchObject({
    name: 'ChainMismatchError',
    message: 'The provider is of the chain 0xa, no longer of 0x1',
    expected: { chainId: '0x1' },
    received: { chainId: '0xa' },
  })
})

it('ends when the wallet has another chain after it was disconnected', async () => {
  let chain = '0x1'
  const { emitter, provider } = wallet((method) => (method === 'eth_chainId' ? chain : '0x1'))
  const transport = eip1193(provider)
  const pending = connect(transport).subscribe('pending')
  await pending.ready
  const next = pending.next()
  chain = '0xa'
  emitter.emit('disconnect', new Error('gone'))
  await expect(next).rejects.toMatchObject({ name: 'ChainMismatchError' })
  // A new one begins on the new chain.
  const other = connect(transport).subscribe('pending', {}, { resume: 'none' })
  await other.ready
  await other.return()
})

it('a wallet that does not tell its chain is followed all the same', async () => {
  const { provider, push } = wallet((method) =>
    method === 'eth_chainId' ? new Promise(() => {}) : '0x1',
  )
  const pending = connect(eip1193(provider)).subscribe('pending', {}, { resume: 'none' })
  await pending.ready
  push('0xa')
  expect((await pending.next()).value?.data).toBe('0xa')
  await pending.return()
})

it('refuses what is no provider, and options that cannot be', () => {
  // As a program without types calls it.
  const make = (...given: unknown[]) => Reflect.apply(eip1193, undefined, given)
  expect(() => make(undefined)).toThrow('expected an object with the method request (EIP-1193)')
  expect(() => make({ request() {} }, { timeoutMs: 0 })).toThrow('timeoutMs')
})

it('a provider without events says so', async () => {
  const { provider } = wallet(() => '0x1')
  const transport = eip1193({ request: provider.request })
  const pending = connect(transport).subscribe('pending')
  await expect(pending.next()).rejects.toThrow('the provider does not deliver messages')
})

it('closing ends calls and events', async () => {
  const { provider } = wallet((method) =>
    method === 'eth_subscribe' ? '0x1' : new Promise(() => {}),
  )
  const transport = eip1193(provider)
  const pending = connect(transport).subscribe('pending')
  await pending.ready
  const call = transport.call(balance)
  await transport.close()
  await expect(call).rejects.toThrow('The transport is closed')
  await expect(pending.next()).rejects.toThrow('The transport is closed')
})
