import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  createRpcClient,
  eventQuery,
  fallback,
  http,
  mockTransport,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
  type TransportHooks,
  uri,
  webSocket,
  withHooks,
} from '../../../../packages/runtime/src/rpc/comet/index.js'
import { openEventStream } from '../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { block, broadcast, source, status } from './document.fixture.js'
import { rejection, startNode, until } from './node.fixture.js'

const retry = { attempts: 2, baseMs: 1, maxMs: 2 }

function recorder() {
  const lines: string[] = []
  const requests: RequestEvent[] = []
  const responses: ResponseEvent[] = []
  const retries: RetryEvent[] = []
  const hooks: TransportHooks = {
    onRequest(event) {
      requests.push(event)
      lines.push(`> ${event.operation} ${event.attempt}`)
    },
    onResponse(event) {
      responses.push(event)
      const name = event.error instanceof Error ? event.error.name : 'ok'
      lines.push(`< ${event.operation} ${event.attempt} ${event.status} ${name}`)
    },
    onRetry(event) {
      retries.push(event)
      lines.push(`! ${event.operation} ${event.attempt}`)
    },
  }
  return { hooks, lines, requests, responses, retries }
}

describe('hooks of a JSON-RPC client hear of', () => {
  it('a call: method, address, status, milliseconds, and the very request', async () => {
    const node = await startNode()
    for (const [transport, address] of [
      [http(`${node.url}/a/secret/path?key=1`), node.url],
      [uri(node.url), node.url],
    ] as const) {
      const { hooks, requests, responses } = recorder()
      await createRpcClient({ transport: withHooks(transport, hooks) })
        .call(status)
        .catch(() => 0)
      expect(requests).toEqual([{ operation: 'status', address, attempt: 1 }])
      expect(responses).toMatchObject([{ operation: 'status', address, attempt: 1 }])
      expect(responses[0]?.request).toBe(requests[0])
      expect(responses[0]?.status).toBeTypeOf('number')
      expect(responses[0]?.ms).toBeGreaterThan(0)
    }
  })

  it('each try, and the pause before the next one', async () => {
    const node = await startNode()
    let left = 2
    node.onRequest = (_, response) => {
      if (left-- > 0) response.writeHead(503, { 'retry-after': '0' }).end()
      return left >= 0
    }
    const { hooks, lines, retries } = recorder()
    const client = createRpcClient({ transport: withHooks(http(node.url, { retry }), hooks) })
    await client.call(status)
    expect(lines).toEqual([
      '> status 1',
      '< status 1 503 TransportError',
      '! status 1',
      '> status 2',
      '< status 2 503 TransportError',
      '! status 2',
      '> status 3',
      '< status 3 200 ok',
    ])
    expect(retries.every(({ waitMs }) => waitMs >= 0 && waitMs <= 2)).toBe(true)
  })

  it('errors of the node, without what only the transport may know', async () => {
    const node = await startNode()
    const { hooks, lines, responses } = recorder()
    const transport = http(`${node.url}/?apikey=hush-hush-hush`, { retry: false })
    const client = createRpcClient({ transport: withHooks(transport, hooks) })
    await rejection(client.call(block, { height: 9 }))
    await node.stop()
    await rejection(client.call(status))
    expect(lines).toEqual([
      '> block 1',
      '< block 1 200 RpcError',
      '> status 1',
      '< status 1 undefined TransportError',
    ])
    expect(JSON.stringify(responses.map(({ error }) => String(error)))).not.toContain('hush')
  })

  it('every call of a batch', async () => {
    const node = await startNode()
    const { hooks, lines } = recorder()
    const client = createRpcClient({
      transport: withHooks(http(node.url, { batch: true }), hooks),
    })
    await Promise.all([client.call(status), client.call(status)])
    expect(node.posted).toHaveLength(1)
    expect(lines.filter((line) => line === '< status 1 200 ok')).toHaveLength(2)
  })

  it('calls and subscriptions over a socket', async () => {
    const node = await startNode()
    const { hooks, lines, requests } = recorder()
    const transport = withHooks(webSocket(node.wsUrl, { WebSocket }), hooks)
    const client = createRpcClient({ transport })
    onTestFinished(() => client.close())
    await client.call(status)
    expect(lines).toEqual(['> status 1', '< status 1 undefined ok'])
    expect(requests[0]?.address).toBe(new URL(node.wsUrl).origin)
    for await (const _ of withEvents(openEventStream(client, source, eventQuery('NewBlock')), node))
      break
    expect(lines).toContain('< subscribe 1 undefined ok')
  })

  it('the endpoint that took over', async () => {
    const [first, second] = [await startNode(), await startNode()]
    first.commit()
    second.commit()
    // It lives when it is looked at, and breaks when it is asked.
    first.onRequest = (body, response) => {
      const breaks = body.includes('"block"')
      if (breaks) response.destroy()
      return breaks
    }
    const { hooks, requests, lines } = recorder()
    const both = fallback([http(first.url, { retry: false }), http(second.url)])
    const client = createRpcClient({ transport: withHooks(both, hooks) })
    onTestFinished(() => client.close())
    await client.call(block, { height: 1 })
    expect(requests.map(({ address }) => address)).toEqual([first.url, second.url])
    expect(lines).toEqual([
      '> block 1',
      '< block 1 undefined TransportError',
      '! block 1',
      '> block 2',
      '< block 2 200 ok',
    ])
  })

  it('transports that say nothing of their tries, once for each call', async () => {
    const { hooks, lines } = recorder()
    const transport = withHooks(mockTransport({ handlers: { status: () => ({}) } }), hooks)
    const client = createRpcClient({ transport })
    await client.call(status)
    await rejection(client.call(broadcast, { tx: new Uint8Array() }))
    expect(lines).toEqual([
      '> status 1',
      '< status 1 undefined ok',
      '> broadcast_tx_sync 1',
      '< broadcast_tx_sync 1 undefined TransportError',
    ])
    transport.close()
    expect(transport.closed).toBe(true)
  })

  it('two sets of hooks, one around the other', async () => {
    const node = await startNode()
    const [inner, outer] = [recorder(), recorder()]
    const transport = withHooks(withHooks(http(node.url), inner.hooks), outer.hooks)
    await createRpcClient({ transport }).call(status)
    expect(inner.lines).toEqual(['> status 1', '< status 1 200 ok'])
    expect(outer.lines).toEqual(inner.lines)
  })
})

it('what a hook throws changes no call', async () => {
  const node = await startNode()
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const fail = (): never => {
    throw new Error('a fault of the hook')
  }
  const transport = withHooks(http(node.url), { onRequest: fail, onResponse: fail })
  await createRpcClient({ transport }).call(status)
  expect(said).toHaveBeenCalledTimes(2)
})

/** Lets the node create blocks once there is a subscriber. */
function withEvents<T>(events: T, node: Awaited<ReturnType<typeof startNode>>): T {
  until(() => node.calls('subscribe') > 0).then(() => node.commit())
  return events
}
