import { inspect } from 'node:util'
import { createNodeRpcClient, fallback, http, uri, webSocket, withHooks } from '@tagwire/node-rpc'
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
  expect(lines).toBeLessThan(400)
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
  expect(options.queryKey).toEqual(['@tagwire/routing', 'chains', input, server])
  const fetchIt = (input?: object) =>
    cache.fetchQuery({ ...queries.chainsQuery(client, input), staleTime: 60_000 })
  expect((await fetchIt({ include_evm: true })).chains).toHaveLength(1)
  expect((await fetchIt({ include_evm: true })).chains).toHaveLength(1)
  expect((await fetchIt()).chains).toHaveLength(2)
  await cache.invalidateQueries({ queryKey: ['@tagwire/routing', 'chains'] })
  expect((await fetchIt({ include_evm: true })).chains).toHaveLength(3)
  expect(queries.bridgesQuery(client).queryKey).toEqual(['@tagwire/routing', 'bridges', server])
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
    expect(JSON.parse(JSON.stringify(key()))).toHaveLength(4)
  }
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
  expect(queryKey).toEqual(['@tagwire/routing', 'chains', undefined, 'alice'])
  await cache.invalidateQueries({ queryKey: ['@tagwire/routing', 'chains'], refetchType: 'none' })
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
    expect(key.at(-1)).toMatch(/^(?:https|wss):\/\/a\.example#\w+$/)
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
  expect(options.mutationKey).toEqual(['@tagwire/routing', 'submit'])
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
  expect(key(5n).slice(0, 3)).toEqual(['@tagwire/node-rpc', 'block', { height: '5' }])
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
})
