import { inspect } from 'node:util'
import {
  createNodeRpcClient,
  fallback,
  http,
  type Transport,
  uri,
  webSocket,
  withHooks,
} from '@tagwire/node-rpc'
import { mockNodeRpc } from '@tagwire/node-rpc/mock'
import { createRoutingClient } from '@tagwire/routing'
import { mockRouting, sequence } from '@tagwire/routing/mock'
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/query-core'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Emitted, emittedPackages, emitterSource, repository } from './emitted.fixture.js'
import { startOfReadme } from './programs.js'

let emitted: Emitted

const cache = new QueryClient()
afterEach(() => cache.clear())

type Client = ReturnType<typeof createRoutingClient>
type Node = ReturnType<typeof createNodeRpcClient>

interface Options<Data> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { signal: AbortSignal; client: QueryClient }) => Promise<Data>
}

/** The functions that the tests call, as the generated modules have them. */
interface RoutingQueries {
  chainsQuery(client: Client, input?: object): Options<{ chains: unknown[] }>
  bridgesQuery(client: Client): Options<unknown>
  statusQuery(client: Client, input: object): Options<unknown>
  clientKey(client?: object): readonly unknown[]
  operationKey(operation: string, client?: object): readonly unknown[]
  tagKey(tag: string, client?: object): readonly unknown[]
  inScope(client: Client, scope: string): Client
  waitForStatusQuery(client: Client, input: object): Options<{ state?: string }>
  submitMutation(client: Client): {
    readonly mutationKey: readonly unknown[]
    readonly mutationFn: (input: object) => Promise<{ tx_hash: string }>
  }
}

interface NodeQueries {
  blockQuery(client: Node, input?: object): Options<unknown>
  txSearchPages(client: Node, input: object): PageOptions<{ txs: { hash: string }[] }>
}

interface PageOptions<Page> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { signal: AbortSignal; pageParam: number }) => Promise<Page>
  readonly initialPageParam: number
  readonly getNextPageParam: (last: Page, pages: readonly Page[]) => number | undefined
}

let queries: RoutingQueries
let nodeQueries: NodeQueries

beforeAll(async () => {
  emitted = await emittedPackages()
  queries = await emitted.load('routing/src/query.ts')
  nodeQueries = await emitted.load('node-rpc/src/query.ts')
}, 120_000)

test('the emitter is small, and only uses `tagwire/emitter`', () => {
  const { lines, uses } = emitterSource('query')
  expect(lines).toBeLessThan(750)
  expect(uses).toEqual(['tagwire/emitter'])
})

test('a query fetches, caches by its input, and its key starts with wire names', async () => {
  let calls = 0
  const client = createRoutingClient({
    fetch: mockRouting({ chains: () => ({ chains: Array(++calls).fill({}) }) }),
  })
  const options = queries.chainsQuery(client, { include_evm: true })
  const server = 'https://api.skip.build'
  const input = { include_evm: true }
  const about = { operation: 'chains', tags: { Info: true }, client: server }
  expect(options.queryKey).toEqual(['@tagwire/routing', about, input])
  const fetchIt = (input?: object) =>
    cache.fetchQuery({ ...queries.chainsQuery(client, input), staleTime: 60_000 })
  expect((await fetchIt({ include_evm: true })).chains).toHaveLength(1)
  expect((await fetchIt({ include_evm: true })).chains).toHaveLength(1)
  expect((await fetchIt()).chains).toHaveLength(2)
  await cache.invalidateQueries({ queryKey: queries.operationKey('chains') })
  expect((await fetchIt({ include_evm: true })).chains).toHaveLength(3)
  expect(queries.bridgesQuery(client).queryKey).toEqual([
    '@tagwire/routing',
    { ...about, operation: 'bridges' },
  ])
})

test('keys begin with what is invalidated together: a client, an operation, a tag', async () => {
  const [one, other] = ['https://a.example', 'https://b.example'].map((base) => told(base, 'k'))
  if (!one || !other) throw new Error('no clients')
  const status = { tx_hash: 'A1', chain_id: 'a' }
  const all = {
    chains: queries.chainsQuery(one),
    evm: queries.chainsQuery(one, { include_evm: true }),
    bridges: queries.bridgesQuery(one),
    status: queries.statusQuery(one, status),
    wait: queries.waitForStatusQuery(one, status),
    others: queries.chainsQuery(other),
  }
  for (const { queryKey } of Object.values(all)) cache.setQueryData(queryKey, {})
  const found = (queryKey: readonly unknown[]): string[] => {
    const keys = cache
      .getQueryCache()
      .findAll({ queryKey })
      .map((each) => each.queryKey)
    return Object.entries(all)
      .filter(([, each]) => keys.includes(each.queryKey))
      .map(([name]) => name)
  }
  expect(found(queries.clientKey())).toEqual(Object.keys(all))
  expect(found(queries.clientKey(other))).toEqual(['others'])
  expect(found(queries.operationKey('chains'))).toEqual(['chains', 'evm', 'others'])
  expect(found(queries.operationKey('chains', one))).toEqual(['chains', 'evm'])
  expect(found(queries.operationKey('status'))).toEqual(['status', 'wait'])
  expect(found(queries.tagKey('Info'))).toEqual(['chains', 'evm', 'bridges', 'others'])
  expect(found(queries.tagKey('Info', one))).toEqual(['chains', 'evm', 'bridges'])
  expect(found(queries.tagKey('Transaction', other))).toEqual([])
  expect(found(['@tagwire/node-rpc'])).toEqual([])
})

/** A client whose data says at which address and with which key it was read. */
function told(baseUrl: string, apiKey: string): Client {
  return createRoutingClient({
    baseUrl,
    apiKey,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      return Response.json({ chains: [{ chain_id: `${url} ${headers.get('authorization')}` }] })
    },
  })
}

async function chainsOf(client: Client): Promise<unknown> {
  return (await cache.fetchQuery({ ...queries.chainsQuery(client), staleTime: 60_000 })).chains
}

test('clients of different servers share no data in one cache', async () => {
  const bases = ['https://a.example', 'https://b.example', 'https://a.example/b', '/a', '/b']
  for (const base of bases) {
    expect(await chainsOf(told(base, 'k'))).toEqual([{ chain_id: `${base}/v2/info/chains k` }])
  }
  // The same for a client that is made again, such as at the next render, or in another process.
  for (const base of bases) {
    const key = () => queries.chainsQuery(told(base, 'k')).queryKey
    expect(key()).toEqual(key())
    expect(JSON.parse(JSON.stringify(key()))).toEqual([...key().slice(0, 2), null])
  }
})

test('clients of one server with different credentials share no data, with or without a scope', async () => {
  const at = 'https://one.example'
  const url = `${at}/v2/info/chains`
  const key = (client: Client) => queries.chainsQuery(client).queryKey
  for (const user of ['alice', 'bob']) {
    expect(await chainsOf(told(at, user))).toEqual([{ chain_id: `${url} ${user}` }])
  }
  // A client that is made again, such as at the next render, finds its data.
  expect(key(told(at, 'alice'))).toEqual(key(told(at, 'alice')))
  expect(JSON.stringify(key(told(at, 'alice')))).not.toContain('alice')
  const withHeader = (tenant: string) =>
    createRoutingClient({ baseUrl: at, headers: { 'x-tenant': tenant } })
  const plain = createRoutingClient({ baseUrl: at })
  const all = [plain, told(at, 'alice'), withHeader('alice'), withHeader('bob')].map(key)
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(4)
  // Those without are the same in every process, for hydration.
  expect(key(plain)[1]).toMatchObject({ client: at })
})

test('connections to one node with different headers share no data', () => {
  const key = (transport: Transport) =>
    JSON.stringify(nodeQueries.blockQuery(createNodeRpcClient({ transport }), {}).queryKey)
  const [url, socket] = ['https://node.example', 'wss://node.example/websocket']
  const headers = (user: string) => ({ headers: { authorization: user } })
  for (const make of [
    (user: string) => http(url, headers(user)),
    (user: string) => uri(url, headers(user)),
    (user: string) => webSocket(socket, headers(user)),
    (user: string) => fallback([http(url), http(url, headers(user))]),
  ]) {
    expect(key(make('alice'))).toBe(key(make('alice')))
    expect(key(make('alice'))).not.toBe(key(make('bob')))
    expect(key(make('alice'))).not.toContain('alice')
  }
  expect(key(http(url))).toBe(key(http(url)))
})

test('clients with different credentials share no data if they have a scope', async () => {
  const client = (user: string) => queries.inScope(told('https://a.example', user), user)
  expect(await chainsOf(client('alice'))).toEqual([
    expect.objectContaining({ chain_id: expect.stringMatching(/alice$/) }),
  ])
  expect(await chainsOf(client('bob'))).toEqual([
    expect.objectContaining({ chain_id: expect.stringMatching(/bob$/) }),
  ])
  const { queryKey } = queries.chainsQuery(client('alice'))
  expect(queryKey[1]).toMatchObject({ operation: 'chains', client: 'alice' })
  await cache.invalidateQueries({ queryKey: queries.clientKey(client('bob')), refetchType: 'none' })
  expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(false)
  await cache.invalidateQueries({ queryKey: queries.operationKey('chains'), refetchType: 'none' })
  expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(true)
  // A page and its server may call different addresses.
  const [page, server] = ['https://a.example', 'http://internal'].map((base) =>
    queries.inScope(told(base, 'k'), 'main'),
  )
  expect(queries.chainsQuery(page as Client).queryKey).toEqual(
    queries.chainsQuery(server as Client).queryKey,
  )
})

test('two addresses that a short hash does not distinguish share no data', () => {
  const [one, other] = ['98239', '232204'].map(
    (tenant) => queries.chainsQuery(told(`https://a.example/tenants/${tenant}`, 'k')).queryKey,
  )
  expect(one).not.toEqual(other)
})

test('a client over a transport of its own shares its data with no other', () => {
  const node = () => createNodeRpcClient({ transport: mockNodeRpc() })
  const [one, other] = [node(), node()]
  const key = (client: ReturnType<typeof node>) => nodeQueries.blockQuery(client, {}).queryKey
  expect(key(one)).toEqual(key(one))
  expect(key(one)).not.toEqual(key(other))
})

test('a scope is a text', () => {
  for (const scope of [undefined, null, 7] as never[]) {
    expect(() => queries.inScope(told('https://a.example', 'k'), scope)).toThrow(
      new TypeError('scope takes string'),
    )
  }
})

test('a key has no credential that is in an address', () => {
  const secret = 'sesame-open-now'
  const routing = told(`https://a.example/${secret}?key=${secret}`, secret)
  const url = `https://a.example/${secret}`
  const nodes = [
    http(url),
    uri(url),
    webSocket(url.replace('https', 'wss')),
    fallback([http(url), http('http://b.example')]),
    withHooks(http(url), {}),
  ].map((transport) => createNodeRpcClient({ transport }))
  const keys = [
    queries.chainsQuery(routing).queryKey,
    ...nodes.map((node) => nodeQueries.blockQuery(node, {}).queryKey),
  ]
  for (const key of keys) {
    expect(JSON.stringify(key)).not.toContain(secret)
    expect(Object(key[1]).client).toMatch(/^(?:https|wss):\/\/a\.example#\w+(?: \w+)?$/)
  }
  const other = createNodeRpcClient({ transport: http(`${url}2`) })
  expect(nodeQueries.blockQuery(other, {}).queryKey).not.toEqual(keys[1])
  expect(inspect(nodes)).not.toContain(secret)
})

test('a query without observers is cancelled', async () => {
  let signal: AbortSignal | null | undefined
  const client = createRoutingClient({
    fetch: (_, init) => {
      signal = init?.signal
      return new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    },
  })
  const stop = new QueryObserver(cache, queries.chainsQuery(client)).subscribe(() => undefined)
  await expect.poll(() => signal?.aborted).toBe(false)
  stop()
  await expect.poll(() => signal?.aborted).toBe(true)
})

test('a mutation calls once, and is never retried', async () => {
  const bodies: unknown[] = []
  const client = createRoutingClient({
    fetch: mockRouting({
      submit: (body) => {
        bodies.push(body)
        return { tx_hash: 'A1', explorer_link: 'https://x.example' }
      },
    }),
  })
  const options = queries.submitMutation(client)
  const about = { operation: 'submit', tags: { Transaction: true } }
  expect(options.mutationKey).toMatchObject(['@tagwire/routing', about])
  const input = { tx: 'AA==', chain_id: 'cosmoshub-4' }
  expect(await new MutationObserver(cache, options).mutate(input)).toMatchObject({ tx_hash: 'A1' })
  expect(bodies).toEqual([input])
})

test('a waiter is a query whose data is the latest state', async () => {
  const state = (name: string) => ({ transfers: [], state: name })
  const client = createRoutingClient({
    fetch: mockRouting({
      status: sequence(
        state('STATE_SUBMITTED'),
        state('STATE_PENDING'),
        state('STATE_COMPLETED_SUCCESS'),
      ),
    }),
  })
  const quick: Client = {
    ...client,
    watchStatus: (query, options) => client.watchStatus(query, { ...options, intervalMs: 1 }),
  }
  const input = { tx_hash: 'A1', chain_id: 'cosmoshub-4' }
  const options = queries.waitForStatusQuery(quick, input)
  const seen = new Set<string | undefined>()
  const observer = new QueryObserver(cache, options)
  const stop = observer.subscribe(({ data }) => seen.add(data?.state))
  await expect.poll(() => observer.getCurrentResult().data?.state).toBe('STATE_COMPLETED_SUCCESS')
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle')
  expect([...seen].filter(Boolean)).toEqual([
    'STATE_SUBMITTED',
    'STATE_PENDING',
    'STATE_COMPLETED_SUCCESS',
  ])
  expect(observer.getCurrentResult().isStale).toBe(false)
  stop()
})

test('a paginator is an infinite query that ends with the last page', async () => {
  const pages: unknown[] = []
  const node = createNodeRpcClient({
    transport: mockNodeRpc({
      txSearch: ({ page }: { page?: unknown }) => {
        pages.push(page)
        const txs =
          Number(page) < 3 ? [{ hash: `${page}a` }, { hash: `${page}b` }] : [{ hash: 'last' }]
        return { txs, total_count: '5' } as never
      },
    }),
  })
  const options = nodeQueries.txSearchPages(node, { query: 'tx.height > 1', per_page: 2n })
  const observer = new InfiniteQueryObserver(cache, options)
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true)
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
  const hashes = observer
    .getCurrentResult()
    .data?.pages.flatMap(({ txs }) => txs.map(({ hash }) => hash))
  expect(hashes).toEqual(['1a', '1b', '2a', '2b', 'last'])
  expect(pages).toHaveLength(3)
  stop()
})

test('integers and bytes make keys that are the same however they are given', () => {
  const node = createNodeRpcClient({ transport: mockNodeRpc() })
  const key = (height: unknown) => nodeQueries.blockQuery(node, { height }).queryKey
  expect(key(5n)[2]).toEqual({ height: '5' })
  expect(key(5)).toEqual(key('5'))
  expect(() => JSON.stringify(key(2n ** 60n))).not.toThrow()
})

test('the start of the README runs', async () => {
  expect(startOfReadme(repository, 'query').split('\n').filter(Boolean).length).toBeLessThanOrEqual(
    10,
  )
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const { chains } = await emitted.load<{ chains: unknown[] }>('query-readme.ts')
  log.mockRestore()
  expect(chains.length).toBeGreaterThan(1)
  // And the one about prefixes.
  await expect(emitted.load('query-readme-keys.ts')).resolves.toBeDefined()
})
