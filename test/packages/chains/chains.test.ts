// Documents with only names and schemas of subscriptions, and small servers that do what nodes of Substrate and Solana
// document. Nothing here says how blocks are read, so what may be missing is reported.
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type WebSocket as Socket, WebSocket, WebSocketServer } from 'ws'
import { generate } from '../../../generator/src/pipeline/library.js'
import { webSocket } from '../../../packages/runtime/src/rpc/index.js'
import { once as onceInRun } from '../../once.js'

interface Item {
  readonly kind: string
  readonly data: unknown
}

interface Subscription extends AsyncIterableIterator<Item> {
  readonly ready: Promise<void>
}

interface Client {
  subscribe(kind: string, params?: object, options?: object): Subscription
  readonly systemChain?: () => Promise<string>
  readonly getSlot?: () => Promise<number>
  close(): Promise<void>
}

interface Package {
  readonly createSubstrateClient: (options: object) => Client
  readonly createSolanaClient: (options: object) => Client
}

interface Validating {
  readonly responseValidators: object
}

let home = ''
beforeAll(async () => {
  home = await onceInRun('chains', async (folder) => {
    const repository = fileURLToPath(new URL('../../../', import.meta.url))
    symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
    const packageOf = (name: string) => ({
      spec: fileURLToPath(new URL(`${name}.yaml`, import.meta.url)),
      ...{ out: name, name, emit: ['client', 'validate'] as const },
    })
    const packages = { substrate: packageOf('substrate'), solana: packageOf('solana') }
    const { packages: made } = await generate({ cwd: folder, config: { packages } })
    expect(made.flatMap(({ diagnostics }) => diagnostics)).toEqual([])
  })
}, 60_000)

const load = <Module>(file: string): Promise<Module> =>
  import(pathToFileURL(path.join(home, file)).href)

type Take = (
  call: { readonly method: string; readonly params: readonly unknown[] },
  send: (message: object) => void,
) => unknown

async function nodeOf(take: Take) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const calls: { readonly method: string; readonly params: unknown }[] = []
  server.on('connection', (socket: Socket) => {
    socket.on('message', (data) => {
      const { id, method, params = [] } = JSON.parse(String(data))
      calls.push({ method, params })
      const send = (message: object): void =>
        socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
      const result = take({ method, params }, send)
      if (result === undefined) send({ id, error: { code: -32_601, message: 'Method not found' } })
      else send({ id, result })
    })
  })
  const { port } = server.address() as AddressInfo
  const transport = webSocket(`ws://127.0.0.1:${port}`, {
    WebSocket,
    reconnect: { baseMs: 1, maxMs: 5 },
  })
  onTestFinished(async () => {
    await transport.close()
    for (const each of server.clients) each.terminate()
    server.close()
  })
  const cut = (): void => {
    for (const each of server.clients) each.terminate()
  }
  return { calls, transport, cut }
}

const soon = { timeout: 15_000 }

/** Ids are texts, different for each subscription; notifications have names that no rule gives. */
function substrate() {
  const open = new Map<string, (result: unknown) => void>()
  let last = 0
  const notified: Readonly<Record<string, string>> = {
    chain_subscribeNewHeads: 'chain_newHead',
    state_subscribeStorage: 'state_storage',
    author_submitAndWatchExtrinsic: 'author_extrinsicUpdate',
  }
  const take: Take = ({ method, params }, send) => {
    if (method === 'system_chain') return 'Development'
    const name = notified[method]
    if (name !== undefined) {
      const subscription = `mJ${++last}kx`
      open.set(subscription, (result) => send({ method: name, params: { subscription, result } }))
      return subscription
    }
    if (
      /^(?:chain_unsubscribeNewHeads|state_unsubscribeStorage|author_unwatchExtrinsic)$/.test(
        method,
      )
    )
      return open.delete(String(params[0]))
    return undefined
  }
  const tell = (result: unknown): void => {
    for (const each of open.values()) each(result)
  }
  return { take, tell, open }
}

const header = (number: number) => ({
  parentHash: '0x00',
  number: `0x${number.toString(16)}`,
  stateRoot: '0x01',
  extrinsicsRoot: '0x02',
  digest: { logs: [] },
})

test('a node of Substrate: heads beside calls, and a gap is reported after a cut', async () => {
  const { createSubstrateClient } = await load<Package>('substrate/src/index.ts')
  const { responseValidators } = await load<Validating>('substrate/src/validate.ts')
  const { take, tell, open } = substrate()
  const { transport, calls, cut } = await nodeOf(take)
  const client = createSubstrateClient({ transport, validate: responseValidators })
  const gaps: unknown[] = []
  const heads = client.subscribe(
    'chain_subscribeNewHeads',
    {},
    { onGap: (gap: unknown) => gaps.push(gap) },
  )
  await heads.ready
  expect(await client.systemChain?.()).toBe('Development')
  tell(header(1))
  tell(header(2))
  const first = [await heads.next(), await heads.next()].map(({ value }) => value)
  expect(first).toEqual([1, 2].map((n) => ({ kind: 'chain_subscribeNewHeads', data: header(n) })))
  open.clear()
  cut()
  const next = heads.next()
  await expect.poll(() => open.size, soon).toBe(1)
  tell(header(7))
  expect((await next).value?.data).toEqual(header(7))
  expect(gaps.length).toBe(1)
  await heads.return?.()
  const ended = () => calls.filter(({ method }) => method === 'chain_unsubscribeNewHeads')
  await expect.poll(ended, soon).toMatchObject([{ params: ['mJ2kx'] }])
  expect(open.size).toBe(0)
}, 60_000)

test('a node of Substrate: a transaction is watched, storage is compared by keys', async () => {
  const { createSubstrateClient } = await load<Package>('substrate/src/index.ts')
  const { responseValidators } = await load<Validating>('substrate/src/validate.ts')
  const { take, open } = substrate()
  const { transport, calls } = await nodeOf(take)
  const client = createSubstrateClient({ transport, validate: responseValidators })
  const storage = client.subscribe('state_subscribeStorage', { keys: ['0xaa'] })
  await storage.ready
  const watched = client.subscribe('author_submitAndWatchExtrinsic', { extrinsic: '0x28' })
  await watched.ready
  expect(calls.map(({ params }) => params)).toEqual([[['0xaa']], ['0x28']])
  const [change, update] = [...open.values()]
  for (const status of [
    'ready',
    { broadcast: ['QmA'] },
    { inBlock: '0x0b' },
    { finalized: '0x0b' },
  ])
    update?.(status)
  change?.({ block: '0x0b', changes: [['0xaa', null]] })
  const seen: unknown[] = []
  for await (const { data } of watched) {
    seen.push(data)
    if (typeof data === 'object' && data && 'finalized' in data) break
  }
  expect(seen).toEqual([
    'ready',
    { broadcast: ['QmA'] },
    { inBlock: '0x0b' },
    { finalized: '0x0b' },
  ])
  expect((await storage.next()).value?.data).toEqual({ block: '0x0b', changes: [['0xaa', null]] })
  change?.({ block: 5 })
  await expect(storage.next()).rejects.toThrow('block: expected string')
}, 60_000)

test('a node of Solana: numbers as ids, the same id on another socket, early notifications', async () => {
  const { createSolanaClient } = await load<Package>('solana/src/index.ts')
  const { responseValidators } = await load<Validating>('solana/src/validate.ts')
  let [slot, sends] = [0, 0]
  const { transport, calls, cut } = await nodeOf(({ method, params }, send) => {
    const notify = (name: string, subscription: number, result: unknown): void =>
      send({ method: name, params: { result, subscription } })
    if (method === 'slotSubscribe') {
      sends++
      slot += 10
      // The first one comes before the id.
      notify('slotNotification', 0, { parent: slot - 1, root: slot - 32, slot })
      setTimeout(
        () => notify('slotNotification', 0, { parent: slot, root: slot, slot: slot + 1 }),
        5,
      )
      return 0
    }
    if (method === 'accountSubscribe') {
      const value = {
        lamports: 5,
        owner: String(params[0]),
        data: ['', 'base64'],
        executable: false,
        rentEpoch: 0,
      }
      setTimeout(() => notify('accountNotification', 1, { context: { slot }, value }), 5)
      return 1
    }
    return method === 'getSlot' ? slot : true
  })
  const client = createSolanaClient({ transport, validate: responseValidators })
  const gaps: unknown[] = []
  const slots = client.subscribe('slotSubscribe', {}, { onGap: (gap: unknown) => gaps.push(gap) })
  const next = async (): Promise<unknown> => (await slots.next()).value?.data
  expect([await next(), await next()]).toMatchObject([{ slot: 10 }, { slot: 11 }])
  const account = client.subscribe('accountSubscribe', {
    account: 'Vote1',
    config: { encoding: 'base64' },
  })
  expect((await account.next()).value?.data).toMatchObject({ value: { owner: 'Vote1' } })
  expect(calls.find(({ method }) => method === 'accountSubscribe')?.params).toEqual([
    'Vote1',
    { encoding: 'base64' },
  ])
  expect(await client.getSlot?.()).toBe(10)
  cut()
  expect([await next(), await next()]).toMatchObject([{ slot: 20 }, { slot: 21 }])
  expect([sends, gaps.length]).toEqual([2, 1])
  await slots.return?.()
  const ended = () => calls.filter(({ method }) => method === 'slotUnsubscribe')
  await expect.poll(ended, soon).toMatchObject([{ params: [0] }])
}, 60_000)
