import { expect, it } from 'vitest'
import { eventQuery } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { pause, startNode, until } from '../node.fixture.js'
import { collect, connect } from './stream.fixture.js'

it('is not ready before the start is known, however short a silence may be', async () => {
  const node = await startNode()
  node.commit()
  let tell = (): void => {}
  node.onMessage = ({ id, method }, peer) => {
    if (method !== 'status') return false
    node.onMessage = () => false
    tell = () => peer.send({ jsonrpc: '2.0', id, result: node.chain.answer(method, {}) })
    return true
  }
  const subscription = connect(node)(eventQuery('NewBlock'), { quietMs: 10 })
  let isReady = false
  subscription.ready.then(() => {
    isReady = true
  })
  await until(() => node.calls('status') === 1)
  await pause(100)
  expect(isReady).toBe(false)
  tell()
  await subscription.ready
  // Were the start not known, nobody would miss this one.
  node.commit([], true)
  for (const { socket } of node.open) socket.terminate()
  const seen = collect(subscription)
  await until(() => seen.events.length > 0)
  expect(seen.heights()).toEqual([2])
})

it('can be left in each of its phases', async () => {
  const node = await startNode()
  for (let i = 0; i < 30; i++) node.commit()
  for (const method of ['status', 'block', 'subscribe', 'header']) {
    for (const leave of ['abort', 'return'] as const) {
      const control = new AbortController()
      node.onMessage = (message) => message.method === method
      const subscription = connect(node)("tm.event='NewBlock' AND a='b'", {
        from: 3,
        to: 40,
        signal: control.signal,
      })
      const next = subscription.next().catch((error: unknown) => error)
      await pause(20)
      if (leave === 'abort') control.abort(new Error('enough'))
      else await subscription.return()
      const end = leave === 'abort' ? new Error('enough') : { done: true, value: undefined }
      expect(await next).toEqual(end)
      expect(await subscription.next()).toEqual({ done: true, value: undefined })
    }
  }
})

it('serves the second subscriber if the first leaves before the acknowledgement', async () => {
  const node = await startNode()
  const held: (() => void)[] = []
  node.onMessage = (message, peer) => {
    if (message.method !== 'subscribe') return false
    node.onMessage = () => false
    held.push(() => peer.socket.emit('message', JSON.stringify(message)))
    return true
  }
  const subscribe = connect(node)
  const first = subscribe(eventQuery('NewBlock'))
  const second = subscribe(eventQuery('NewBlock'))
  await until(() => held.length === 1)
  await first.return()
  held[0]?.()
  await second.ready
  expect(node.calls('unsubscribe')).toBe(0)
  node.commit()
  expect((await second.next()).done).toBe(false)
  await second.return()
  await until(() => node.calls('unsubscribe') === 1)
})
