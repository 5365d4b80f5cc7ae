import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import {
  createHistory,
  createRpcClient,
  eventQuery,
  fallback,
  http,
  mockTransport,
  type RpcMethod,
  type Transport,
  uri,
  webSocket,
} from '../../../../packages/runtime/src/rpc/comet/index.js'
import { openEventStream } from '../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { block, source, status } from './document.fixture.js'
import { rejection, startNode } from './node.fixture.js'

/** A node of a chain; without one, it does not report its chain. */
function nodeOf(chain: string | undefined, gone = false) {
  const calls: string[] = []
  const answer = (method: string, result: unknown) => () => {
    calls.push(method)
    if (gone) throw new TypeError('gone')
    return result
  }
  const sync_info = { earliest_block_height: '1', latest_block_height: '5' }
  const transport = mockTransport({
    handlers: {
      status: answer('status', { node_info: { network: chain }, sync_info }),
      block: answer('block', chain),
    },
  })
  return { transport, calls }
}

async function serverThat(answers: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answers(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a pinned chain', () => {
  it('is the only one that a client uses', async () => {
    const [right, wrong] = [nodeOf('one'), nodeOf('two')]
    const good = createRpcClient({ transport: right.transport, chainId: 'one' })
    expect([await good.call(block), await good.call(block)]).toEqual(['one', 'one'])
    expect(right.calls).toEqual(['status', 'block', 'block'])
    const bad = createRpcClient({ transport: wrong.transport, chainId: 'one' })
    expect(await rejection(bad.call(block))).toMatchObject({
      name: 'TransportError',
      fault: 'endpoint',
      message: 'The node is of the chain two, not of one',
    })
    expect(wrong.calls).toEqual(['status'])
  })

  it('is missed by an error that names the method and the address', async () => {
    const status = { node_info: { network: 'two' }, sync_info: { latest_block_height: '5' } }
    const server = await serverThat((response) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: status })),
    )
    const missed = {
      name: 'TransportError',
      operation: 'status',
      address: `http://${server}`,
      message: `The node is of the chain two, not of one (status, http://${server})`,
    }
    const chainId = 'one'
    const client = createRpcClient({ transport: http(`http://${server}/path`), chainId })
    expect(await rejection(client.call(block))).toMatchObject(missed)
    const methods: { block: RpcMethod<{ height?: number }, { block: object }> } = { block }
    const history = createHistory<Record<never, never>, typeof methods>(methods)
    const node = { transport: http(`http://${server}`) }
    const past = history(node, { methods: ['block'], chainId })
    expect(await rejection(past.next())).toMatchObject(missed)
  })

  it('is missed by all endpoints of `fallback`, and the error says by which and why', async () => {
    const status = { node_info: { network: 'two' }, sync_info: { latest_block_height: '5' } }
    const server = await serverThat((response) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: status })),
    )
    const away = http('http://127.0.0.1:1', { retry: false })
    const transport = fallback([http(`http://${server}`), away], { chainId: 'one' })
    expect(await rejection(createRpcClient({ transport }).call(block))).toMatchObject({
      name: 'TransportError',
      message: 'block: none of 2 endpoints answered',
      cause: {
        errors: [
          { message: `The node is of the chain two, not of one (http://${server})` },
          { message: 'The request failed (status, http://127.0.0.1:1)' },
        ],
      },
    })
  })

  it('is compared with what answers tell anyway, as several nodes may be behind one address', async () => {
    const sync_info = { earliest_block_height: '1', latest_block_height: '5' }
    const answers = ['one', 'two'].map((chain_id) => ({ block: { header: { chain_id } } }))
    const transport = mockTransport({
      handlers: {
        status: () => ({ node_info: { network: 'one' }, sync_info }),
        block: () => answers.shift(),
      },
    })
    const client = createRpcClient({ transport, chainId: 'one' })
    expect(await client.call(block)).toHaveProperty('block')
    expect(await rejection(client.call(block))).toMatchObject({
      fault: 'endpoint',
      message: 'The node is of the chain two, not of one',
    })
  })

  it.each(['none', 'reconnect', 'backfill'] as const)(
    'is the only one followed (%s)',
    async (resume) => {
      const { transport } = nodeOf('two')
      const client = createRpcClient({ transport, chainId: 'one' })
      const events = openEventStream(client, source, eventQuery('NewBlock'), { resume })
      expect(await rejection(events.next())).toMatchObject({ fault: 'endpoint' })
    },
  )

  it.each([
    [
      'of its own',
      (list: Transport[]) => createRpcClient({ transport: fallback(list, { chainId: 'one' }) }),
    ],
    [
      'of the client',
      (list: Transport[]) => createRpcClient({ transport: fallback(list), chainId: 'one' }),
    ],
  ])('keeps `fallback` from others while the first is away (%s)', async (_, make) => {
    const first = mockTransport()
    const second = nodeOf('two')
    expect(await rejection(make([first, second.transport]).call(block))).toMatchObject({
      name: 'TransportError',
    })
    expect(second.calls).not.toContain('block')
    const third = nodeOf('one')
    expect(await make([first, second.transport, third.transport]).call(block)).toBe('one')
  })
})

describe('an address that cannot be', () => {
  it.each([
    ['127.0.0.1:26657', () => http('127.0.0.1:26657')],
    ['localhost:26657', () => uri('localhost:26657')],
    ['ws://a', () => http('ws://a')],
    ['http://a', () => webSocket('http://a/secret')],
    ['', () => http('')],
  ])('is refused at once: %s', (shown, make) => {
    expect(make).toThrow(TypeError)
    expect(make).toThrow(`'${shown}' is not an address that begins with`)
  })

  it('must not contain credentials, and shows none', () => {
    const make = () => http('http://user:secret@a:1/path')
    expect(make).toThrow('a:1: pass credentials in `headers`, not in the address')
  })
})

describe('what a server says without words', () => {
  it.each([
    [401, 'requires credentials in `headers`'],
    [403, 'refuses access'],
    [404, 'found nothing: check the path of the address'],
    [431, 'says that headers or parameters are too long'],
  ])('is said for it: %i', async (code, words) => {
    let requests = 0
    const host = await serverThat((response) => {
      requests++
      response.writeHead(code).end('sorry')
    })
    const sockets = webSocket(`ws://${host}/key-123`, { WebSocket })
    onTestFinished(() => sockets.close())
    for (const transport of [
      http(`http://${host}/key-123`),
      uri(`http://${host}/key-123`),
      sockets,
    ]) {
      const error = await rejection(transport.call({ method: status, params: {} }))
      expect(error).toMatchObject({ name: 'TransportError', status: code, operation: 'status' })
      expect(String(error)).toContain(`The answer (HTTP ${code}) ${words} (status, `)
      expect(String(error)).toContain(`//${host})`)
      expect(String(error)).not.toContain('key-123')
    }
    expect(requests).toBe(3)
  })

  it('is the reason when a method is switched off', async () => {
    const host = await serverThat((response) => response.writeHead(404).end('404 page not found'))
    const method = { name: 'dial_seeds', safe: false, requires: 'rpc.unsafe', params: [] }
    const client = createRpcClient({ transport: uri(`http://${host}`) })
    expect(await rejection(client.call(method))).toMatchObject({
      name: 'RpcError',
      code: -32601,
      reason: 'method-not-found',
    })
  })
})

it('sends headers with the handshake', async () => {
  const node = await startNode()
  const seen: unknown[] = []
  class Noting extends WebSocket {
    constructor(url: string, init?: object) {
      seen.push(init)
      super(url, init)
    }
  }
  const transport = webSocket(node.wsUrl, { WebSocket: Noting, headers: { authorization: 'key' } })
  onTestFinished(() => transport.close())
  await transport.call({ method: status, params: {} })
  expect(seen).toEqual([{ headers: { authorization: 'key' }, maxPayload: 2 ** 26 }])
})
