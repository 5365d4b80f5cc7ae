import { createNodeRpcClient } from '@tagwire/node-rpc'
import { responseDecoders } from '@tagwire/node-rpc/decode'
import { mockNodeRpc } from '@tagwire/node-rpc/mock'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { emittedPackages } from './emitted.fixture.js'

const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
afterEach(() => cache.clear())

type Fetch = (url: string, init: RequestInit) => Promise<Response>
type Created = (options: { readonly baseUrl: string; readonly fetch: Fetch }) => object

interface Page {
  readonly items: readonly unknown[]
  readonly data: unknown
  readonly state: object
}

interface PageOptions {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { signal: AbortSignal; pageParam: object }) => Promise<Page>
  readonly initialPageParam: object
  readonly getNextPageParam: (
    last: Page,
    pages: readonly Page[],
    place: object,
    places: readonly object[],
  ) => object | undefined
}

interface StreamOptions {
  readonly queryKey: readonly unknown[]
  readonly queryFn: () => Promise<unknown[]>
}

let pages: Readonly<Record<string, (client: object, input?: object) => PageOptions>>
let streams: Readonly<Record<string, (client: object, input?: object) => StreamOptions>>
let dated: Readonly<Record<string, (client: object, input?: object) => StreamOptions>>
let nodes: Readonly<Record<string, (client: object, input?: object) => StreamOptions>>
let inScope: (client: object, scope: string) => object
let createPages: Created
let createStreams: Created
let createDated: Created

beforeAll(async () => {
  const emitted = await emittedPackages()
  const { load } = emitted
  pages = await load('pages/src/query.ts')
  streams = await load('streams/src/query.ts')
  dated = await load('dated/src/query.ts')
  nodes = await load('node-rpc/src/query.ts')
  inScope = (await load<{ inScope: typeof inScope }>('node-rpc/src/query.ts')).inScope
  createPages = (await load<{ createPagesClient: Created }>('pages/src/index.ts')).createPagesClient
  createStreams = (await load<{ createStreamsClient: Created }>('streams/src/index.ts'))
    .createStreamsClient
  createDated = (await load<{ createDatedClient: Created }>('dated/src/index.ts')).createDatedClient
}, 120_000)

const baseUrl = 'https://a.example'

function optionsOf<Options>(
  functions: Readonly<Record<string, (client: object, input?: object) => Options>>,
  name: string,
  client: object,
  input?: object,
): Options {
  const make = functions[name]
  if (!make) throw new Error(`there is no ${name} among ${Object.keys(functions)}`)
  return make(client, input)
}

/** All pages, and the addresses and bodies that were asked for. */
async function readAll(name: string, input: object | undefined, respond: (n: number) => Response) {
  const asked: string[] = []
  const client = createPages({
    baseUrl,
    fetch: async (url, init) => {
      const text = init.body ? ` ${init.body}` : ''
      const after = new Headers(init.headers).get('x-after')
      asked.push(url.slice(baseUrl.length) + text + (after ? ` after ${after}` : ''))
      return respond(asked.length)
    },
  })
  const observer = new InfiniteQueryObserver(cache, optionsOf(pages, name, client, input))
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  while (observer.getCurrentResult().hasNextPage && !observer.getCurrentResult().isError) {
    if (asked.length > 9) throw new Error(`without an end: ${asked}`)
    await observer.fetchNextPage()
  }
  const { data, error } = observer.getCurrentResult()
  stop()
  return { asked, error, items: data?.pages.flatMap((page) => page.items) ?? [] }
}

test('a cursor', async () => {
  const user = (id: number) => ({ id })
  const all = await readAll('listUsersPages', { limit: 2 }, (n) =>
    Response.json(
      n < 3
        ? { data: [user(n)], has_more: true, next: `c${n}` }
        : { data: [user(n)], has_more: false, next: 'c9' },
    ),
  )
  expect(all).toEqual({
    asked: ['/users?limit=2', '/users?limit=2&cursor=c1', '/users?limit=2&cursor=c2'],
    items: [1, 2, 3].map(user),
    error: null,
  })
})

test('a page number, an offset, a link, an address and a header, as the client reads them', async () => {
  const link = { link: '</orders?page=2>; rel="next"' }
  const cases = {
    listTeamUsersPages: [
      { team: 'a' },
      (n: number) => Response.json({ data: n < 3 ? [{ id: n }] : [], has_more: n < 3 }),
      ['/teams/a/users', '/teams/a/users?page=1', '/teams/a/users?page=2'],
    ],
    listEventsPages: [
      undefined,
      (n: number) => Response.json({ events: n === 1 ? ['a', 'b'] : [] }),
      ['/events', '/events?offset=2'],
    ],
    listOrdersPages: [
      undefined,
      (n: number) => Response.json([{ id: n }], n === 1 ? { headers: link } : {}),
      ['/orders', '/orders?page=2'],
    ],
    listChangesPages: [
      undefined,
      (n: number) => Response.json({ results: [n], next: n === 1 ? '/changes?at=2' : null }),
      ['/changes', '/changes?at=2'],
    ],
    listLogsPages: [
      undefined,
      (n: number) => Response.json({ lines: [n], ...(n === 1 ? { more: 'x1' } : {}) }),
      ['/logs', '/logs after x1'],
    ],
    searchShopOrdersPages: [
      { shop: 's' },
      (n: number) => Response.json({ orders: n < 3 ? [{ id: n * 10 }] : [] }),
      ['/shops/s/orders', '/shops/s/orders {"after":10}', '/shops/s/orders {"after":20}'],
    ],
  } as const
  for (const [name, [input, respond, expected]] of Object.entries(cases)) {
    const { asked, error } = await readAll(name, input, respond)
    expect({ name, asked, error }).toEqual({ name, asked: expected, error: null })
  }
})

test('a service that goes round ends with an error, not without an end', async () => {
  const round = await readAll('listUsersPages', undefined, (n) =>
    Response.json({ data: [{ id: n }], has_more: true, next: 'same' }),
  )
  expect(round.asked).toHaveLength(2)
  expect(round.error).toMatchObject({ name: 'PaginationError', operation: 'listUsers' })
  const ignored = await readAll('listTeamUsersPages', { team: 'a' }, () =>
    Response.json({ data: [{ id: 1 }], has_more: true }),
  )
  expect(ignored.asked).toHaveLength(2)
  expect(ignored.error).toMatchObject({ name: 'PaginationError' })
})

test('pages are stored: what a cache writes as JSON goes on where it was', async () => {
  const asked: string[] = []
  const client = createPages({
    baseUrl,
    fetch: async (url) => {
      asked.push(url)
      return Response.json({
        data: [{ id: asked.length }],
        has_more: true,
        next: `c${asked.length}`,
      })
    },
  })
  const options = optionsOf(pages, 'listUsersPages', client)
  const first = await cache.fetchInfiniteQuery(options)
  const stored = JSON.parse(JSON.stringify(first))
  const other = new QueryClient()
  other.setQueryData(options.queryKey, stored)
  const observer = new InfiniteQueryObserver(other, { ...options, staleTime: 60_000 })
  expect((await observer.fetchNextPage()).data?.pages).toHaveLength(2)
  expect(asked.at(-1)).toBe(`${baseUrl}/users?cursor=c1`)
})

test('a stream is a query whose data is a list that grows', async () => {
  let write: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = controller
    },
  })
  const client = createStreams({
    baseUrl,
    fetch: async () => new Response(body, { headers: { 'content-type': 'application/jsonl' } }),
  })
  const observer = new QueryObserver(cache, optionsOf(streams, 'linesQuery', client))
  const stop = observer.subscribe(() => undefined)
  const send = (value: object) =>
    write?.enqueue(new TextEncoder().encode(`${JSON.stringify(value)}\n`))
  await expect.poll(() => write).toBeDefined()
  send({ text: 'a' })
  await expect.poll(() => observer.getCurrentResult().data).toEqual([{ text: 'a' }])
  expect(observer.getCurrentResult().fetchStatus).toBe('fetching')
  send({ text: 'b' })
  await expect.poll(() => observer.getCurrentResult().data).toHaveLength(2)
  write?.close()
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle')
  expect(observer.getCurrentResult().data).toEqual([{ text: 'a' }, { text: 'b' }])
  stop()
})

test('a stream without observers is cancelled', async () => {
  let signal: AbortSignal | null | undefined
  const client = createStreams({
    baseUrl,
    fetch: async (_, init) => {
      signal = init.signal
      return new Response(new ReadableStream(), {
        headers: { 'content-type': 'application/jsonl' },
      })
    },
  })
  const observer = new QueryObserver(cache, optionsOf(streams, 'linesQuery', client))
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => signal?.aborted).toBe(false)
  stop()
  await expect.poll(() => signal?.aborted).toBe(true)
})

test('a stream of an operation that changes something is never fetched again by itself', async () => {
  let calls = 0
  const client = createStreams({
    baseUrl,
    fetch: async () => {
      calls++
      return new Response('data: {"text":"a"}\n\n', {
        headers: { 'content-type': 'text/event-stream' },
      })
    },
  })
  const options = optionsOf(streams, 'chatStreamQuery', client, { stream: true })
  const observer = new QueryObserver(cache, options)
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle')
  const before = calls
  await cache.invalidateQueries()
  stop()
  new QueryObserver(cache, options).subscribe(() => undefined)()
  expect(calls).toBe(before)
})

test('items of a stream are decoded if the client decodes', async () => {
  const client = createDated({
    baseUrl,
    fetch: async () =>
      new Response('{"starts":"2026-11-22T05:00:00Z"}\n', {
        headers: { 'content-type': 'application/jsonl' },
      }),
  })
  const items = await cache.fetchQuery(optionsOf(dated, 'exportEventsQuery', client))
  expect(items).toEqual([{ starts: new Date('2026-11-22T05:00:00Z') }])
})

test('a client that decodes shares no data with one that does not, and knows its own', async () => {
  const transport = () => mockNodeRpc()
  const plain = createNodeRpcClient({ transport: transport() })
  const decoding = createNodeRpcClient({ transport: transport(), decode: responseDecoders })
  const scoped = [plain, decoding].map((client) => inScope(client, 'me'))
  const keys = [plain, decoding, ...scoped].map(
    (client) => optionsOf(nodes, 'statusQuery', client).queryKey,
  )
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(4)
  const height = async (client: object) =>
    Object(await cache.fetchQuery(optionsOf(nodes, 'statusQuery', client))).sync_info
      .latest_block_height
  expect(await height(plain)).toEqual(expect.any(String))
  expect(await height(decoding)).toEqual(expect.any(BigInt))
})
