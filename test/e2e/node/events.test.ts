import {
  eventKinds,
  eventQuery,
  type NodeRpcClient,
  type NodeRpcEventKind,
  type NodeRpcEvents,
} from '@tagwire/node-rpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commitTx, newTx, powerTx } from './harness/chain.js'
import { type Clients, clientsOf } from './harness/clients.js'
import { take } from './harness/collect.js'
import { duplicateVote } from './harness/evidence.js'
import { binary, noNode } from './harness/live.js'
import { startNode, type TestNode } from './harness/node.js'
import { loadStrict, type Strict } from './harness/strict.js'

/** What a healthy validator on its own never comes to. */
const never: readonly NodeRpcEventKind[] = ['Relock', 'Unlock', 'TimeoutWait']

describe.skipIf(noNode)('every kind of event', () => {
  let node: TestNode
  let clients: Clients
  let strict: Strict

  beforeAll(async () => {
    strict = await loadStrict()
    const settings = { rpc: { max_subscriptions_per_client: '3' } }
    node = await startNode(binary, { settings })
    clients = clientsOf(node)
  })
  afterAll(async () => {
    await clients?.close()
    await node?.remove()
  })

  /** As they come: no resuming, which would write them in one shape. */
  async function first<Kind extends NodeRpcEventKind>(
    kind: Kind,
    provoke?: (client: NodeRpcClient) => Promise<unknown>,
  ): Promise<NodeRpcEvents[Kind]> {
    const events = clients.live.subscribe(eventQuery(kind), { resume: 'none' })
    await events.ready
    const [[event]] = await Promise.all([take(events, 1), provoke?.(clients.byName.http)])
    if (!event) throw new Error('nothing came')
    expect(strict.notification(event)).toEqual([])
    expect(event.query).toBe(`tm.event = '${kind}'`)
    expect(event.events['tm.event']).toEqual([kind])
    return event
  }

  it('NewBlock, with its results', async () => {
    const empty = await first('NewBlock')
    expect(empty.data.value.result_finalize_block).not.toHaveProperty('tx_results')
    const events = clients.live.subscribe(eventQuery('NewBlock'), { resume: 'none' })
    await clients.byName.http.broadcastTxSync({ tx: newTx() })
    const found = await take(events, ({ data }) => (data.value.block?.data.txs ?? []).length > 0)
    const results = found.at(-1)?.data.value.result_finalize_block.tx_results
    expect(found.flatMap((event) => strict.notification(event))).toEqual([])
    expect(Object.keys(results?.[0] ?? {}).sort()).toEqual(
      ['code', 'codespace', 'data', 'events', 'gas_used', 'gas_wanted', 'info', 'log'].sort(),
    )
  })

  it('NewBlockHeader and NewBlockEvents', async () => {
    const header = await first('NewBlockHeader')
    expect(Object.keys(header.data.value)).toEqual(['header'])
    expect((await first('NewBlockEvents')).data.value.events).toBeNull()
  })

  it('Tx, with members left out when they are zero', async () => {
    const { data, events } = await first('Tx', (client) => commitTx(client))
    expect(data.value.TxResult).not.toHaveProperty('index')
    expect(data.value.TxResult.result).not.toHaveProperty('code')
    expect(events['app.creator']).toEqual(['Cosmoshi Netowoko', 'Cosmoshi'])
    expect(events['tx.hash']?.[0]).toMatch(/^[\dA-F]{64}$/)
  })

  it('ValidatorSetUpdates, by a transaction', async () => {
    const change = async (client: NodeRpcClient) => commitTx(client, await powerTx(client, 11))
    const { data } = await first('ValidatorSetUpdates', change)
    expect(data.value.validator_updates?.map(({ voting_power }) => voting_power)).toEqual(['11'])
  })

  it('NewEvidence, by two votes for one height', async () => {
    const { data } = await first('NewEvidence', async (client) => {
      const { header } = await client.header({ height: 2 })
      const { validators } = await client.validators({ height: 2 })
      if (!header || !validators) throw new Error('no such block')
      const evidence = await duplicateVote({ home: node.home, header, validators })
      return client.broadcastEvidence({ evidence })
    })
    expect(data.value.evidence.type).toBe('tendermint/DuplicateVoteEvidence')
    const { block } = await clients.byName.http.block({ height: data.value.height })
    expect(block?.evidence.evidence).toEqual([data.value.evidence])
  })

  const consensus = [
    'NewRound',
    'NewRoundStep',
    'CompleteProposal',
    'Vote',
    'Polka',
    'Lock',
    'ValidBlock',
  ] as const
  it.each(consensus)('%s', async (kind) => {
    await first(kind)
  })

  it('TimeoutPropose, when the proposer is away', async () => {
    // A second validator with little power, which is never started.
    const key = Buffer.alloc(32, 7).toString('base64')
    const absent = new TextEncoder().encode(`val=ed25519!${key}!1`)
    await first('TimeoutPropose', (client) => client.broadcastTxSync({ tx: absent }))
    const { signed_header } = (await clients.byName.http.commit()) ?? {}
    const flags = signed_header?.commit?.signatures?.map(({ block_id_flag }) => block_id_flag)
    expect(flags?.sort()).toEqual([1, 2])
  })

  it('leaves out only what cannot be provoked here', () => {
    const block = ['NewBlock', 'NewBlockHeader', 'NewBlockEvents', 'NewEvidence', 'Tx']
    const seen = [...block, 'ValidatorSetUpdates', ...consensus, 'TimeoutPropose', ...never]
    expect(seen.sort()).toEqual([...eventKinds].sort())
  })
})

describe.skipIf(noNode)('events of a block itself', () => {
  it('can be emitted by the application', async () => {
    const strict = await loadStrict()
    const node = await startNode(binary, { app: 'e2e' })
    const { live, close } = clientsOf(node, strict)
    for (const kind of ['NewBlock', 'NewBlockEvents'] as const) {
      const query = eventQuery(kind).where('val_updates.size', 'EXISTS')
      const [event] = await take(live.subscribe(query, { resume: 'none' }), 1)
      expect(strict.notification(event)).toEqual([])
      expect(event?.events['val_updates.height']).toHaveLength(1)
    }
    const { finalize_block_events } = await live.blockResults({ height: 1 })
    expect(finalize_block_events?.[0]?.type).toBe('val_updates')
    await close()
    await node.remove()
  })
})
