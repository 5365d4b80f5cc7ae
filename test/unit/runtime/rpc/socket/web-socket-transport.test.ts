import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { TimeoutError, TransportError } from '../../../../../packages/runtime/src/core/index.js'
import { webSocket } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { heldClock } from '../../clock.fixture.js'
import { header, status } from '../document.fixture.js'
import { pause, rejection, soon, startNode, until } from '../node.fixture.js'
import { ask, connect, listen, send } from './socket.fixture.js'

describe('calls', () => {
  it('share one socket and are matched by id', async () => {
    const node = await startNode()
    for (let i = 0; i < 30; i++) node.commit()
    const held: (() => void)[] = []
    node.onMessage = ({ id, params }, peer) => {
      const result = { header: { height: params.height } }
      held.push(() => peer.send({ jsonrpc: '2.0', id, result }))
      if (held.length === 30) for (const answer of held.reverse()) answer()
      return true
    }
    const transport = connect(node)
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        transport.call({ method: header, params: { height: i + 1 } }),
      ),
    )
    results.forEach((result, i) => {
      expect(result).toEqual({ header: { height: String(i + 1) } })
    })
    expect(node.peers).toHaveLength(1)
  })

  it('work after the socket was open and idle before the first of them', async () => {
    const clock = heldClock()
    const node = await startNode()
    const transport = connect(node)
    expect(node.peers).toHaveLength(0)
    await ask(transport)
    await clock.pass(150)
    expect(await ask(transport)).toHaveProperty('sync_info')
    expect(node.peers).toHaveLength(1)
  })

  it.each([1000, 1001, 1011, 4000])('go on after the node closed with %i', async (code) => {
    const node = await startNode()
    const transport = connect(node)
    await ask(transport)
    node.peers[0]?.socket.close(code)
    await until(() => node.open.length === 0)
    expect(await ask(transport)).toHaveProperty('sync_info')
    expect(await send(transport).catch((error) => error.name)).toBe('RpcError')
    expect(node.peers).toHaveLength(2)
  })

  it('go on after the node broke off, and when it comes back after a while', async () => {
    const node = await startNode()
    const transport = connect(node)
    await ask(transport)
    await node.stop()
    const call = ask(transport)
    await pause(60)
    await node.start()
    expect(await call).toHaveProperty('sync_info')
  })

  it('in flight when the socket dies: safe ones are sent again, others rejected at once', async () => {
    const node = await startNode()
    node.onMessage = (message, peer) => {
      if (node.peers.length > 1) return false
      if (message.method === 'broadcast_tx_sync') peer.socket.terminate()
      return true
    }
    const transport = connect(node)
    const safe = ask(transport)
    const error = await rejection(send(transport))
    expect(error).toMatchObject({ name: 'TransportError', sent: true })
    expect(await safe).toHaveProperty('sync_info')
    expect(node.calls('broadcast_tx_sync')).toBe(1)
  })

  it('are all rejected at once without reconnecting', async () => {
    const node = await startNode()
    node.onMessage = () => true
    const transport = connect(node, { reconnect: false })
    const calls = [ask(transport), ask(transport), send(transport)].map(rejection)
    await until(() => node.peers[0]?.received.length === 3)
    node.peers[0]?.socket.close(1000)
    for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(TransportError)
    expect(await rejection(ask(transport))).toBeInstanceOf(TransportError)
    expect(transport.closed).toBe(true)
    expect(node.peers).toHaveLength(1)
  })

  it('to a dead port reject soon', async () => {
    const node = await startNode()
    await node.stop()
    const transport = connect(node)
    for (const call of [ask, send]) {
      const error = await soon(rejection(call(transport)))
      expect(error).toMatchObject({ name: 'TransportError', sent: false })
    }
  })

  it('reject soon where a failed connection is an error and nothing else, as in Node 22', async () => {
    const refusal = new Error('Received network error or non-101 status code.')
    class ErrorOnly {
      onopen = null
      onmessage = null
      onclose = null
      onerror: ((event: unknown) => void) | null = null
      constructor() {
        const event = Object.assign(new Event('error'), { error: refusal })
        setTimeout(() => this.onerror?.(event), 1)
      }
      send(): void {}
      close(): void {}
    }
    const transport = connect({ wsUrl: 'ws://node.test' }, { WebSocket: ErrorOnly })
    expect(await rejection(ask(transport))).toMatchObject({
      name: 'TransportError',
      sent: false,
      cause: refusal,
    })
  })

  it('give up after so many failed connections', async () => {
    const node = await startNode()
    const transport = connect(node, { reconnect: { baseMs: 5, maxMs: 20, attempts: 2 } })
    await ask(transport)
    await node.stop()
    expect(await rejection(ask(transport))).toBeInstanceOf(TransportError)
    expect(transport.closed).toBe(true)
  })

  it('are not slowed down for long by failures of before', async () => {
    const node = await startNode()
    vi.spyOn(Math, 'random').mockReturnValue(1)
    onTestFinished(() => void vi.restoreAllMocks())
    const clock = heldClock()
    let made = 0
    class Counted extends WebSocket {
      constructor(url: string) {
        super(url)
        made++
      }
    }
    const reconnect = { baseMs: 20, maxMs: 10_000 }
    const transport = connect(node, { reconnect, WebSocket: Counted })
    await ask(transport)
    await node.stop()
    const call = ask(transport)
    // After the sixth pause; the next one would take 1280 ms.
    await clock.until(() => made === 7, 5)
    await node.start()
    await clock.until(() => node.open.length === 1, 5)
    await call
    const lives = Array.from({ length: 6 }, (_, i) =>
      listen(transport, `tm.event='Tx' AND a.b=${i}`),
    )
    await clock.pass(600)
    await Promise.all(lives.map(({ live }) => live))
    expect(node.open).toHaveLength(2)
  })

  it('do not rush a node that takes connections and drops them', async () => {
    const node = await startNode()
    node.onMessage = (_, peer) => {
      peer.socket.terminate()
      return true
    }
    const transport = connect(node, { reconnect: { baseMs: 20, maxMs: 500 }, timeoutMs: 300 })
    vi.spyOn(Math, 'random').mockReturnValue(1)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(await rejection(ask(transport))).toBeInstanceOf(TimeoutError)
    expect(node.peers.length).toBeLessThan(7)
  })

  it('have one deadline over connecting and waiting, and name the last failure', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const stuck = connect({ wsUrl: `ws://127.0.0.1:${port}` }, { timeoutMs: 60 })
    expect(await rejection(ask(stuck))).toMatchObject({
      name: expect.stringMatching(/Timeout|Transport/),
    })
    const node = await startNode()
    const clock = heldClock()
    const failures: unknown[] = []
    class Failing extends WebSocket {
      constructor(url: string) {
        super(url)
        this.on('error', (error) => failures.push(error))
      }
    }
    const transport = connect(node, { timeoutMs: 500, WebSocket: Failing })
    await ask(transport)
    await node.stop()
    const late = rejection(ask(transport))
    await clock.until(() => failures.length > 0, 1)
    await clock.pass(500)
    const error = await late
    expect(error).toBeInstanceOf(TimeoutError)
    expect((error as Error).cause).toBeInstanceOf(TransportError)
  })

  it('reject with the reason of the caller', async () => {
    const node = await startNode()
    node.onMessage = () => true
    const transport = connect(node)
    const controller = new AbortController()
    const call = transport.call({ method: status, params: {} }, { signal: controller.signal })
    await until(() => node.calls('status') === 1)
    controller.abort('mine')
    expect(await rejection(call)).toBe('mine')
  })

  it('that crashed the node are answered without id, and settle', async () => {
    const node = await startNode()
    node.onMessage = ({ method }, peer) => {
      const error = { code: -32603, message: 'Internal error', data: 'WSJSONRPC: reflect' }
      if (method === 'status') peer.send({ jsonrpc: '2.0', id: -1, error })
      else peer.send({ jsonrpc: '2.0', error })
      return true
    }
    const transport = connect(node)
    for (const call of [ask(transport), send(transport)]) {
      expect(await rejection(call)).toMatchObject({ name: 'RpcError', data: 'WSJSONRPC: reflect' })
    }
  })

  it('do not mind what is not an answer', async () => {
    const node = await startNode()
    node.onMessage = (_, peer) => {
      for (const text of ['', 'hello', '[]', '5', '{}', '{"id":99,"result":{}}', '{"id":99}']) {
        peer.socket.send(text)
      }
      return false
    }
    expect(await ask(connect(node))).toHaveProperty('sync_info')
  })
})

it('an idle connection leaves no timer that would keep the program alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const node = await startNode()
  const before = timers()
  const transport = connect(node)
  await ask(transport)
  await until(() => timers() <= before)
  const { live } = listen(transport, "tm.event='Tx'")
  ;(await live).close()
  await until(() => node.calls('unsubscribe') === 1)
  await until(() => timers() <= before)
})

describe('a socket that is open and dead', () => {
  it('is replaced after silence, and rejects what is in flight', async () => {
    const node = await startNode()
    let dead = false
    node.onMessage = (_, peer) => dead && peer === node.peers[0]
    const clock = heldClock()
    const transport = connect(node, { keepAliveMs: 40, timeoutMs: 5000 })
    await ask(transport)
    dead = true
    const call = ask(transport)
    await clock.until(() => node.peers.length === 2, 1)
    expect(await call).toHaveProperty('sync_info')
    expect(node.peers).toHaveLength(2)
    const methods = node.peers[0]?.received.map(({ method }) => method)
    expect(methods).toEqual(['status', 'status', 'health'])
  })

  it('is replaced also when somebody has left a subscription on it', async () => {
    const node = await startNode()
    let dead = false
    node.onMessage = () => dead
    const clock = heldClock()
    const transport = connect(node, { keepAliveMs: 40, timeoutMs: 60_000 })
    const [one, two] = [listen(transport, "tm.event='Tx'"), listen(transport, "tm.event='Vote'")]
    const left = await one.live
    await two.live
    dead = true
    left.close()
    await clock.until(() => two.ends.length === 1, 1)
    expect(two.ends[0]).toMatchObject({ name: 'TransportError' })
  })

  it('is not what a quiet node is', async () => {
    const node = await startNode()
    const clock = heldClock()
    let heard = 0
    class Hearing extends WebSocket {
      constructor(url: string) {
        super(url)
        this.on('message', () => heard++)
      }
    }
    const transport = connect(node, { keepAliveMs: 30, WebSocket: Hearing })
    await ask(transport)
    for (let silences = 1; silences <= 20; silences++) {
      const before = heard
      await clock.pass(30)
      await clock.until(() => heard > before)
      expect(node.calls('health')).toBe(silences)
    }
    expect(node.peers).toHaveLength(1)
  })

  it('is not what a node is that works on a broadcast', async () => {
    const node = await startNode()
    node.onMessage = ({ id, method }, peer) => {
      if (method !== 'broadcast_tx_sync') return true
      setTimeout(() => peer.send({ jsonrpc: '2.0', id, result: { code: 0 } }), 900)
      return true
    }
    expect(await send(connect(node, { keepAliveMs: 30 }))).toEqual({ code: 0 })
  })
})

it('may take its time to open, whatever it does to stay alive', async () => {
  const node = await startNode()
  const slow = createServer((socket) => {
    const target = dial(Number(new URL(node.url).port), '127.0.0.1')
    setTimeout(() => socket.pipe(target).pipe(socket), 700)
    for (const end of [socket, target]) end.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const { port } = slow.address() as AddressInfo
  const transport = connect({ wsUrl: `ws://127.0.0.1:${port}/websocket` }, { keepAliveMs: 0 })
  expect(await ask(transport)).toHaveProperty('sync_info')
  slow.close()
})

describe('closing', () => {
  it('is final: it rejects calls, ends subscriptions, tells the node, and stays closed', async () => {
    const node = await startNode()
    node.onMessage = ({ method }) => method === 'status'
    const transport = connect(node)
    const { live, ends } = listen(transport, "tm.event='Tx'")
    await live
    const call = rejection(ask(transport))
    let code = 0
    node.peers[0]?.socket.on('close', (given) => {
      code = given
    })
    await until(() => node.calls('status') === 1)
    transport.close()
    expect(await call).toMatchObject({ message: 'The transport is closed' })
    expect(ends).toMatchObject([{ message: 'The transport is closed' }])
    expect(await rejection(ask(transport))).toBeInstanceOf(TransportError)
    await until(() => code === 1005)
    await pause(50)
    expect(node.peers).toHaveLength(1)
  })

  it('is possible while connecting', async () => {
    const node = await startNode()
    const transport = connect(node)
    const call = rejection(ask(transport))
    transport.close()
    expect(await call).toBeInstanceOf(TransportError)
  })
})

it('says what to pass if there is no WebSocket', async () => {
  const original = globalThis.WebSocket
  Reflect.deleteProperty(globalThis, 'WebSocket')
  onTestFinished(() => {
    if (original) globalThis.WebSocket = original
  })
  const error = await rejection(ask(webSocket('ws://127.0.0.1:1')))
  expect(String(error)).toContain("import { WebSocket } from 'ws'")
})
