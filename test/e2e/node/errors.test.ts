import { errorRules, eventQuery, isRpcError, type NodeRpcClient } from '@tagwire/node-rpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commitTx, newTx, sha256 } from './harness/chain.js'
import { type Clients, clientsOf, type TransportName } from './harness/clients.js'
import { duplicateVote } from './harness/evidence.js'
import { binary, noNode } from './harness/live.js'
import { type NodeOptions, startNode, type TestNode } from './harness/node.js'

type Provoke = (client: NodeRpcClient, node: TestNode) => Promise<unknown>

interface Situation {
  readonly title: string
  readonly options: NodeOptions
  readonly cases: readonly (readonly [reason: string, title: string, provoke: Provoke])[]
  /** Where the outcome differs, the transports it is the same on. */
  readonly transports?: readonly TransportName[]
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const bytes = (length: number): Uint8Array => text(`k${Math.random()}=${'v'.repeat(length)}`)
const slow: NodeOptions['settings'] = {
  consensus: { timeout_commit: '"30s"' },
  rpc: { timeout_broadcast_tx_commit: '"300ms"' },
}

const situations: readonly Situation[] = [
  {
    title: 'an ordinary node',
    options: {},
    cases: [
      ['height-invalid', 'block at 0', (client) => client.block({ height: 0 })],
      ['height-invalid', 'header at 0', (client) => client.header({ height: 0 })],
      ['height-invalid', 'commit at 0', (client) => client.commit({ height: 0 })],
      ['height-invalid', 'results at 0', (client) => client.blockResults({ height: 0 })],
      ['height-invalid', 'validators at 0', (client) => client.validators({ height: 0 })],
      ['height-invalid', 'params at 0', (client) => client.consensusParams({ height: 0 })],
      ['height-invalid', 'a height below 0', (client) => client.block({ height: -5 })],
      ['height-invalid', 'a range below 0', (client) => client.blockchain({ minHeight: -1 })],
      ['height-unavailable', 'a future block', (client) => client.block({ height: 10n ** 12n })],
      ['height-unavailable', 'future results', (c) => c.blockResults({ height: '999999999' })],
      [
        'height-unavailable',
        'an empty range',
        (client) => client.blockchain({ minHeight: 3, maxHeight: 2 }),
      ],
      ['page-out-of-range', 'validators', (client) => client.validators({ page: 9 })],
      [
        'page-out-of-range',
        'a search',
        (client) => client.txSearch({ query: 'tx.height > 0', page: 0 }),
      ],
      ['chunk-out-of-range', 'a genesis chunk', (client) => client.genesisChunked({ chunk: 7 })],
      ['tx-hash-missing', 'an empty hash', (client) => client.tx({ hash: new Uint8Array() })],
      ['tx-not-found', 'an unknown hash', (client) => client.tx({ hash: sha256(newTx()) })],
      [
        'query-too-long',
        'a long search',
        (client) => client.txSearch({ query: `a = '${'b'.repeat(510)}'` }),
      ],
      ['query-invalid', 'a search for nothing', (client) => client.txSearch({ query: '' })],
      ['query-invalid', 'a search with OR', (client) => client.txSearch({ query: 'a=1 OR b=2' })],
      [
        'query-invalid',
        'a block search',
        (client) => client.blockSearch({ query: 'block.height' }),
      ],
      [
        'query-invalid',
        'an impossible time',
        (client) => client.txSearch({ query: 'a > TIME 2026-13-01T00:00:00Z' }),
      ],
      [
        'query-invalid',
        'a hash that is none',
        (client) => client.txSearch({ query: "tx.hash = 'zz'" }),
      ],
      [
        'order-invalid',
        'an order',
        // @ts-expect-error The document lists the orders, and no answer has others.
        (client) => client.txSearch({ query: 'tx.height > 0', order_by: 'ASC' }),
      ],
      ['tx-in-cache', 'the same transaction twice', twice('broadcastTxSync')],
      ['tx-in-cache', 'twice without waiting', twice('broadcastTxAsync')],
      ['tx-in-cache', 'again after the commit', againAfterCommit],
      ['address-missing', 'no seeds', (client) => client.dialSeeds({ seeds: [] })],
      ['address-missing', 'no peers', (client) => client.dialPeers({ peers: [] })],
      ['address-invalid', 'no id', (client) => client.dialPeers({ peers: ['127.0.0.1:1'] })],
      [
        'address-invalid',
        'a short id',
        (client) => client.dialPeers({ peers: ['abcd@127.0.0.1:1'] }),
      ],
      ['evidence-invalid', 'votes that do not belong together', brokenEvidence('votes')],
      ['evidence-invalid', 'evidence of a future height', brokenEvidence('height')],
      ['evidence-invalid', 'evidence with another power', brokenEvidence('power')],
    ],
  },
  {
    title: 'bad arguments',
    options: {},
    cases: [
      [
        'invalid-params',
        'evidence of an unknown type',
        // Not from TypeScript, but from data.
        (client) => client.broadcastEvidence({ evidence: JSON.parse('{"type":"x","value":1}') }),
      ],
    ],
  },
  {
    title: 'a node without the unsafe methods',
    options: { unsafe: false },
    // As a URI the path does not exist, and the answer is no JSON.
    transports: ['http', 'batched http', 'webSocket'],
    cases: [
      ['method-not-found', 'flush', (client) => client.unsafeFlushMempool()],
      ['method-not-found', 'dial', (client) => client.dialSeeds({ seeds: ['x'] })],
    ],
  },
  {
    title: 'a chain that began at height 1000',
    options: { genesis: (genesis) => ({ ...genesis, initial_height: '1000' }) },
    cases: [
      ['height-unavailable', 'a height below', (client) => client.block({ height: 5 })],
      ['height-unavailable', 'validators below', (client) => client.validators({ height: 5 })],
      ['height-unavailable', 'a range below', (client) => client.blockchain({ maxHeight: 5 })],
    ],
  },
  {
    title: 'a genesis of more than 16 MiB',
    options: { genesis: (genesis) => ({ ...genesis, app_state: 'x'.repeat(17 * 2 ** 20) }) },
    cases: [['genesis-too-large', 'genesis', (client) => client.genesis()]],
  },
  {
    title: 'a node that makes blocks slowly',
    options: { early: true, settings: { ...slow, mempool: { size: '1' } } },
    cases: [
      ['timeout', 'a commit', (client) => client.broadcastTxCommit({ tx: newTx() })],
      ['mempool-full', 'one transaction more', (client) => client.broadcastTxSync({ tx: newTx() })],
      ['mempool-full', 'a commit more', (client) => client.broadcastTxCommit({ tx: newTx() })],
    ],
    transports: ['http'],
  },
  {
    title: 'a small limit for transactions',
    options: { settings: { mempool: { max_tx_bytes: '64' } } },
    cases: [['tx-too-large', 'one', (client) => client.broadcastTxSync({ tx: bytes(100) })]],
  },
  {
    title: 'a small block',
    options: {
      genesis: (genesis) => ({
        ...genesis,
        consensus_params: {
          block: { max_bytes: '2000', max_gas: '-1' },
          evidence: {
            max_age_num_blocks: '1000',
            max_age_duration: '172800000000000',
            max_bytes: '100',
          },
          validator: { pub_key_types: ['ed25519'] },
          version: {},
          abci: {},
        },
      }),
    },
    cases: [['tx-too-large', 'one', (client) => client.broadcastTxSync({ tx: bytes(3000) })]],
  },
  {
    title: 'a small limit for requests',
    options: { settings: { rpc: { max_body_bytes: '500' } } },
    transports: ['http', 'batched http'],
    cases: [['request-too-large', 'a call', (client) => client.checkTx({ tx: bytes(600) })]],
  },
  {
    title: 'no indexer',
    options: { settings: { tx_index: { indexer: '"null"' } } },
    cases: [
      ['indexing-disabled', 'tx', (client) => client.tx({ hash: sha256(newTx()) })],
      ['indexing-disabled', 'search', (client) => client.txSearch({ query: 'tx.height > 0' })],
      [
        'indexing-disabled',
        'blocks',
        (client) => client.blockSearch({ query: 'block.height > 0' }),
      ],
    ],
  },
  {
    title: 'an index in PostgreSQL',
    // It need not be there: the node is never asked what it has written.
    options: {
      settings: { tx_index: { indexer: '"psql"', 'psql-conn': '"postgres://127.0.0.1:1/x"' } },
    },
    cases: [
      ['search-unsupported', 'tx', (client) => client.tx({ hash: sha256(newTx()) })],
      ['search-unsupported', 'search', (client) => client.txSearch({ query: 'tx.height > 0' })],
      [
        'search-unsupported',
        'blocks',
        (client) => client.blockSearch({ query: 'block.height > 0' }),
      ],
    ],
  },
  {
    title: 'results are thrown away',
    options: { settings: { storage: { discard_abci_responses: 'true' } } },
    cases: [['results-not-kept', 'results', (client) => client.blockResults({ height: 1 })]],
  },
  {
    title: 'no mempool',
    options: { settings: { mempool: { type: '"nop"' } } },
    cases: [
      ['mempool-disabled', 'sync', (client) => client.broadcastTxSync({ tx: newTx() })],
      ['mempool-disabled', 'commit', (client) => client.broadcastTxCommit({ tx: newTx() })],
    ],
  },
]

/** Seen elsewhere in the tests, or not to be had from a healthy node of this release. */
const notProvoked: Readonly<Record<string, string>> = {
  'subscription-canceled': 'resume.test.ts: told when the node is ended, if there is time',
  'catching-up': 'releases: 0.39 and later say so, while a node is behind its chain',
  'batch-too-large': 'traps.test.ts: the transport sends smaller batches instead',
  'too-many-clients': 'below',
  'too-many-subscriptions': 'traps.test.ts: the transport opens another connection instead',
  'subscription-exists': 'traps.test.ts: the transport shares the subscription instead',
  'subscription-not-found': 'below',
  'commit-canceled': 'the node must overflow at the very moment of a commit',
  'result-not-encodable': 'a fault inside of the node',
  'results-unavailable': 'resume.test.ts: while a block is executed',
  'results-unreadable': 'a damaged store',
  'genesis-unavailable': 'a fault in the set-up of the node',
  'search-failed': 'a damaged index',
  'app-unreachable': 'the application runs inside of the node',
  'broadcast-unconfirmed': 'only told to a client that is gone',
  'evidence-missing': 'the client insists on the argument',
  'parse-error': 'the client sends JSON',
  'invalid-request': 'the client sends requests',
  'internal-error': 'for texts of other releases',
}

describe('the table of errors', () => {
  it('has every reason of the document', () => {
    const provoked = situations.flatMap(({ cases }) => cases.map(([reason]) => reason))
    const known = new Set([...provoked, ...Object.keys(notProvoked)])
    expect([...known].sort()).toEqual([...new Set(errorRules.map(([reason]) => reason))].sort())
  })
})

const everywhere: readonly TransportName[] = ['http', 'batched http', 'uri', 'webSocket']

describe.skipIf(noNode).each(situations)('$title', ({ options, cases, transports }) => {
  let node: TestNode
  let clients: Clients

  beforeAll(async () => {
    node = await startNode(binary, options)
    clients = clientsOf(node)
  })
  afterAll(async () => {
    await clients?.close()
    await node?.remove()
  })

  for (const [reason, title, provoke] of cases) {
    for (const transport of transports ?? everywhere) {
      it(`${title} over ${transport}: ${reason}`, async () => {
        const error = await provoke(clients.byName[transport], node).catch((error) => error)
        if (!isRpcError(error)) throw new Error('no RpcError', { cause: error })
        expect([error.reason, error.data]).toEqual([reason, error.data])
      })
    }
  }
})

describe.skipIf(noNode)('errors of one transport', () => {
  it('a method behind a setting that is off: the path is unknown, and the setting is named', async () => {
    const node = await startNode(binary, { unsafe: false })
    const clients = clientsOf(node)
    const error = await clients.byName.uri.unsafeFlushMempool().catch((error) => error)
    expect(isRpcError(error, 'method-not-found')).toBe(true)
    expect(error.message).toContain('it needs the setting rpc.unsafe')
    await clients.close()
    await node.remove()
  })

  it('a request too long for the socket costs the connection, not the client', async () => {
    const node = await startNode(binary, { settings: { rpc: { max_body_bytes: '500' } } })
    const { live, close } = clientsOf(node)
    const error = await live.broadcastTxSync({ tx: bytes(600) }).catch((error) => error)
    expect(isRpcError(error, 'request-too-large')).toBe(true)
    await live.health()
    await close()
    await node.remove()
  })

  it('ending what does not exist: subscription-not-found', async () => {
    const node = await startNode(binary)
    const { live, close } = clientsOf(node)
    for (const call of [live.unsubscribe({ query: 'a = 1' }), live.unsubscribeAll()]) {
      const error = await call.catch((error) => error)
      expect(isRpcError(error, 'subscription-not-found')).toBe(true)
    }
    await close()
    await node.remove()
  })

  it('more subscribers than the node takes: too-many-clients', async () => {
    // The indexer of the node is one of them.
    const node = await startNode(binary, { settings: { rpc: { max_subscription_clients: '1' } } })
    const { live, byName, close } = clientsOf(node)
    const events = live.subscribe(eventQuery('NewRound'))
    const error = await events.next().catch((error) => error)
    expect(isRpcError(error, 'too-many-clients')).toBe(true)
    const refused = await byName.http.broadcastTxCommit({ tx: newTx() }).catch((error) => error)
    expect(isRpcError(refused, 'too-many-clients')).toBe(true)
    await close()
    await node.remove()
  })
})

function twice(method: 'broadcastTxSync' | 'broadcastTxAsync'): Provoke {
  return async (client) => {
    const tx = newTx()
    await client[method]({ tx })
    return client[method]({ tx })
  }
}

async function againAfterCommit(client: NodeRpcClient): Promise<unknown> {
  const tx = newTx()
  await commitTx(client, tx)
  return client.broadcastTxCommit({ tx })
}

function brokenEvidence(what: 'votes' | 'height' | 'power'): Provoke {
  return async (client, { home }) => {
    const { header } = await client.header({ height: 1 })
    const { validators } = await client.validators({ height: 1 })
    if (!header || !validators) throw new Error('no such block')
    const height = what === 'height' ? '999999' : header.height
    const evidence = await duplicateVote({ home, header: { ...header, height }, validators })
    const { value } = evidence
    if (what === 'power') value.TotalVotingPower = '1'
    if (what === 'votes') [value.vote_a, value.vote_b] = [value.vote_b, value.vote_a]
    return client.broadcastEvidence({ evidence })
  }
}
