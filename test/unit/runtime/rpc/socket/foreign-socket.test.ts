import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { WebSocketOptions } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { startNode, until } from '../node.fixture.js'
import { ask, connect, listen, send } from './socket.fixture.js'

const taken = new WeakSet<object>()

/** What Workers make of a socket once the request that opened it is over: it throws at everything. */
class RequestSocket extends WebSocket {
  #check(): void {
    if (taken.has(this)) throw new Error('Cannot perform I/O on behalf of a different request')
  }

  override send(data: string): void {
    this.#check()
    super.send(data)
  }

  override close(): void {
    this.#check()
    super.close()
  }

  override terminate(): void {
    this.#check()
    super.terminate()
  }
}

async function connected(options: WebSocketOptions = {}) {
  const node = await startNode()
  const sockets: RequestSocket[] = []
  const transport = connect(node, {
    ...options,
    WebSocket: class extends RequestSocket {
      constructor(url: string) {
        super(url)
        sockets.push(this)
      }
    },
  })
  await ask(transport)
  /** Later calls are made by another request. */
  const next = (): void => {
    for (const socket of sockets) taken.add(socket)
  }
  return { node, transport, next }
}

it('is replaced, for calls that must not be repeated too, as nothing was sent', async () => {
  const { node, transport, next } = await connected()
  next()
  expect(await ask(transport)).toHaveProperty('sync_info')
  next()
  expect(await send(transport).catch((error) => error.name)).toBe('RpcError')
  expect(node.calls('broadcast_tx_sync')).toBe(1)
  expect(node.peers).toHaveLength(3)
})

it('is replaced for subscriptions', async () => {
  const { node, transport, next } = await connected()
  next()
  const { live, ends } = listen(transport, "tm.event='Tx'")
  await live
  expect(node.calls('subscribe')).toBe(1)
  expect(ends).toEqual([])
})

it('rejects what was in flight on it, which may have been worked off', async () => {
  const { node, transport, next } = await connected()
  node.onMessage = ({ method }) => method === 'broadcast_tx_sync'
  const lost = send(transport).catch((error) => error)
  await until(() => node.calls('broadcast_tx_sync') === 1)
  next()
  await ask(transport)
  expect(await lost).toMatchObject({ name: 'TransportError', sent: true })
  expect(node.calls('broadcast_tx_sync')).toBe(1)
})

it('is made once that is possible: not at the top level of a Worker', async () => {
  const node = await startNode()
  let inRequest = false
  const transport = connect(node, {
    WebSocket: class extends WebSocket {
      constructor(url: string) {
        if (!inRequest) throw new Error('Disallowed operation called within global scope')
        super(url)
      }
    },
  })
  await expect(ask(transport)).rejects.toThrow('global scope')
  inRequest = true
  expect(await ask(transport)).toHaveProperty('sync_info')
})

it('is replaced when asking whether the node responds throws', async () => {
  const { node, transport, next } = await connected({ keepAliveMs: 20 })
  const { live, ends } = listen(transport, "tm.event='Tx'")
  await live
  next()
  await until(() => ends.length === 1)
  expect(ends[0]).toMatchObject({ name: 'TransportError', message: 'The connection broke' })
  expect(await ask(transport)).toHaveProperty('sync_info')
  expect(node.peers).toHaveLength(2)
})
