/* Blocks and headers as nodes of 0.37 deliver them: with what beginning and ending the block gave. */
import { expect, it } from 'vitest'
import {
  createHistory,
  eventQuery,
  http,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { block, header, status } from '../document.fixture.js'
import { startNode, txOf, until } from '../node.fixture.js'
import { collect, connect, type Event, range } from '../subscribe/stream.fixture.js'
import { type Chain, createChain, type Delivered } from './chain.fixture.js'

/** A chain that answers like a node of 0.37. */
function chainBefore038(): Chain {
  const chain = createChain()
  const begun = (height: number) =>
    height % 2
      ? [{ type: 'mint', attributes: [{ key: 'amount', value: `${height}atom`, index: true }] }]
      : null
  const ended = (height: number) =>
    height % 3
      ? [{ type: 'burn', attributes: [{ key: 'amount', value: `${height}ion`, index: false }] }]
      : null
  const updates = (height: number) =>
    height % 4 ? null : [{ pub_key: { Sum: { type: 'ed25519', value: 'AAAA' } }, power: '10' }]

  function live(event: Delivered, height: number, txs: number): Delivered[] {
    const { type, value } = event.data
    const kind = type.split('/').pop() ?? ''
    if (kind === 'NewBlockEvents') return []
    if (kind === 'Tx') return [event]
    const { block, header } = value as { block?: object; header?: object }
    const begin = begun(height)
    const end = ended(height)
    const results = {
      result_begin_block: { ...(begin && { events: begin }) },
      result_end_block: { validator_updates: updates(height), ...(end && { events: end }) },
    }
    const own = kind === 'NewBlock' ? { block } : { header, num_txs: String(txs) }
    const events = {
      'tm.event': [kind],
      ...(begin && { 'mint.amount': [`${height}atom`] }),
      ...(end && { 'burn.amount': [`${height}ion`] }),
    }
    return [{ data: { type, value: { ...own, ...results } }, events }]
  }

  return {
    run: 0,
    get latest() {
      return chain.latest
    },
    get earliest() {
      return chain.earliest
    },
    add(txs = []) {
      const events = chain.add(txs)
      return events.flatMap((event) => live(event, chain.latest, txs.length))
    },
    answer(method, params) {
      const answer = chain.answer(method, params)
      if (method !== 'block_results') return answer
      const { height, txs_results } = answer as { height: string; txs_results: unknown }
      return {
        height,
        txs_results,
        begin_block_events: begun(Number(height)),
        end_block_events: ended(Number(height)),
        validator_updates: updates(Number(height)),
        consensus_param_updates: null,
      }
    },
  }
}

it.each(['NewBlock', 'NewBlockHeader', 'Tx'])(
  '%s of 0.37 comes from the past as it comes live',
  async (kind) => {
    const node = await startNode(chainBefore038())
    const subscribe = connect(node, {}, '0.37')
    const live = collect(subscribe(eventQuery(kind)))
    await until(() => node.open[0]?.queries.size === 1)
    for (let height = 1; height <= 13; height++) {
      node.commit(range(1, height % 3).map((i) => txOf(`${height}=${i}`)))
    }
    await until(() => live.heights().includes(13))
    const past = collect(subscribe(eventQuery(kind), { from: 1 }))
    await until(() => past.events.length === live.events.length)
    expect(past.events).toStrictEqual(live.events)
  },
)

it('a header of 0.37 that was missed is fetched with its results, and fits a query by them', async () => {
  const node = await startNode(chainBefore038())
  const query = eventQuery('NewBlockHeader').where('burn.amount', '>=', 2)
  const seen = collect(connect(node, {}, '0.37')(query))
  await until(() => node.open[0]?.queries.size === 1)
  for (let height = 1; height <= 4; height++) node.commit()
  await until(() => seen.events.length === 2)
  node.peers[0]?.socket.terminate()
  for (let height = 5; height <= 9; height++) node.commit([txOf(`a=${height}`)], true)
  await until(() => seen.events.length === 5)
  expect(seen.heights()).toEqual([2, 4, 5, 7, 8])
  expect(seen.events.at(-1)?.data.value).toMatchObject({
    num_txs: '1',
    result_begin_block: {},
    result_end_block: { validator_updates: [{ power: '10' }], events: [{ type: 'burn' }] },
  })
})

it('`history` reads such headers', async () => {
  const node = await startNode(chainBefore038())
  for (let height = 1; height <= 5; height++) node.commit([txOf(`a=${height}`)])
  const methods = { block, header, status }
  const history = createHistory<{ NewBlockHeader: Event }, typeof methods>(methods, '0.37')
  const found: Event[] = []
  const options = { kinds: ['NewBlockHeader'] as const, from: 3 }
  for await (const each of history({ transport: http(node.url) }, options)) found.push(each)
  expect(found.map(({ data }) => data.value.num_txs)).toEqual(['1', '1', '1'])
  expect(found.map(({ events }) => events['mint.amount'])).toEqual([
    ['3atom'],
    undefined,
    ['5atom'],
  ])
})
