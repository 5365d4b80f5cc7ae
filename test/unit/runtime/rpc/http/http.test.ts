import { describe, expect, it, vi } from 'vitest'
import { TimeoutError, TransportError } from '../../../../../packages/runtime/src/core/index.js'
import {
  createRpcClient,
  http,
  isRpcError,
  RpcError,
  uri,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { openEventStream } from '../../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { heldClock } from '../../clock.fixture.js'
import {
  abciQuery,
  block,
  broadcast,
  header,
  status,
  subscribe,
  txByHash,
} from '../document.fixture.js'
import { pause, rejection, startNode, until } from '../node.fixture.js'
import { range } from '../subscribe/stream.fixture.js'

const retry = { attempts: 2, baseMs: 1, maxMs: 2 }

describe.each([
  ['http', http],
  ['uri', uri],
])('a call over %s that never left', (_, transport) => {
  const url = 'http://node.example'
  const failing =
    (...causes: unknown[]) =>
    async (): Promise<Response> => {
      throw causes.length > 1 ? causes.shift() : causes[0]
    }
  const refused = new TypeError('fetch failed', {
    cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
  })
  const reset = Object.assign(new Error('gone'), { code: 'ECONNRESET' })

  it.each<[unknown, boolean | undefined]>([
    [refused, false],
    [Object.assign(new Error('no'), { code: 'ENOTFOUND' }), false],
    [Object.assign(new Error('no'), { code: 'ConnectionRefused' }), false],
    [reset, undefined],
    [new TypeError('fetch failed'), undefined],
  ])('says so if it is certain: %j', async (cause, sent) => {
    const call = transport(url, { fetch: failing(cause), retry: false }).call({
      method: broadcast,
      params: { tx: '0x01' },
    })
    expect(await rejection(call)).toMatchObject({ name: 'TransportError', sent, cause })
  })

  it('does not say so if an earlier attempt may have arrived', async () => {
    const call = (...causes: unknown[]) =>
      transport(url, { fetch: failing(...causes), retry }).call({ method: status, params: {} })
    expect(await rejection(call(reset, refused))).toMatchObject({ sent: undefined })
    expect(await rejection(call(refused, refused, reset))).toMatchObject({ sent: undefined })
    expect(await rejection(call(reset, refused, refused))).toMatchObject({ sent: undefined })
    expect(await rejection(call(refused))).toMatchObject({ sent: false })
  })
})

describe('http', () => {
  it('always sends params, and returns the result unchanged', async () => {
    const node = await startNode()
    node.commit()
    const client = createRpcClient({ transport: http(`${node.url}/`) })
    expect(await client.call(status)).toHaveProperty('sync_info.latest_block_height', '1')
    expect(await client.call(block, { height: 1n })).toHaveProperty('block.header.height', '1')
    expect(node.posted).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'status', params: {} },
      { jsonrpc: '2.0', id: 2, method: 'block', params: { height: '1' } },
    ])
  })

  it('classifies errors of the node', async () => {
    const node = await startNode()
    const rules = [['future', 'height * must be less than or equal to *']] as const
    const client = createRpcClient({ transport: http(node.url) }, rules)
    const error = await rejection(client.call(block, { height: 9 }))
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({
      code: -32603,
      method: 'block',
      reason: 'future',
      name: 'RpcError',
    })
    expect(String(error)).toBe(
      `RpcError: Internal error: height 9 must be less than or equal to the current blockchain height 0 (block, ${node.url})`,
    )
    expect([isRpcError(error), isRpcError(error, 'future'), isRpcError(error, 'x')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('reads errors with status 500', async () => {
    const node = await startNode()
    node.onRequest = (_, response) => {
      const error = { code: -32603, message: 'Internal error', data: 'reflect: too few' }
      response.writeHead(500).end(JSON.stringify({ jsonrpc: '2.0', id: -1, error }))
      return true
    }
    const error = await rejection(http(node.url).call({ method: status, params: {} }))
    expect(error).toMatchObject({ name: 'RpcError', data: 'reflect: too few', reason: 'other' })
    expect(node.posted).toHaveLength(1)
  })

  it.each([
    ['a page', 200, '<html>Hello</html>'],
    ['nothing', 200, ''],
    ['other JSON', 200, '{"hello":1}'],
    ['a list', 200, '[]'],
    ['plain text', 404, '404 page not found'],
  ])('reports %s as unreadable', async (_, code, text) => {
    const node = await startNode()
    node.onRequest = (_, response) => {
      response.writeHead(code).end(text)
      return true
    }
    const error = await rejection(http(node.url).call({ method: status, params: {} }))
    expect(error).toMatchObject({ name: 'TransportError', fault: 'body', status: code, body: text })
  })

  it('sends safe calls again after failures that pass, others never', async () => {
    const node = await startNode()
    node.onRequest = (_, response, request) => {
      if (node.posted.length === 1) response.writeHead(503, { 'retry-after': '0' }).end('busy')
      else if (node.posted.length === 2) request.socket.destroy()
      return node.posted.length < 3
    }
    const transport = http(node.url, { retry })
    expect(await transport.call({ method: status, params: {} })).toHaveProperty('sync_info')
    expect(node.posted).toHaveLength(3)
    node.posted.length = 0
    const error = await rejection(transport.call({ method: broadcast, params: { tx: '0x00' } }))
    expect(error).toMatchObject({ name: 'TransportError', status: 503 })
    await rejection(http(node.url, { retry: false }).call({ method: status, params: {} }))
    expect(node.posted).toHaveLength(2)
  })

  it('has one deadline over a slow body, and cancels with the caller', async () => {
    const node = await startNode()
    node.onRequest = (_, response) => {
      response.write('{"jsonrpc":')
      return true
    }
    const transport = http(node.url, { timeoutMs: 60 })
    const error = await rejection(transport.call({ method: status, params: {} }))
    expect(error).toBeInstanceOf(TimeoutError)
    const reason = new Error('mine')
    const controller = new AbortController()
    const call = transport.call({ method: status, params: {} }, { signal: controller.signal })
    controller.abort(reason)
    expect(await rejection(call)).toBe(reason)
    expect(
      await rejection(
        transport.call({ method: status, params: {} }, { signal: controller.signal }),
      ),
    ).toBe(reason)
  })

  it.each([http, uri])('does not follow redirects (%o)', async (make) => {
    const [node, elsewhere] = [await startNode(), await startNode()]
    const asked = vi.fn(() => false)
    elsewhere.onRequest = asked
    for (const code of [301, 302, 307, 308]) {
      node.onRequest = (_, response) => {
        response.writeHead(code, { location: elsewhere.url }).end()
        return true
      }
      const call = make(node.url, { retry: false }).call({ method: status, params: {} })
      expect(await rejection(call)).toBeInstanceOf(TransportError)
    }
    expect(asked).not.toHaveBeenCalled()
  })

  it('reports redirects if the platform cannot refuse them', async () => {
    const inits: RequestInit[] = []
    const fetch = async (_: string, init: RequestInit): Promise<Response> => {
      inits.push(init)
      return new Response(null, { status: 307, headers: { location: 'http://other.test' } })
    }
    const refuse = class {
      constructor() {
        throw new TypeError('Invalid redirect value')
      }
    }
    vi.stubGlobal('Request', refuse)
    const transport = http('http://node.test', { fetch })
    vi.unstubAllGlobals()
    expect(await rejection(transport.call({ method: status, params: {} }))).toMatchObject({
      name: 'TransportError',
      status: 307,
    })
    expect(inits).toMatchObject([{ redirect: 'manual' }])
  })

  it.each([
    ['http', http],
    ['uri', uri],
  ])('%s says that it was a redirect, and asks once', async (_, make) => {
    const node = await startNode()
    let requests = 0
    node.onRequest = (_, response) => {
      requests++
      response.writeHead(307, { location: '/elsewhere' }).end()
      return true
    }
    const call = make(node.url).call({ method: status, params: {} })
    expect(await rejection(call)).toMatchObject({ name: 'TransportError', fault: 'redirect' })
    expect(requests).toBe(1)
  })

  it.each([
    new TypeError('UnexpectedRedirect fetching "http://node.test". For more information, …'),
    new TypeError("Fetch failed: Encountered redirect while redirect mode is set to 'error'"),
  ])('knows other words for a redirect: %s', async (refusal) => {
    const transport = http('http://node.test', { fetch: () => Promise.reject(refusal) })
    expect(await rejection(transport.call({ method: status, params: {} }))).toMatchObject({
      fault: 'redirect',
      cause: refusal,
    })
  })

  it('asks a browser for opaque redirects, which it would hide otherwise', async () => {
    const inits: RequestInit[] = []
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
    const fetch = async (_: string, init: RequestInit): Promise<Response> => {
      inits.push(init)
      return hidden
    }
    vi.stubGlobal('location', new URL('http://page.test'))
    const transport = http('http://node.test', { fetch })
    vi.unstubAllGlobals()
    const error = await rejection(transport.call({ method: status, params: {} }))
    expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect' })
    expect(error).not.toHaveProperty('status')
    expect(inits).toMatchObject([{ redirect: 'manual' }])
  })

  it('reads a body whose byte order mark the platform has left in place', async () => {
    const text = async (): Promise<string> => '\ufeff{"jsonrpc":"2.0","id":1,"result":{"a":1}}'
    const fetch = async (): Promise<Response> => Object.assign(new Response(), { text })
    const transport = http('http://node.test', { fetch })
    expect(await transport.call({ method: status, params: {} })).toEqual({ a: 1 })
  })

  it('interrupts the pause between two tries', async () => {
    const clock = heldClock()
    const fetch = vi.fn(async () => new Response(null, { status: 503 }))
    const slow = { attempts: 50, baseMs: 10_000, maxMs: 10_000 }
    const transport = http('http://node.test', { fetch, timeoutMs: 80, retry: slow })
    const ended = rejection(transport.call({ method: status, params: {} }))
    await clock.pass(80)
    const error = await ended
    expect(error).toBeInstanceOf(TimeoutError)
    expect((error as Error).cause).toMatchObject({ status: 503 })
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('gives the answer at once when Retry-After is behind the deadline', async () => {
    const node = await startNode()
    node.onRequest = (_, response) => {
      response.writeHead(503, { 'retry-after': '50' }).end()
      return true
    }
    const call = http(node.url, { timeoutMs: 40_000 }).call({ method: status, params: {} })
    expect(await rejection(call)).toMatchObject({ name: 'TransportError', status: 503 })
    expect(node.posted).toHaveLength(1)
  })

  it('does not pause for longer than a minute, whatever the server asks for', async () => {
    const node = await startNode()
    node.onRequest = (_, response) => {
      response.writeHead(429, { 'retry-after': '99999' }).end()
      return true
    }
    const error = await rejection(http(node.url).call({ method: status, params: {} }))
    expect(error).toMatchObject({ name: 'TransportError', status: 429, retryAfterMs: 99_999_000 })
    expect(node.posted).toHaveLength(1)
  })

  it('rejects on a dead port and after close, also what is in flight', async () => {
    const gone = await startNode()
    await gone.stop()
    const dead = http(gone.url, { retry })
    expect(await rejection(dead.call({ method: status, params: {} }))).toBeInstanceOf(
      TransportError,
    )
    const node = await startNode()
    node.onRequest = () => true
    const transport = http(node.url)
    const call = transport.call({ method: status, params: {} })
    await until(() => node.posted.length === 1)
    transport.close()
    expect(await rejection(call)).toMatchObject({ message: 'The transport is closed' })
    expect(await rejection(transport.call({ method: status, params: {} }))).toBeInstanceOf(
      TransportError,
    )
    expect(transport.closed).toBe(true)
  })

  it('refuses what it cannot carry', async () => {
    const client = createRpcClient({ transport: http('http://127.0.0.1:1') })
    const error = await rejection(client.call(subscribe, { query: 'x' }))
    expect(error).toMatchObject({
      name: 'TypeError',
      message: 'subscribe needs websocket, not http',
    })
    const source = { subscribe, unsubscribe: subscribe, query: 'query', key: 'tm.event', kinds: {} }
    expect(() => openEventStream(client, source, 'x')).toThrow(
      'needs the websocket transport, not http',
    )
  })

  it('takes headers and a fetch, and looks the global one up late', async () => {
    const seen: RequestInit[] = []
    const fetch = async (_: string, init: RequestInit): Promise<Response> => {
      seen.push(init)
      return Response.json({ jsonrpc: '2.0', id: seen.length, result: seen.length })
    }
    const headers = { 'Content-Type': 'text/plain', authorization: 'x' }
    const transport = http('http://node.test', { fetch, headers })
    expect(await transport.call({ method: status, params: {} })).toBe(1)
    expect([...new Headers(seen[0]?.headers)]).toEqual([
      ['authorization', 'x'],
      ['content-type', 'text/plain'],
    ])
    vi.stubGlobal('fetch', undefined)
    const error = await rejection(http('http://node.test').call({ method: status, params: {} }))
    vi.unstubAllGlobals()
    expect(error).toMatchObject({
      name: 'TransportError',
      cause: { message: expect.stringMatching(/fetch.* is not a function/) },
    })
  })
})

describe('batching', () => {
  it('puts the calls of one tick into requests of ten, each with its own outcome', async () => {
    const node = await startNode()
    for (let i = 0; i < 20; i++) node.commit()
    const client = createRpcClient({ transport: http(node.url, { batch: true }) })
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, (_, i) => client.call(header, { height: i + 1 })),
    )
    expect(results.map(({ status }) => status)).toEqual([
      ...Array(20).fill('fulfilled'),
      ...Array(5).fill('rejected'),
    ])
    expect(results[4]).toHaveProperty('value.header.height', '5')
    expect(results[24]).toHaveProperty('reason.name', 'RpcError')
    expect(node.posted.map((body) => (Array.isArray(body) ? body.length : 1))).toEqual([10, 10, 5])
  })

  it('sends nothing more when all batches are full', async () => {
    const bodies: string[] = []
    const transport = http('http://node.example', {
      batch: { size: 2 },
      fetch: async (_, init) => {
        bodies.push(String(init.body))
        const asked: { id: number }[] = JSON.parse(String(init.body))
        return Response.json(asked.map(({ id }) => ({ jsonrpc: '2.0', id, result: id })))
      },
    })
    const call = (): Promise<unknown> => transport.call({ method: status, params: {} })
    await Promise.all([call(), call(), call(), call()])
    expect(bodies).toHaveLength(2)
  })

  it('of one is an object both ways', async () => {
    const node = await startNode()
    const transport = http(node.url, { batch: true })
    expect(await transport.call({ method: status, params: {} })).toHaveProperty('sync_info')
    expect(Array.isArray(node.posted[0])).toBe(false)
  })

  it('matches answers by id, takes a bare object, and misses nothing silently', async () => {
    const node = await startNode()
    node.onRequest = (body, response) => {
      const [, second] = JSON.parse(body)
      response.end(JSON.stringify({ jsonrpc: '2.0', id: second.id, result: 'second' }))
      return true
    }
    const transport = http(node.url, { batch: true, retry: false })
    const [first, second] = await Promise.allSettled([
      transport.call({ method: status, params: {} }),
      transport.call({ method: status, params: {} }),
    ])
    expect(second).toEqual({ status: 'fulfilled', value: 'second' })
    expect(first).toMatchObject({
      reason: {
        name: 'TransportError',
        message: expect.stringContaining('The batch has no answer to this call'),
      },
    })
  })

  it.each<{ data: unknown }>([{ data: { toString: 1 } }, { data: [7] }, { data: { maximum: 2 } }])(
    'makes the calls in smaller batches whatever a refusal says: %j',
    async ({ data }) => {
      const node = await startNode()
      node.onRequest = (body, response) => {
        if (!Array.isArray(JSON.parse(body))) return false
        const error = { code: -32600, message: 'Invalid request', data }
        response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
        return true
      }
      const transport = http(node.url, { batch: true, retry: false })
      const call = () => transport.call({ method: status, params: {} })
      expect(await Promise.all([call(), call(), call()])).toHaveLength(3)
    },
  )

  it('learns the limit from the error without id, and sends the calls again in smaller ones', async () => {
    const node = await startNode()
    const transport = http(node.url, { batch: { size: 30 } })
    const call = () => transport.call({ method: status, params: {} })
    await Promise.all(Array.from({ length: 24 }, call))
    const sizes = () => node.posted.map((body) => (Array.isArray(body) ? body.length : 1))
    expect(sizes()).toEqual([24, 10, 10, 4])
    node.posted.length = 0
    await Promise.all(Array.from({ length: 12 }, call))
    expect(sizes()).toEqual([10, 2])
  })

  it('splits a batch that one call spoils', async () => {
    const node = await startNode()
    node.onRequest = (body, response) => {
      if (!body.includes('abci_query')) return false
      const error = { code: -32700, message: 'Parse error. Invalid JSON', data: 'bad' }
      response.writeHead(500).end(JSON.stringify({ jsonrpc: '2.0', error }))
      return true
    }
    const transport = http(node.url, { batch: true })
    const results = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => transport.call({ method: status, params: {} })),
      transport.call({ method: abciQuery, params: {} }),
    ])
    expect(results.map(({ status }) => status)).toEqual([...Array(6).fill('fulfilled'), 'rejected'])
    expect(results[6]).toMatchObject({ reason: { name: 'RpcError', code: -32700 } })
  })

  it.each([
    '<h1>413 Request Entity Too Large</h1>',
    '{"message":"Request Too Long"}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":413,"message":"Too large"}}',
    '""',
  ])('splits a batch that is too long for a proxy: %s', async (refusal) => {
    const node = await startNode()
    node.onRequest = (body, response) => {
      if (JSON.parse(body).length !== 8) return false
      response.writeHead(413).end(refusal)
      return true
    }
    const transport = http(node.url, { batch: true })
    const call = () => transport.call({ method: status, params: {} })
    await Promise.all(Array.from({ length: 8 }, call))
    expect(node.posted.map((body) => (Array.isArray(body) ? body.length : 1))).toEqual([8, 4, 4])
  })

  it.each([
    { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'too many requests' } },
    { message: 'too many requests' },
  ])('does not answer a request to slow down with more requests: %j', async (refusal) => {
    const node = await startNode()
    node.onRequest = (_, response) => {
      response.writeHead(429, { 'retry-after': '60' }).end(JSON.stringify(refusal))
      return true
    }
    for (const batch of [true, false]) {
      node.posted.length = 0
      const transport = http(node.url, { batch, retry: false })
      const calls = range(1, 8).map(() => rejection(transport.call({ method: status, params: {} })))
      expect(await Promise.all(calls)).toMatchObject(
        calls.map(() => ({ name: 'TransportError', status: 429, retryAfterMs: 60_000 })),
      )
      expect(node.posted).toHaveLength(batch ? 1 : 8)
    }
  })

  it.each([0, -1, Number.NaN])('of %d calls is refused', (size) => {
    expect(() => http('http://127.0.0.1:1', { batch: { size } })).toThrow('batch.size')
  })

  it.each([0, -1, Number.NaN])('of %d calls is refused where callAll makes them', async (size) => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const transport = http('http://127.0.0.1:1', { fetch, timeoutMs: 500 })
    const one = { method: status, params: {} }
    const error = await rejection(Promise.resolve(transport.callAll?.([one, one], { size })))
    expect(error).toEqual(new TypeError('size takes number >= 1'))
    expect(fetch).not.toHaveBeenCalled()
  })

  it('collects over a window, and sends unsafe calls alone', async () => {
    const clock = heldClock()
    const posted: unknown[] = []
    const fetch = async (_: string, { body }: RequestInit): Promise<Response> => {
      const sent: { id: number } | { id: number }[] = JSON.parse(String(body))
      posted.push(sent)
      const answers = [sent].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: {} }))
      return Response.json(Array.isArray(sent) ? answers : answers[0])
    }
    const transport = http('http://node.test', { fetch, batch: { waitMs: 30 } })
    const calls = [transport.call({ method: status, params: {} })]
    await clock.pass(5)
    calls.push(transport.call({ method: status, params: {} }))
    calls.push(transport.call({ method: broadcast, params: { tx: '0x01' } }))
    await clock.pass(24)
    expect(posted).toHaveLength(1)
    await clock.pass(1)
    await Promise.all(calls)
    expect(posted).toMatchObject([
      { method: 'broadcast_tx_sync', params: { tx: 'AQ==' } },
      [{ method: 'status' }, { method: 'status' }],
    ])
  })

  it('continues for the others if one caller aborts, and stops with the last', async () => {
    const node = await startNode()
    let aborted = false
    node.onRequest = (_, response) => {
      response.on('close', () => {
        aborted = true
      })
      return true
    }
    const transport = http(node.url, { batch: true })
    const [one, two] = [new AbortController(), new AbortController()]
    const calls = [one, two].map(({ signal }) =>
      rejection(transport.call({ method: status, params: {} }, { signal })),
    )
    await until(() => node.posted.length === 1)
    one.abort('first')
    expect(await calls[0]).toBe('first')
    await pause(20)
    expect(aborted).toBe(false)
    two.abort('second')
    expect(await calls[1]).toBe('second')
    await until(() => aborted)
  })

  it('makes no noise with many calls at once', async () => {
    const node = await startNode()
    const warned = vi.spyOn(process, 'emitWarning')
    const { signal } = new AbortController()
    const transport = http(node.url, { batch: true })
    await Promise.all(
      Array.from({ length: 60 }, () => transport.call({ method: status, params: {} }, { signal })),
    )
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })
})

describe('uri', () => {
  it('writes parameters as URIs want them, and reads the id -1', async () => {
    const node = await startNode()
    const urls: (string | undefined)[] = []
    node.onRequest = (_, response, { url, method }) => {
      urls.push(`${method} ${url}`)
      response.end(JSON.stringify({ jsonrpc: '2.0', id: -1, result: {} }))
      return true
    }
    const client = createRpcClient({ transport: uri(`${node.url}/base/?key=1`) })
    await client.call(status)
    await client.call(block, { height: 5 })
    await client.call(abciQuery, { path: '/a b', data: new Uint8Array([1, 255]) })
    await client.call(txByHash, { hash: '0xAB', prove: false })
    expect(urls).toEqual([
      'GET /base/status?key=1',
      'GET /base/block?key=1&height=5',
      'GET /base/abci_query?key=1&path=%22%2Fa%20b%22&data=0x01ff',
      'GET /base/tx?key=1&hash=0xab&prove=false',
    ])
  })

  it('escapes names, and keeps the whole query of its address', async () => {
    const urls: string[] = []
    const fetch = async (url: string | URL | Request): Promise<Response> => {
      urls.push(String(url))
      return new Response('{"result":1}')
    }
    const method = {
      name: 'a/../b?c',
      safe: true,
      params: [{ name: 'p&q', kind: 'json' as const }],
    }
    const call = (url: string, given: unknown) =>
      createRpcClient({ transport: uri(url, { fetch }) }).call(method, { 'p&q': given })
    await call('http://x/rpc/?key=1?2&b#part', 1)
    await call('http://x#part', { a: '?' })
    expect(urls).toEqual([
      'http://x/rpc/a%2F..%2Fb%3Fc?key=1?2&b&p%26q=1',
      'http://x/a%2F..%2Fb%3Fc?p%26q=%7B%22a%22%3A%22%3F%22%7D',
    ])
  })

  it('reads errors by their body and reports invalid ones', async () => {
    const node = await startNode()
    let text = JSON.stringify({
      id: -1,
      error: { code: -32603, message: 'm', data: 'tx not found' },
    })
    node.onRequest = (_, response) => {
      response.writeHead(500).end(text)
      return true
    }
    const transport = uri(node.url, { retry })
    const call = () => rejection(transport.call({ method: status, params: {} }))
    expect(await call()).toMatchObject({ name: 'RpcError', data: 'tx not found' })
    text = '404 page not found'
    expect(await call()).toMatchObject({ name: 'TransportError', fault: 'body', status: 500 })
  })
})
