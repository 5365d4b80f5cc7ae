import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  connectNodeRpc,
  createNodeRpcClient,
  eventKinds,
  eventQuery,
  fallback,
  http,
  methods,
  type Transport,
  uri,
  webSocket,
} from '@tagwire/node-rpc'
import { mockNodeRpc } from '@tagwire/node-rpc/mock'
import { responseValidators } from '@tagwire/node-rpc/validate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rejection, startNode } from '../../unit/runtime/rpc/node.fixture.js'

/** A transport that keeps what it was asked. */
function recorder(answer: (method: string) => unknown = () => ({})) {
  const asked: { method: string; params: object; options: unknown }[] = []
  const transport: Transport = {
    kind: 'recorder',
    async call({ method, params }, options) {
      asked.push({ method: method.name, params, options })
      return answer(method.name)
    },
    close() {},
  }
  return { asked, transport }
}

describe('the methods of the client', () => {
  it('are all of the document, in camel case', async () => {
    const { asked, transport } = recorder()
    const client = createNodeRpcClient({ transport })
    for (const [name, method] of Object.entries(methods)) {
      const call: unknown = Reflect.get(client, name)
      expect(call, name).toBeTypeOf('function')
      if (name === 'subscribe' || typeof call !== 'function') continue
      await call({}, {})
      expect(asked.at(-1)?.method).toBe(method.name)
    }
    expect(Object.keys(methods)).toHaveLength(34)
    expect(methods.blockByHash.name).toBe('block_by_hash')
  })

  it('can be called by their descriptions, without a client', async () => {
    const { asked, transport } = recorder((method) => (method === 'status' ? { a: 1 } : {}))
    const small = connectNodeRpc({ transport, validate: responseValidators })
    const options = { timeoutMs: 5 }
    expect(await rejection(small.call(methods.status))).toMatchObject({
      name: 'ValidationError',
      operation: 'status',
    })
    await small.call(methods.blockByHash, { hash: '0xff' }, options).catch(() => {})
    expect(asked.at(-1)).toEqual({ method: 'block_by_hash', params: { hash: '0xff' }, options })
  })

  it('take parameters where there are some, and the options last', async () => {
    const { asked, transport } = recorder()
    const client = createNodeRpcClient({ transport })
    const options = { timeoutMs: 5 }
    await client.status(options)
    await client.block(undefined, options)
    await client.block({ height: 5n }, options)
    expect(asked).toEqual([
      { method: 'status', params: {}, options },
      { method: 'block', params: {}, options },
      { method: 'block', params: { height: 5n }, options },
    ])
  })

  it('are marked as in the document: broadcasts are never retried', () => {
    const unsafe = Object.values(methods).filter(({ safe }) => !safe)
    expect(unsafe.map(({ name }) => name)).toEqual([
      'broadcast_tx_async',
      'broadcast_tx_sync',
      'broadcast_tx_commit',
      'broadcast_evidence',
      'subscribe',
      'unsubscribe',
      'unsubscribe_all',
      'dial_seeds',
      'dial_peers',
      'unsafe_flush_mempool',
    ])
    expect(methods.dialSeeds).toMatchObject({ requires: 'rpc.unsafe' })
    expect(methods.txSearch.params).toEqual([
      { name: 'query', kind: 'text', required: true },
      { name: 'prove', kind: 'json' },
      { name: 'page', kind: 'integer' },
      { name: 'per_page', kind: 'integer' },
      { name: 'order_by', kind: 'text' },
    ])
  })

  it('of the words of the document are there too', async () => {
    const txs = [{ hash: 'AA' }, { hash: 'BB' }]
    const genesis = btoa(JSON.stringify({ chain_id: 'test' }))
    const { transport, asked } = recorder((method) =>
      method === 'genesis_chunked'
        ? { chunk: '0', total: '1', data: genesis }
        : method === 'tx'
          ? { hash: 'AA', height: '1', index: 0, tx_result: { code: 0 }, tx: '' }
          : { txs, blocks: txs, validators: txs, total: '2', total_count: '2' },
    )
    const client = createNodeRpcClient({ transport })
    for await (const tx of client.txSearchAll({ query: 'a = 1' })) expect(txs).toContain(tx)
    for await (const block of client.blockSearchAll({ query: 'a = 1' }))
      expect(txs).toContain(block)
    for await (const each of client.validatorsAll()) expect(txs).toContain(each)
    expect(await client.genesisAll()).toEqual({ chain_id: 'test' })
    expect(await client.waitForTx({ hash: '0xaa' })).toMatchObject({ hash: 'AA' })
    expect(asked.map(({ method }) => method)).toEqual([
      'tx_search',
      'block_search',
      'validators',
      'genesis_chunked',
      'tx',
    ])
  })
})

describe('the client', () => {
  it.each([
    ['http', () => http('http://127.0.0.1:1')],
    ['uri', () => uri('http://127.0.0.1:1')],
    ['webSocket', () => webSocket('ws://127.0.0.1:1')],
    ['fallback', () => fallback([http('http://127.0.0.1:1'), uri('http://127.0.0.1:1')])],
    ['mock', () => mockNodeRpc()],
  ])('closes %s for good, by await using too', async (_, make) => {
    const transport = make()
    {
      await using client = createNodeRpcClient({ transport })
      expect(client.transport).toBe(transport)
    }
    expect(transport.closed).toBe(true)
    const client = createNodeRpcClient({ transport })
    expect(await rejection(client.health())).toMatchObject({ message: 'The transport is closed' })
  })

  it('says what subscribing needs', () => {
    const client = createNodeRpcClient({ transport: http('http://127.0.0.1:1') })
    const subscribe: unknown = Reflect.get(client, 'subscribe')
    const untyped = () => typeof subscribe === 'function' && subscribe(eventQuery('Tx'))
    expect(untyped).toThrow('needs the websocket transport, not http')
  })

  it('validates responses by method name', async () => {
    const { transport } = recorder(() => ({ n_txs: 5 }))
    const client = createNodeRpcClient({ transport, validate: responseValidators })
    expect(await rejection(client.numUnconfirmedTxs())).toMatchObject({
      name: 'ValidationError',
      operation: 'numUnconfirmedTxs',
    })
    const free = createNodeRpcClient({ transport, validate: false })
    expect(await free.numUnconfirmedTxs()).toEqual({ n_txs: 5 })
  })

  it('errors have the reason of the document', async () => {
    const node = await startNode()
    const client = createNodeRpcClient({ transport: http(node.url) })
    expect(await rejection(client.block({ height: 9 }))).toMatchObject({
      name: 'RpcError',
      code: -32603,
      method: 'block',
      reason: 'height-unavailable',
    })
  })

  it('keeps connections open for later calls over http', async () => {
    let connections = 0
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.end(JSON.stringify({ jsonrpc: '2.0', id: ++id, result: {} }))
      })
    }).on('connection', () => connections++)
    let id = 0
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const client = createNodeRpcClient({ transport: http(`http://127.0.0.1:${port}`) })
    for (let count = 0; count < 20; count++) await client.health()
    // The platform may open another one before the first is free again.
    expect(connections).toBeLessThan(5)
  })

  it('knows 17 kinds of events', () => {
    expect(eventKinds).toHaveLength(17)
    for (const kind of eventKinds) expect(String(eventQuery(kind))).toBe(`tm.event = '${kind}'`)
  })
})
