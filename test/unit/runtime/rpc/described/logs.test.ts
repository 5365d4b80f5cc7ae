import { expect, it, onTestFinished } from 'vitest'
import { clientOf, type Log, startEthereum } from './ethereum.fixture.js'

interface Item {
  readonly data: Log
  readonly removed?: true
  readonly cursor?: { readonly height: number; readonly hash: string }
}

async function take(items: AsyncIterator<Item, undefined>, count: number): Promise<Item[]> {
  const taken: Item[] = []
  while (taken.length < count) {
    const { value } = await items.next()
    if (!value) throw new Error(`ended after ${taken.length}`)
    taken.push(value)
  }
  return taken
}

const short = (items: readonly Item[]): string =>
  items.map(({ data, removed }) => `${removed ? '-' : '+'}${data.data.slice(3)}`).join(' ')

it('reads the logs of each block, with the parameters of the subscription', async () => {
  const node = await startEthereum()
  node.mine(1, 1)
  const logs = clientOf(node).subscribe('logs', { filter: { address: '0x1' } })
  await logs.ready
  node.mine(1, 2)
  node.mine(1, 0)
  node.mine(1, 1)
  const items = await take(logs, 3)
  expect(short(items)).toBe('+2.0 +2.1 +4.0')
  expect(items.map(({ cursor }) => cursor?.height)).toEqual([0, 1, 3])
  const read = node.asked.filter(({ method }) => method === 'eth_getLogs')
  expect(read[0]?.params).toEqual([{ address: '0x1', blockHash: '0xb2' }])
  expect(node.asked[0]?.params).toEqual(['newHeads'])
})

it('no log is missed or repeated over cuts and reorganisations', async () => {
  const node = await startEthereum()
  node.mine(3, 1)
  const logs = clientOf(node).subscribe('logs')
  await logs.ready
  node.mine(2, 2)
  expect(short(await take(logs, 4))).toBe('+4.0 +4.1 +5.0 +5.1')
  await node.stop()
  node.revert(3)
  node.mine(3, 1)
  node.mine(1, 0)
  await node.start()
  const items = await take(logs, 8)
  expect(short(items)).toBe('-5.1 -5.0 -4.1 -4.0 -3.0 +6.0 +7.0 +8.0')
  // As the node itself reports them.
  expect(items[0]?.data.removed).toBe(true)
  expect(items[4]?.cursor).toEqual({ height: 1, hash: '0xb2' })
})

it('as the server sends them, with `resume: reconnect`', async () => {
  const node = await startEthereum()
  const gaps: unknown[] = []
  const onGap = (gap: unknown) => gaps.push(gap)
  const logs = clientOf(node).subscribe('logs', {}, { resume: 'reconnect', onGap })
  await logs.ready
  expect(node.asked[0]?.params).toEqual(['logs'])
  node.publish('logs', { blockHash: '0x1', data: '0xb1.0', removed: false })
  node.publish('logs', { blockHash: '0x1', data: '0xb1.0', removed: true })
  expect(short(await take(logs, 2))).toBe('+1.0 -1.0')
  const next = take(logs, 1)
  node.cut()
  await expect.poll(() => node.subscriptions.size).toBe(1)
  node.publish('logs', { blockHash: '0x2', data: '0xb2.0', removed: false })
  expect(short(await next)).toBe('+2.0')
  expect(gaps).toEqual([{ kind: 'logs', cause: 'reconnected' }])
})

it('what cannot be read is reported as missed', async () => {
  const node = await startEthereum()
  const gaps: unknown[] = []
  const options = {
    onGap: (gap: unknown) => gaps.push(gap),
    buffer: { size: 2, policy: 'drop-oldest' },
  } as const
  const client = clientOf(node)
  const pending = client.subscribe('pending', {}, options)
  await pending.ready
  for (const hash of ['0x1', '0x2', '0x3', '0x4', '0x5']) node.publish('pending', hash)
  // What is answered on the same socket comes after them.
  await client.heard()
  const taken = [await pending.next(), await pending.next(), await pending.next()]
  expect(taken.map(({ value }) => value?.data)).toEqual(['0x1', '0x4', '0x5'])
  expect(gaps).toEqual([{ kind: 'pending', cause: 'overflow' }])
  const next = pending.next()
  node.cut()
  await expect.poll(() => node.subscriptions.size).toBe(1)
  node.publish('pending', '0x6')
  expect((await next).value).toEqual({ kind: 'pending', data: '0x6' })
  expect(gaps).toHaveLength(2)
})

it('with `resume: none` a cut is the end', async () => {
  const node = await startEthereum()
  const pending = clientOf(node).subscribe('pending', {}, { resume: 'none' })
  await pending.ready
  node.cut()
  await expect(pending.next()).rejects.toMatchObject({ name: 'TransportError' })
})

it('calls and several subscriptions share a socket', async () => {
  const node = await startEthereum()
  node.mine(1)
  const client = clientOf(node)
  const all = [
    client.subscribe('newHeads'),
    client.subscribe('newHeads'),
    client.subscribe('pending'),
  ]
  onTestFinished(async () => {
    for (const each of all) await each.return()
  })
  for (const each of all) await each.ready
  expect(new Set([...node.subscriptions.values()].map(({ socket }) => socket)).size).toBe(1)
  // Each has an id of its own, and gets only its own.
  expect(node.subscriptions.size).toBe(3)
  node.mine(1)
  node.publish('pending', '0xa')
  const [one, two, three] = await Promise.all(all.map((each) => each.next()))
  expect([one?.value?.data, two?.value?.data]).toEqual([
    expect.objectContaining({ hash: '0xb2' }),
    expect.objectContaining({ hash: '0xb2' }),
  ])
  expect(three?.value?.data).toBe('0xa')
  await all[0]?.return()
  await expect.poll(() => node.subscriptions.size).toBe(2)
})

it('a notification without a payload is an error', async () => {
  const node = await startEthereum()
  const pending = clientOf(node).subscribe('pending', {}, { resume: 'none' })
  await pending.ready
  node.publish('pending', undefined)
  await expect(pending.next()).rejects.toThrow('A notification has nothing at /result')
})

it('an unsubscription that the server refuses is no error, and a late notification is dropped', async () => {
  const node = await startEthereum()
  node.refuses = ({ method }) =>
    method === 'eth_unsubscribe' ? { error: { code: -32000, message: 'not found' } } : undefined
  const client = clientOf(node)
  const pending = client.subscribe('pending')
  await pending.ready
  node.publish('pending', '0x1')
  expect((await pending.next()).value?.data).toBe('0x1')
  expect(await pending.return()).toEqual({ done: true, value: undefined })
  // The server still delivers it.
  node.publish('pending', '0x2')
  const again = client.subscribe('pending')
  await again.ready
  node.publish('pending', '0x3')
  expect((await again.next()).value?.data).toBe('0x3')
  await again.return()
})

it('a cursor that was stored as JSON goes on after a reorganisation, log by log', async () => {
  const node = await startEthereum()
  node.mine(2, 2)
  const first = clientOf(node).subscribe('logs', {}, { from: 0 })
  const [, , , last] = await take(first, 4)
  const from = JSON.parse(JSON.stringify(last?.cursor))
  await first.return()
  node.revert(1)
  node.mine(2, 1)
  const items = await take(clientOf(node).subscribe('logs', {}, { from }), 4)
  expect(short(items)).toBe('-2.1 -2.0 +3.0 +4.0')
})
