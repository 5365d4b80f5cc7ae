/* What surprises people about this node, each with a test that the client copes. */
import { createNodeRpcClient, http, methods, RpcError, uri } from '@tagwire/node-rpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commitTx, hexBytes, newTx, sha256 } from './harness/chain.js'
import { type Clients, clientsOf, type TransportName } from './harness/clients.js'
import { binary, noNode } from './harness/live.js'
import { startNode, type TestNode } from './harness/node.js'

const transports: TransportName[] = ['http', 'batched http', 'uri', 'webSocket']
const text = (value: string): Uint8Array => new TextEncoder().encode(value)

describe.skipIf(noNode)('traps', () => {
  let node: TestNode
  let clients: Clients

  beforeAll(async () => {
    node = await startNode(binary)
    clients = clientsOf(node)
  })
  afterAll(async () => {
    await clients?.close()
    await node?.remove()
  })

  describe.each(transports)('over %s', (transport) => {
    it('writes each hash as its method wants it', async () => {
      const client = clients.byName[transport]
      const tx = newTx()
      const { hash, height } = await commitTx(client, tx)
      expect(hash).toBe(Buffer.from(sha256(tx)).toString('hex').toUpperCase())
      const { block_id } = await client.block({ height })
      const blockHash = hexBytes(block_id.hash)
      expect((await client.blockByHash({ hash: blockHash })).block?.header.height).toBe(height)
      expect((await client.headerByHash({ hash: blockHash })).header?.height).toBe(height)
      const bytes = Buffer.from(block_id.hash, 'hex')
      expect((await client.headerByHash({ hash: bytes })).header?.height).toBe(height)
    })

    it('sends the data of a query as hex, and returns base64', async () => {
      const client = clients.byName[transport]
      const key = `key-ä"&/?+%20-${transport.length}`
      await commitTx(client, text(`${key}=wert`))
      const { response } = await client.abciQuery({ data: text(key) })
      expect(response.log).toBe('exists')
      expect(response.value).toBe(Buffer.from('wert').toString('base64'))
    })

    it('sends texts with quotes, blanks and percent signs as they are', async () => {
      const client = clients.byName[transport]
      const query = `app.key = 'a "b" %25 + & = ? # \\ ü'`
      expect(await client.txSearch({ query })).toEqual({ txs: [], total_count: '0' })
    })

    it('an unknown hash is an answer, not an error', async () => {
      const client = clients.byName[transport]
      const hash = new Uint8Array(32)
      const empty = { hash: '', parts: { total: 0, hash: '' } }
      expect(await client.blockByHash({ hash })).toEqual({ block_id: empty, block: null })
      expect(await client.headerByHash({ hash })).toEqual({ header: null })
    })

    it('calls without arguments do not crash the node', async () => {
      const client = clients.byName[transport]
      expect((await client.block()).block?.header.chain_id).toMatch(/^test-chain/)
      expect((await client.validators()).total).toBe('1')
      expect((await client.abciQuery()).response.log).toBe('does not exist')
    })

    it('the validators without a height are those of the next one', async () => {
      const client = clients.byName[transport]
      const { sync_info } = await client.status()
      const { block_height } = await client.validators()
      expect(Number(block_height)).toBeGreaterThan(Number(sync_info.latest_block_height))
    })

    it('pages are clamped in silence, and all of them are read', async () => {
      const client = clients.byName[transport]
      const all: string[] = []
      for await (const tx of client.txSearchAll({ query: 'tx.height > 0', per_page: 2 })) {
        all.push(tx.hash)
      }
      const { total_count } = await client.txSearch({ query: 'tx.height > 0', per_page: 500 })
      expect(new Set(all).size).toBe(all.length)
      expect(all.length).toBe(Number(total_count))
    })

    it('has proofOps in camel case, null here, and a proof only when asked', async () => {
      const client = clients.byName[transport]
      const { response } = await client.abciQuery({ data: text('k'), prove: true })
      expect(response).toHaveProperty('proofOps', null)
      const { hash } = await commitTx(client)
      expect(await client.tx({ hash: hexBytes(hash) })).not.toHaveProperty('proof')
      const { proof, height } = await client.tx({ hash: hexBytes(hash), prove: true })
      const { header } = await client.header({ height })
      expect(proof?.root_hash).toBe(header?.data_hash)
    })

    it('a refused check is a success of the call', async () => {
      const client = clients.byName[transport]
      const tx = text('not a transaction')
      expect((await client.broadcastTxSync({ tx })).code).toBe(2)
      expect((await client.broadcastTxAsync({ tx: newTx() })).code).toBe(0)
      const { height, check_tx } = await client.broadcastTxCommit({ tx })
      expect([height, check_tx.code]).toEqual(['0', 2])
      expect((await client.checkTx({ tx })).code).toBe(2)
    })

    it('the commit of the newest height is the seen one', async () => {
      const client = clients.byName[transport]
      expect((await client.commit({ height: 1 }))?.canonical).toBe(true)
      // Between the two calls another block may come.
      const newest = await client.commit()
      expect(newest?.canonical).toBe(false)
    })

    it('reads the genesis in pieces too', async () => {
      const client = clients.byName[transport]
      const { genesis } = await client.genesis()
      expect(await client.genesisAll()).toEqual(genesis)
    })
  })

  it('subscribing needs a WebSocket, and says so', () => {
    const { transport } = clients.byName.uri
    const call = transport.call({ method: methods.subscribe, params: { query: 'a = 1' } })
    return expect(call).rejects.toThrow('subscribe needs websocket, not uri')
  })
})

describe.skipIf(noNode)('batches', () => {
  let node: TestNode
  const sizes: number[] = []
  const counting: typeof fetch = (url, init) => {
    const body: unknown = JSON.parse(String(init?.body))
    sizes.push(Array.isArray(body) ? body.length : 1)
    return fetch(url, init)
  }

  beforeAll(async () => {
    node = await startNode(binary)
  })
  afterAll(() => node?.remove())

  it('takes ten calls at a time, and one call alone', async () => {
    sizes.length = 0
    const client = createNodeRpcClient({
      transport: http(node.url, { batch: true, fetch: counting }),
    })
    const blocks = await Promise.all(Array.from({ length: 25 }, () => client.block({ height: 1 })))
    expect(blocks.every(({ block }) => block?.header.height === '1')).toBe(true)
    expect(sizes).toEqual([10, 10, 5])
    expect((await client.block({ height: 1 })).block?.header.height).toBe('1')
  })

  it('makes them smaller when the node refuses the size', async () => {
    sizes.length = 0
    const transport = http(node.url, { batch: { size: 40 }, fetch: counting })
    const client = createNodeRpcClient({ transport })
    const ask = () => Promise.all(Array.from({ length: 40 }, () => client.header({ height: 1 })))
    expect((await ask()).every(({ header }) => header?.height === '1')).toBe(true)
    expect(sizes).toEqual([40, 10, 10, 10, 10])
    sizes.length = 0
    await ask()
    expect(sizes).toEqual([10, 10, 10, 10])
  })

  it('each call has its own outcome', async () => {
    const client = createNodeRpcClient({ transport: http(node.url, { batch: true }) })
    const outcomes = await Promise.allSettled([
      client.block({ height: 1 }),
      client.block({ height: 0 }),
      client.tx({ hash: new Uint8Array(32) }),
      client.status(),
    ])
    const reasons = outcomes.map((each) =>
      each.status === 'rejected' && each.reason instanceof RpcError ? each.reason.reason : 'fine',
    )
    expect(reasons).toEqual(['fine', 'height-invalid', 'tx-not-found', 'fine'])
  })
})

describe.skipIf(noNode)('the mempool', () => {
  it('returns one transaction more than the limit, and none if only counted', async () => {
    // No block comes while the test looks.
    const settings = { consensus: { timeout_commit: '"60s"' } }
    const node = await startNode(binary, { settings, early: true })
    const client = createNodeRpcClient({ transport: http(node.url) })
    const direct = createNodeRpcClient({ transport: uri(node.url) })
    for (let sent = 0; sent < 110; sent++) await client.broadcastTxAsync({ tx: newTx() })
    expect((await client.unconfirmedTxs()).txs).toHaveLength(31)
    expect((await direct.unconfirmedTxs({ limit: 2 })).txs).toHaveLength(3)
    const { txs, n_txs, total } = await client.unconfirmedTxs({ limit: 1000 })
    expect([txs?.length, n_txs, total]).toEqual([101, '101', '110'])
    expect(await direct.numUnconfirmedTxs()).toMatchObject({ n_txs: '110', txs: null })
    await client.unsafeFlushMempool()
    expect((await client.numUnconfirmedTxs()).total).toBe('0')
    await node.remove()
  })
})

describe.skipIf(noNode)('a genesis of more than 16 MiB', () => {
  it('is joined from its pieces', async () => {
    const app_state = 'x'.repeat(17 * 2 ** 20)
    const node = await startNode(binary, { genesis: (genesis) => ({ ...genesis, app_state }) })
    const client = createNodeRpcClient({ transport: http(node.url) })
    expect((await client.genesisChunked()).total).toBe('2')
    const genesis = await client.genesisAll()
    expect(genesis.app_state === app_state).toBe(true)
    await node.remove()
  })
})

describe.skipIf(noNode)('an application without words', () => {
  it('answers with an empty record', async () => {
    const node = await startNode(binary, { app: 'noop' })
    const { byName, close } = clientsOf(node)
    for (const client of Object.values(byName)) {
      expect((await client.abciInfo()).response.version).toBeUndefined()
    }
    await close()
    await node.remove()
  })
})
