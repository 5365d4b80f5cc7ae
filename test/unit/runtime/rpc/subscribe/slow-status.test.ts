import { expect, it } from 'vitest'
import { eventQuery } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { type ScriptedNode, startNode, until } from '../node.fixture.js'
import { collect, connect, range } from './stream.fixture.js'

/** Keeps answers of `status` back until they are released. */
function holdStatus(node: ScriptedNode): () => void {
  const held: (() => void)[] = []
  node.onMessage = ({ id, method }, peer) => {
    if (method !== 'status') return false
    held.push(() => peer.send({ jsonrpc: '2.0', id, result: node.chain.answer(method, {}) }))
    return true
  }
  return () => {
    for (const release of held.splice(0)) release()
  }
}

it.each(['reconnect', 'backfill'] as const)(
  'delivers events with resume %s while the node is slow to tell where it stands',
  async (resume) => {
    const node = await startNode()
    const release = holdStatus(node)
    const subscription = connect(node)(eventQuery('NewBlock'), {
      resume,
      buffer: 2,
      onGap() {},
    })
    const seen = collect(subscription)
    await until(() => node.calls('status') > 0)
    for (let height = 1; height <= 6; height++) {
      node.commit()
      await until(() => seen.events.length === height)
    }
    release()
    node.commit()
    await until(() => seen.events.length === 7)
    expect(seen.heights()).toEqual(range(1, 7))
    expect(seen.end).toBe(undefined)
  },
)
