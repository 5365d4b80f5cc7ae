import { expect, it } from 'vitest'
import { eventQuery } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { pause, type ScriptedNode, startNode, txOf, until } from '../node.fixture.js'
import { connect, heightOf } from '../subscribe/stream.fixture.js'

/** Commits a block, and publishes only its first transaction. */
function commitFirst(node: ScriptedNode, txs: readonly string[]): void {
  const event = node.chain.add(txs).find(({ data }) => data.type.endsWith('/Tx'))
  for (const peer of node.open) {
    for (const [id, query] of peer.texts) {
      if (query.includes("'Tx'")) peer.send({ jsonrpc: '2.0', id, result: { query, ...event } })
    }
  }
}

it('completes a height once when its count comes while the rest of it is read', async () => {
  const node = await startNode()
  const held: (() => void)[] = []
  node.onMessage = ({ id, method, params }, peer) => {
    if (method !== 'blockchain' || params.minHeight !== '2' || held.length > 0) return false
    held.push(() => peer.send({ jsonrpc: '2.0', id, result: node.chain.answer(method, params) }))
    return true
  }
  const told: number[] = []
  const subscription = connect(node)(eventQuery('Tx'), {
    quietMs: 100,
    onComplete: (height) => told.push(height),
  })
  await subscription.ready
  const heights: number[] = []
  const take = async (): Promise<void> => {
    const next = await subscription.next()
    if (!next.done) heights.push(heightOf(next.value))
  }
  commitFirst(node, [txOf('a=1'), txOf('b=1')])
  commitFirst(node, [txOf('a=2'), txOf('b=2')])
  for (let i = 0; i < 3; i++) await take()
  await until(() => held.length === 1)
  // After a silence the second transaction is read.
  await take()
  expect(heights).toEqual([1, 1, 2, 2])
  for (const release of held) release()
  await pause(20)
  const rest = take()
  await until(() => told.includes(2))
  node.commit([txOf('a=3')])
  await rest
  await pause(20)
  expect(told.slice(0, 3)).toEqual([1, 2])
})
