import { createNodeRpcClient, RpcError, http as rpcHttp } from '@tagwire/node-rpc'
import { createRoutingClient, isApiError } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { operations } from '@tagwire/routing/operations'
import { createServer as createRoutingServer } from '@tagwire/routing/server'
import { HttpProblem, type ProblemDetails } from '@tagwire/runtime/server'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Emitted, emittedPackages, emitterSource, repository } from './emitted.fixture.js'
import { startOfReadme } from './programs.js'

/** The functions that the tests call, as the generated modules have them. */
type Make = (handlers?: object, options?: object) => RequestHandler[]

let emitted: Emitted
let mswRouting: Make
let mswNodeRpc: Make
const server = setupServer()

function makerOf(module: Readonly<Record<string, unknown>>, name: string): Make {
  const make = module[name]
  if (typeof make !== 'function') throw new Error(`no ${name}`)
  return (...given) => make(...given)
}

beforeAll(async () => {
  emitted = await emittedPackages()
  mswRouting = makerOf(await emitted.load('routing/src/msw.ts'), 'mswRouting')
  mswNodeRpc = makerOf(await emitted.load('node-rpc/src/msw.ts'), 'mswNodeRpc')
  server.listen({ onUnhandledRequest: 'error' })
}, 120_000)
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('the emitter is small, and only uses `tagwire/emitter`', () => {
  const { lines, uses } = emitterSource('msw')
  expect(lines).toBeLessThan(400)
  expect(uses).toEqual(['tagwire/emitter'])
})

test('options are checked when handlers are made', () => {
  const wrong: readonly (readonly [string, unknown])[] = [
    ["others takes 'mock' | 'pass'", { others: 'nobody' }],
    ['options takes object', 'mock'],
    ['options takes object', null],
  ]
  for (const [message, options] of wrong) {
    for (const make of [mswRouting, mswNodeRpc])
      expect(() => make({}, options as object)).toThrow(new TypeError(message))
  }
  expect(() => mswRouting({}, { baseUrl: 7 })).toThrow(new TypeError('baseUrl takes string'))
  expect(() => mswNodeRpc({}, { url: 7 })).toThrow(new TypeError('url takes string'))
  expect(() => mswRouting(7 as never)).toThrow(new TypeError('handlers takes object'))
})

/** Wrong requests to each operation: no members, those that it requires with values of other types, wrong queries. */
async function* wrongRequests(
  ask: (path: string, init: RequestInit) => Promise<Response>,
): AsyncGenerator<readonly [path: string, init: RequestInit]> {
  for (const { method, path } of Object.values(operations)) {
    if (method === 'GET') {
      for (const search of ['', '?include_evm=x&only_testnets=1', '?chain_id=%ff', '?tx_hash=a']) {
        yield [`${path}${search}`, {}]
      }
      continue
    }
    const post = (body: string, type = 'application/json'): RequestInit => {
      return { method, body, headers: { 'content-type': type } }
    }
    const refused = await ask(path, post('{}'))
    const { problems = [] }: ProblemDetails =
      refused.status === 400 ? await refused.json() : { type: '', title: '', status: 200 }
    const names = problems.map((each) => each.path)
    const values = [5, 'x', null, [], {}, true]
    for (const value of values) {
      yield [path, post(JSON.stringify(Object.fromEntries(names.map((name) => [name, value]))))]
      for (const name of names) yield [path, post(JSON.stringify({ [name]: value }))]
    }
    for (const body of ['', '{', '[]', 'null', '1']) yield [path, post(body)]
    yield [path, post('<a/>', 'application/xml')]
    yield [path, { method: 'PATCH' }]
  }
  yield ['/v2/nothing', {}]
}

test('with sample data, what a server of the document refuses is refused, in the form of its service', async () => {
  const never = (): never => {
    throw new HttpProblem(200)
  }
  const names = Object.keys(operations)
  const handlers = Object.fromEntries(names.map((name) => [name, never]))
  const options: Parameters<typeof createRoutingServer>[0] = Object({ operations: handlers })
  const service = createRoutingServer(options)
  const base = 'https://api.skip.build'
  const ask = (path: string, init: RequestInit) =>
    service.fetch(new Request(`${base}${path}`, init))
  server.use(...mswRouting())
  const mock = mockRouting()
  const count = { refused: 0, asked: 0 }
  for await (const [path, init] of wrongRequests(ask)) {
    const own = await ask(path, init)
    const what = `${init.method ?? 'GET'} ${path} ${String(init.body)}`
    count.asked++
    if (own.status < 400) continue
    count.refused++
    const { problems: [first] = [] }: ProblemDetails = await own.json()
    const answers = [await mock(`${base}${path}`, init)]
    // MSW leaves paths and methods that no handler has to the network.
    if (own.status !== 404 && own.status !== 405) answers.push(await fetch(`${base}${path}`, init))
    for (const answer of answers) {
      // What sample data refuses too, it refuses in the words of its service: 404 for a chain that it does not have.
      if (init.body && answer.headers.get('x-tagwire-mock') === 'world') {
        expect(answer.status, what).toBeGreaterThanOrEqual(400)
        continue
      }
      expect(answer.status, what).toBe(own.status)
      const { message }: { message: string } = await answer.json()
      // Rules about bodies (`x-tagwire-rules`) name what they miss first.
      if (first && !init.body) expect(message, what).toContain(first.path)
    }
  }
  expect(count.refused).toBeGreaterThan(100)
  expect(count.refused).toBeLessThan(count.asked)
})

describe('an HTTP service', () => {
  const STATUS = { tx_hash: 'A1', chain_id: 'cosmoshub-4' }

  test('answers as the mock does: from the world of the document', async () => {
    server.use(...mswRouting())
    const { chains } = await createRoutingClient().chains()
    expect(chains.length).toBeGreaterThan(1)
    const { headers } = await fetch('https://api.skip.build/v2/info/chains')
    expect(headers.get('x-tagwire-mock')).toBe('world')
  })

  test('what is given answers first, with the input as the client takes it', async () => {
    const seen: unknown[] = []
    server.use(
      ...mswRouting({
        chains: (input: unknown) => {
          seen.push(input)
          return { chains: [] }
        },
      }),
    )
    const input = { chain_ids: ['cosmoshub-4'], include_evm: true }
    expect(await createRoutingClient().chains(input)).toEqual({ chains: [] })
    expect(seen).toEqual([input])
  })

  test('one test overrides one operation; the others stay', async () => {
    server.use(...mswRouting())
    const state = 'STATE_COMPLETED_SUCCESS'
    server.use(...mswRouting({ status: () => ({ transfers: [], state }) }, { others: 'pass' }))
    const client = createRoutingClient()
    expect((await client.status(STATUS)).state).toBe(state)
    expect((await client.chains()).chains.length).toBeGreaterThan(1)
  })

  test('input that the world does not know gets the error of the service', async () => {
    server.use(...mswRouting())
    const client = createRoutingClient({ retry: false })
    const unknown = await client.status(STATUS).catch((error: unknown) => error)
    expect(isApiError(unknown) && unknown.status).toBe(404)
    const broken = await fetch('https://api.skip.build/v2/fungible/msgs', {
      method: 'POST',
      body: '{}',
    })
    expect(broken.status).toBe(400)
    expect(await broken.json()).toMatchObject({ code: 3 })
  })

  test('only handles the given address', async () => {
    server.use(
      ...mswRouting({}, { baseUrl: 'http://localhost:8080/api/' }),
      http.get('https://other.example/v2/info/chains', () => HttpResponse.text('another')),
    )
    const client = createRoutingClient({ baseUrl: 'http://localhost:8080/api' })
    expect((await client.chains()).chains.length).toBeGreaterThan(1)
    const other = await fetch('https://other.example/v2/info/chains')
    expect(await other.text()).toBe('another')
  })

  test('a handler that no operation has is refused', () => {
    expect(() => mswRouting({ chain: () => ({}) })).toThrow('the mock has a handler for chain')
  })
})

describe('a JSON-RPC server', () => {
  const URL = 'http://127.0.0.1:26657'
  const post = (body: string): Promise<Response> => fetch(URL, { method: 'POST', body })

  test('answers from the examples of the document, calls and batches', async () => {
    server.use(...mswNodeRpc())
    const client = createNodeRpcClient({ transport: rpcHttp(URL, { batch: true }) })
    const [status, health] = await Promise.all([client.status(), client.health()])
    expect(status.node_info.network).toEqual(expect.any(String))
    expect(health).toEqual({})
    await client.close()
  })

  test('a handler takes precedence, and its errors are sent', async () => {
    server.use(
      ...mswNodeRpc({
        block: ({ height }: { height: unknown }) => ({ asked: height }),
        tx: () => {
          throw new RpcError({ code: -32603, message: 'Internal error', data: 'gone' }, 'tx')
        },
      }),
    )
    const client = createNodeRpcClient({ transport: rpcHttp(URL) })
    expect(await client.block({ height: 5n })).toEqual({ asked: '5' })
    await expect(client.tx({ hash: '0xab' })).rejects.toMatchObject({ code: -32603, data: 'gone' })
    await client.close()
  })

  test('refuses as JSON-RPC says', async () => {
    server.use(...mswNodeRpc())
    const call = (rest: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, ...rest })
    expect(await (await post(call({ method: 'tea' }))).json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32601, message: 'Method not found' },
    })
    expect(await (await post('{')).json()).toMatchObject({ id: null, error: { code: -32700 } })
    expect(await (await post('[1]')).json()).toMatchObject([{ error: { code: -32600 } }])
    expect(await (await post('[]')).json()).toMatchObject({ error: { code: -32600 } })
    const { status } = await post('{"jsonrpc":"2.0","method":"health"}')
    expect(status).toBe(204)
  })

  test('overriding one method passes other calls on to the next handler', async () => {
    server.use(...mswNodeRpc({}, { url: URL }))
    server.use(...mswNodeRpc({ health: () => ({ well: true }) }, { others: 'pass' }))
    const client = createNodeRpcClient({ transport: rpcHttp(URL) })
    expect(await client.health()).toEqual({ well: true })
    expect((await client.status()).node_info.network).toEqual(expect.any(String))
    await client.close()
  })
})

test('the start of the README runs', async () => {
  expect(startOfReadme(repository, 'msw').split('\n').filter(Boolean).length).toBeLessThanOrEqual(
    10,
  )
  expect(await emitted.load('msw-readme.ts')).toMatchObject({ state: 'STATE_COMPLETED_SUCCESS' })
})
