import { describe, expect, it } from 'vitest'
import { memberAt, TransportError } from '../../../../../packages/runtime/src/core/index.js'
import { webSocket } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { status, subscribe, unsubscribe } from '../document.fixture.js'
import { rejection, startNode, until } from '../node.fixture.js'
import { connect, listen } from './socket.fixture.js'

describe('subscriptions', () => {
  it.each([0, -1, Number.NaN])('are not %d for each connection', (subscriptionsPerConnection) => {
    expect(() => webSocket('ws://127.0.0.1', { subscriptionsPerConnection })).toThrow(
      new TypeError('subscriptionsPerConnection takes number >= 1'),
    )
  })

  it('deliver events that come before the acknowledgement', async () => {
    const node = await startNode()
    node.onMessage = ({ id, method, params }, peer) => {
      if (method !== 'subscribe') return false
      const result = { query: params.query, data: { type: 'x', value: 1 }, events: {} }
      peer.send({ jsonrpc: '2.0', id, result })
      setTimeout(() => peer.send({ jsonrpc: '2.0', id, result: {} }), 20)
      return true
    }
    const { live, seen } = listen(connect(node), "tm.event='Tx'")
    await live
    expect(seen).toEqual([{ query: "tm.event='Tx'", data: { type: 'x', value: 1 }, events: {} }])
  })

  it('take an acknowledgement that comes twice for what it is', async () => {
    const node = await startNode()
    const event = { query: "tm.event='Tx'", data: { type: 'x', value: 1 }, events: {} }
    node.onMessage = ({ id, method }, peer) => {
      if (method !== 'subscribe') return false
      for (const result of [{}, {}, event]) peer.send({ jsonrpc: '2.0', id, result })
      return true
    }
    const { live, seen } = listen(connect(node), event.query)
    await live
    await until(() => seen.length > 0)
    expect(seen).toEqual([event])
  })

  it('of the same query are one for the node, each with its own spelling, until the last leaves', async () => {
    const node = await startNode()
    const transport = connect(node)
    const one = listen(transport, "tm.event='Tx'")
    const two = listen(transport, " tm.event  = 'Tx'")
    const [first, second] = [await one.live, await two.live]
    node.commit(['YT1i'])
    await until(() => two.seen.length === 1)
    expect([...one.seen, ...two.seen]).toMatchObject([
      { query: "tm.event='Tx'" },
      { query: " tm.event  = 'Tx'" },
    ])
    first.close()
    first.close()
    node.commit(['YT1i'])
    await until(() => two.seen.length === 2)
    expect(one.seen).toHaveLength(1)
    second.close()
    await until(() => node.calls('unsubscribe') === 1)
    expect(node.calls('subscribe')).toBe(1)
    expect(node.open[0]?.queries.size).toBe(0)
  })

  it('of the same query share what is in an event, as their documentation says', async () => {
    const node = await startNode()
    const transport = connect(node)
    const one = listen(transport, "tm.event='Tx'")
    const two = listen(transport, "tm.event = 'Tx'")
    await Promise.all([one.live, two.live])
    node.commit(['YT1i'])
    await until(() => two.seen.length === 1)
    const [first, second] = [memberAt(one.seen[0], 'data'), memberAt(two.seen[0], 'data')]
    expect(first).toMatchObject({ type: 'tendermint/event/Tx' })
    expect(second).toBe(first)
  })

  it('can be left before they are acknowledged and taken up again', async () => {
    const node = await startNode()
    let hold = true
    const late: (() => void)[] = []
    node.onMessage = ({ id, method, params }, peer) => {
      if (method !== 'subscribe' || !hold) return false
      late.push(() => {
        peer.queries.set(String(params.query), id)
        peer.send({ jsonrpc: '2.0', id, result: {} })
      })
      return true
    }
    const transport = connect(node)
    const controller = new AbortController()
    const query = "tm.event='Tx'"
    const request = { method: subscribe, unsubscribe, params: { query }, query }
    const left = transport.subscribe(
      request,
      { next() {}, end() {} },
      { signal: controller.signal },
    )
    await until(() => late.length === 1)
    controller.abort('left')
    expect(await rejection(left)).toBe('left')
    hold = false
    const again = listen(transport, query)
    late[0]?.()
    await again.live
    node.commit(['YT1i'])
    await until(() => again.seen.length === 1)
    expect(node.calls('subscribe')).toBe(1)
  })

  it('that nobody waits for any more are ended when the acknowledgement comes', async () => {
    const node = await startNode()
    const transport = connect(node)
    const query = "tm.event='Tx'"
    const request = { method: subscribe, unsubscribe, params: { query }, query }
    const controller = new AbortController()
    node.onMessage = ({ method }) => {
      if (method === 'subscribe') controller.abort('left')
      return false
    }
    await rejection(
      transport.subscribe(request, { next() {}, end() {} }, { signal: controller.signal }),
    )
    await until(() => node.calls('unsubscribe') === 1)
  })

  it('beyond what a connection may have go to another one, which closes when it is not needed', async () => {
    const node = await startNode()
    const transport = connect(node)
    const all = Array.from({ length: 11 }, (_, i) =>
      listen(transport, `tm.event='Tx' AND a.b=${i}`),
    )
    const lives = await Promise.all(all.map(({ live }) => live))
    expect(node.open.length).toBeGreaterThan(2)
    for (const peer of node.open) expect(peer.queries.size).toBeLessThanOrEqual(5)
    expect(node.open[0]?.queries.size).toBe(4) // one place is left for broadcast_tx_commit
    for (const live of lives) live.close()
    await until(() => node.open.length === 1)
    expect(node.open[0]?.queries.size).toBe(0)
  })

  it('learn a lower limit from the node', async () => {
    const node = await startNode()
    node.limit = 2
    const transport = connect(node)
    for (let i = 0; i < 5; i++) await listen(transport, `tm.event='Tx' AND a.b=${i}`).live
    expect(node.open.reduce((sum, peer) => sum + peer.queries.size, 0)).toBe(5)
  })

  it('that the node cancelled end with its error, and can be taken up although it still lists them', async () => {
    const node = await startNode()
    const transport = connect(node)
    const one = listen(transport, "tm.event='Tx'")
    await one.live
    const data =
      'subscription was canceled (reason: internal subscription event buffer is out of capacity)'
    const [peer] = node.open
    const id = peer?.queries.get("tm.event='Tx'")
    peer?.send({ jsonrpc: '2.0', id, error: { code: -32000, message: 'Server error', data } })
    await until(() => one.ends.length === 1)
    expect(one.ends).toMatchObject([{ name: 'RpcError', code: -32000, data, method: 'subscribe' }])
    const two = listen(transport, "tm.event='Tx'")
    await two.live
    expect(peer?.received.map(({ method }) => method)).toEqual([
      'subscribe',
      'subscribe',
      'unsubscribe',
      'subscribe',
    ])
    node.commit(['YT1i'])
    await until(() => two.seen.length === 1)
  })

  it('are refused with the error of the node', async () => {
    const node = await startNode()
    node.onMessage = ({ id }, peer) => {
      const error = { code: -32603, message: 'Internal error', data: 'failed to parse query: x' }
      peer.send({ jsonrpc: '2.0', id, error })
      return true
    }
    const { live } = listen(connect(node), 'nonsense')
    expect(await rejection(live)).toMatchObject({
      name: 'RpcError',
      data: 'failed to parse query: x',
    })
  })

  it('end together with their connection', async () => {
    const node = await startNode()
    const transport = connect(node)
    const one = listen(transport, "tm.event='Tx'")
    const two = listen(transport, "tm.event='NewBlock'")
    const live = await one.live
    await two.live
    node.peers[0]?.socket.terminate()
    await until(() => one.ends.length + two.ends.length === 2)
    expect(await rejection(live.call({ method: status, params: {} }))).toBeInstanceOf(
      TransportError,
    )
    live.close()
  })
})
