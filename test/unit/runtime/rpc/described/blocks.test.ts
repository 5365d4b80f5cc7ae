import { expect, it } from 'vitest'
import { isChainMismatchError } from '../../../../../packages/runtime/src/rpc/index.js'
import { clientOf, type Header, startEthereum } from './ethereum.fixture.js'

interface Item {
  readonly data: Header
  readonly removed?: true
  readonly cursor?: { readonly height: number; readonly hash: string }
}

/** Takes so many items; `+0xb1`, or `-0xb1` for a block that is no longer part of the chain. */
async function take(items: AsyncIterator<Item, undefined>, count: number): Promise<string> {
  const taken: string[] = []
  while (taken.length < count) {
    const { value } = await items.next()
    if (!value) throw new Error(`ended after ${taken}`)
    taken.push(`${value.removed ? '-' : '+'}${value.data.hash.slice(3)}`)
  }
  return taken.join(' ')
}

const short = { quietMs: 30 }

it('delivers blocks with their cursor', async () => {
  const node = await startEthereum()
  node.mine(3)
  const heads = clientOf(node).subscribe('newHeads')
  await heads.ready
  node.mine()
  expect(await heads.next()).toEqual({
    done: false,
    value: {
      kind: 'newHeads',
      data: { number: '0x3', hash: '0xb4', parentHash: '0xb3' },
      cursor: { height: 3, hash: '0xb4' },
    },
  })
  expect(node.asked[0]).toMatchObject({ method: 'eth_subscribe', params: ['newHeads'] })
  await heads.return()
  await expect.poll(() => node.subscriptions.size).toBe(0)
})

it('reads what was missed after a cut, once and in order', async () => {
  const node = await startEthereum()
  node.mine(2)
  const heads = clientOf(node).subscribe('newHeads')
  await heads.ready
  node.mine(2)
  expect(await take(heads, 2)).toBe('+3 +4')
  node.cut()
  node.mine(70)
  const expected = Array.from({ length: 70 }, (_, index) => `+${index + 5}`).join(' ')
  expect(await take(heads, 70)).toBe(expected)
  await expect.poll(() => node.subscriptions.size).toBe(1)
  node.mine()
  expect(await take(heads, 1)).toBe('+75')
})

it('reads what was missed before the first event', async () => {
  const node = await startEthereum()
  node.mine(2)
  const heads = clientOf(node).subscribe('newHeads')
  await heads.ready
  node.cut()
  node.mine(2)
  expect(await take(heads, 2)).toBe('+3 +4')
})

it('reports a reorganisation that it hears of', async () => {
  const node = await startEthereum()
  node.mine(3)
  const heads = clientOf(node).subscribe('newHeads')
  await heads.ready
  node.mine(3)
  expect(await take(heads, 3)).toBe('+4 +5 +6')
  node.revert(2)
  node.mine(3)
  expect(await take(heads, 5)).toBe('-6 -5 +7 +8 +9')
})

it('a removed block has the position before it', async () => {
  const node = await startEthereum()
  node.mine(1)
  const heads = clientOf(node).subscribe('newHeads')
  await heads.ready
  node.mine(1)
  await heads.next()
  node.revert(1)
  node.mine(1)
  expect((await heads.next()).value).toEqual({
    kind: 'newHeads',
    data: { number: '0x1', hash: '0xb2', parentHash: '0xb1' },
    removed: true,
    cursor: { height: 0, hash: '0xb1' },
  })
})

it('reports a reorganisation that happened during a cut, also before what was delivered', async () => {
  const node = await startEthereum()
  node.mine(4)
  const heads = clientOf(node).subscribe('newHeads')
  await heads.ready
  node.mine(1)
  expect(await take(heads, 1)).toBe('+5')
  await node.stop()
  node.revert(3)
  node.mine(4)
  await node.start()
  // 3 and 4 were not delivered, but they were part of the chain when the subscription began.
  expect(await take(heads, 7)).toBe('-5 -4 -3 +6 +7 +8 +9')
})

it('a chain that has become shorter loses its last blocks', async () => {
  const node = await startEthereum()
  node.mine(1)
  const heads = clientOf(node).subscribe('newHeads', {}, short)
  await heads.ready
  node.mine(3)
  expect(await take(heads, 3)).toBe('+2 +3 +4')
  node.revert(2)
  expect(await take(heads, 2)).toBe('-4 -3')
  node.mine(1)
  expect(await take(heads, 1)).toBe('+5')
})

it('a node that stops delivering is noticed after a silence', async () => {
  const node = await startEthereum()
  node.mine(1)
  const heads = clientOf(node).subscribe('newHeads', {}, short)
  await heads.ready
  node.delivers = false
  node.mine(3)
  expect(await take(heads, 3)).toBe('+2 +3 +4')
  node.delivers = true
  const next = take(heads, 1)
  await expect
    .poll(() => node.asked.filter((each) => each.method === 'eth_subscribe').length)
    .toBe(2)
  node.mine(1)
  expect(await next).toBe('+5')
})

it('a full buffer is read again', async () => {
  const node = await startEthereum()
  node.mine(1)
  const client = clientOf(node)
  const heads = client.subscribe('newHeads', {}, { buffer: 2 })
  await heads.ready
  node.mine(50)
  await client.heard()
  node.revert(10)
  node.mine(20)
  const first = Array.from({ length: 2 }, (_, index) => `+${index + 2}`).join(' ')
  expect(await take(heads, 2)).toBe(first)
  const rest = [
    ...Array.from({ length: 38 }, (_, index) => `+${index + 4}`),
    ...Array.from({ length: 20 }, (_, index) => `+${index + 52}`),
  ]
  expect(await take(heads, 58)).toBe(rest.join(' '))
})

it('starts at a height, or after a cursor', async () => {
  const node = await startEthereum()
  node.mine(5)
  const { subscribe } = clientOf(node)
  expect(await take(subscribe('newHeads', {}, { from: 1 }), 4)).toBe('+2 +3 +4 +5')
  const late = subscribe('newHeads', {}, { from: { height: 3, hash: '0xb4' } })
  expect(await take(late, 1)).toBe('+5')
  const future = subscribe('newHeads', {}, { from: 7 })
  await future.ready
  node.mine(4)
  expect(await take(future, 2)).toBe('+8 +9')
})

it('goes back from a cursor that is no longer part of the chain', async () => {
  const node = await startEthereum()
  node.mine(5)
  node.revert(2)
  node.mine(1)
  const heads = clientOf(node).subscribe('newHeads', {}, { from: { height: 4, hash: '0xb5' } })
  expect(await take(heads, 3)).toBe('-5 -4 +6')
})

it('ends if the block of a cursor is of another chain', async () => {
  const node = await startEthereum()
  node.mine(5)
  const heads = clientOf(node).subscribe('newHeads', {}, { from: { height: 4, hash: '0xother' } })
  await expect(heads.next()).rejects.toSatisfy(isChainMismatchError)
  await expect(heads.ready).rejects.toSatisfy(isChainMismatchError)
})

it.each([
  ['followed from the first block', { from: 0 }],
  ['followed from a later one', { from: 3 }],
  ['followed from the newest', {}],
])('a chain that is replaced ends the iterator: %s', async (_, options) => {
  const node = await startEthereum()
  node.mine(6)
  const heads = clientOf(node).subscribe('newHeads', {}, options)
  await heads.ready
  node.mine(2)
  while ((await heads.next()).value?.data.hash !== '0xb8');
  // Wiped: nothing of the old chain is left.
  node.restart()
  node.mine(3)
  node.cut()
  await expect(heads.next()).rejects.toSatisfy(isChainMismatchError)
})

it('a chain that is replaced while the connection stays ends the iterator', async () => {
  const node = await startEthereum()
  node.mine(6)
  const heads = clientOf(node).subscribe('newHeads', {}, { from: 0 })
  await heads.ready
  expect(await take(heads, 6)).toBe('+1 +2 +3 +4 +5 +6')
  node.restart()
  node.mine(2)
  await expect(heads.next()).rejects.toSatisfy(isChainMismatchError)
})

it('waits for a block that was announced by a node that does not have it yet', async () => {
  const node = await startEthereum()
  node.mine(3)
  const heads = clientOf(node).subscribe('newHeads')
  await heads.ready
  node.mine(1)
  expect(await take(heads, 1)).toBe('+4')
  // Announced before they can be read.
  node.refuses = ({ method, params }) =>
    method === 'eth_getBlockByNumber' && Number(params[0]) > 3 ? { result: null } : undefined
  node.delivers = false
  node.mine(1)
  node.delivers = true
  node.mine(1)
  setTimeout(() => {
    node.refuses = () => undefined
  }, 60)
  expect(await take(heads, 2)).toBe('+5 +6')
})

it.each([
  [
    'a kind that there is not',
    'newHead',
    {},
    "There are no events of the kind 'newHead', only of: newHeads, logs, pending",
  ],
  ['an option of the wrong form', 'newHeads', { quietMs: -1 }, 'quietMs'],
  ['a start before the first block', 'newHeads', { from: -1 }, 'from takes a height from 0 on'],
  ['a start within a block', 'newHeads', { from: 1.5 }, 'from takes a height from 0 on'],
  ['no number', 'newHeads', { from: Number.NaN }, 'from takes a height from 0 on'],
  [
    'a cursor of another kind',
    'newHeads',
    { from: { height: 3, index: 0 } },
    'or the cursor of an event: { height, hash }',
  ],
  [
    'a cursor whose height is a text',
    'newHeads',
    { from: { height: '3', hash: '0xb4' } },
    'or the cursor of an event: { height, hash }',
  ],
  [
    'backfill of what cannot be read',
    'pending',
    { resume: 'backfill' },
    "resume: 'backfill' is not possible for pending",
  ],
  [
    'a start without backfill',
    'pending',
    { from: 5 },
    "from is only possible with resume: 'backfill'",
  ],
])('refuses %s', async (_, kind, options, message) => {
  const node = await startEthereum()
  const { subscribe } = clientOf(node)
  // As a program without types calls it.
  expect(() => Reflect.apply(subscribe, undefined, [kind, {}, options])).toThrow(message)
})
