import { createServer, type Server as NodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { RpcError } from '../../../../packages/runtime/src/rpc/index.js'
import type { Server } from '../../../../packages/runtime/src/server/index.js'
import { HttpProblem, preferredType } from '../../../../packages/runtime/src/server/index.js'
import { nodeHandler } from '../../../../packages/runtime/src/server/node/index.js'
import { emittedPackages } from '../emitted.fixture.js'
import { handlers, loadShop, rex, type Shop, security } from './shop.js'

let shop: Shop
let calc: { readonly createServer: (options: object) => Server }
const open: NodeServer[] = []

beforeAll(async () => {
  const emitted = await emittedPackages()
  shop = await loadShop(emitted)
  calc = await emitted.load('calc/src/server.ts')
}, 120_000)
afterEach(() => {
  for (const node of open.splice(0)) {
    node.closeAllConnections()
    node.close()
  }
})

function serverWith(own: object = {}, settings: object = {}) {
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const operations = { ...handlers, ...own }
  const server = shop.createServer({ security, onError, operations, ...settings })
  const ask = (path: string, init?: RequestInit) =>
    server.fetch(new Request(`http://localhost${path}`, init))
  return { server, ask, errors }
}

async function listen(server: Server): Promise<string> {
  const node = createServer(nodeHandler(server)).listen(0, '127.0.0.1')
  open.push(node)
  await new Promise((resolve) => node.once('listening', resolve))
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}`
}

describe('other origins', () => {
  const origin = 'https://app.example'
  const preflight = (method: string): RequestInit => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'x-a',
    },
  })

  test('each name is in Vary once', async () => {
    const { ask } = serverWith({}, { cors: { origin: [origin] } })
    const { headers } = await ask('/pets', preflight('POST'))
    expect(headers.get('vary')).toBe('Origin, Access-Control-Request-Headers')
    const own = serverWith(
      { listPets: () => ({ status: 200, body: [rex], headers: { vary: 'Accept', 'X-Total': 1 } }) },
      { cors: { origin: [origin] } },
    )
    expect((await own.ask('/pets', { headers: { origin } })).headers.get('vary')).toBe(
      'Accept, Origin',
    )
  })

  test.each([
    ['404', '/nothing', {}, 404],
    ['405', '/pets', { method: 'PUT' }, 405],
    ['401', '/pets', { method: 'POST' }, 401],
    ['500', '/pets', {}, 500],
  ])('a %s can be read by them', async (_, path, init: RequestInit, status) => {
    const broken = () => {
      throw new Error('secret')
    }
    const { ask } = serverWith(
      { listPets: broken },
      { cors: { origin: [origin], credentials: true } },
    )
    const response = await ask(path, { ...init, headers: { origin } })
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
  })

  test('a path that there is not can be asked for, so that its 404 can be read', async () => {
    const { ask } = serverWith({}, { cors: { origin: [origin] } })
    const response = await ask('/nothing', preflight('POST'))
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      204,
      origin,
    ])
  })

  test.each([
    [{ origin: 5 }, 'cors.origin takes'],
    [{ origin, maxAgeSeconds: '60' }, 'cors.maxAgeSeconds takes'],
    [{ origin, credentials: 'yes' }, 'cors.credentials takes'],
    [{ origin, headers: 'x-a' }, 'cors.headers takes'],
    [{}, 'cors.origin takes'],
  ])('%j is refused where the server is made', (cors, message) => {
    expect(() => serverWith({}, { cors })).toThrow(message)
  })
})

describe('events', () => {
  test('that do not come for long are a comment, which proxies wait for', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const events = async function* () {
      await new Promise((resolve) => setTimeout(resolve, 35_000))
      yield { event: 'note', data: 'late' }
    }
    const { ask } = serverWith({ watch: () => ({ status: 200, body: events() }) })
    const text = ask('/events').then((response) => response.text())
    await vi.advanceTimersByTimeAsync(36_000)
    expect(await text).toBe(':\n\n:\n\nevent: note\ndata: late\n\n')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('after the caller hung up are no errors, and nothing waits for them', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let fail: ((error: Error) => void) | undefined
    const next = () => new Promise((_, reject) => (fail = reject))
    const events = { [Symbol.asyncIterator]: () => ({ next }) }
    const { ask, errors } = serverWith({ watch: () => ({ status: 200, body: events }) })
    const { body } = await ask('/events')
    const reader = body?.getReader()
    const read = reader?.read()
    await vi.advanceTimersByTimeAsync(10)
    const cancelled = reader?.cancel()
    fail?.(new Error('the caller is gone'))
    await Promise.all([read, cancelled])
    expect(errors).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('of several content types', () => {
  const typeOf = async (accept: string | undefined, own = {}) => {
    const { ask } = serverWith(own)
    const response = await ask('/export', accept === undefined ? {} : { headers: { accept } })
    return response.status === 200 ? response.headers.get('content-type') : response.status
  }

  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/vnd.shop+json', 'application/vnd.shop+json'],
    ['application/json;q=0.5, application/vnd.shop+json', 'application/vnd.shop+json'],
    ['application/json;q=0, application/*;q=0.1', 'application/vnd.shop+json'],
    ['text/html, application/vnd.shop+json;q=0.2, */*;q=0.1', 'application/vnd.shop+json'],
    ['application/json;q=0, */*;q=0', 406],
    ['text/html', 406],
  ])('a caller who accepts %s gets JSON as %s', async (accept, type) => {
    expect(await typeOf(accept)).toBe(type)
  })

  test('caches are told that it depends on the caller, where it does', async () => {
    const origin = 'https://app.example'
    const { ask } = serverWith({}, { cors: { origin: [origin] } })
    expect((await ask('/export', { headers: { origin } })).headers.get('vary')).toBe(
      'Accept, Origin',
    )
    const csv = () => ({ status: 200, body: '', headers: { 'content-type': 'text/csv' } })
    const chosen = serverWith({ exportPet: csv })
    expect((await chosen.ask('/export')).headers.get('vary')).toBeNull()
    expect((await chosen.ask('/pets')).headers.get('vary')).toBeNull()
  })

  test('a handler asks which one the caller prefers, and what it chooses is sent', async () => {
    const exportPet = (_: never, { request }: { request: Request }) =>
      preferredType(request, ['application/json', 'text/csv']) === 'text/csv'
        ? { status: 200, body: 'id,name', headers: { 'content-type': 'text/csv' } }
        : { status: 200, body: rex }
    expect(await typeOf('text/csv', { exportPet })).toBe('text/csv')
    expect(await typeOf('text/*, application/json;q=0.9', { exportPet })).toMatch('text/csv')
    expect(await typeOf('text/csv;q=0.5, application/json', { exportPet })).toBe('application/json')
    expect(await typeOf(undefined, { exportPet })).toBe('application/json')
    expect(preferredType(new Request('http://a', { headers: { accept: 'a/b' } }), ['b/a'])).toBe(
      undefined,
    )
  })
})

describe('an error of', () => {
  test('onError is a 500 like the one that it was told', async () => {
    const onError = () => {
      throw new Error('the log is full')
    }
    const listPets = () => {
      throw new Error('secret')
    }
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { ask, server } = serverWith({ listPets }, { onError })
    const answers = [await ask('/pets'), await fetch(`${await listen(server)}/pets`)]
    for (const answer of answers) {
      expect(answer.status).toBe(500)
      expect(await answer.text()).not.toMatch(/secret|log/)
    }
    expect(printed).toHaveBeenCalledTimes(2)
    printed.mockRestore()
  })

  test('refusal is a 500 without its text', async () => {
    const refusal = () => {
      throw new Error('secret')
    }
    const { ask, server, errors } = serverWith({}, { refusal })
    const url = await listen(server)
    for (const path of ['/pets?limit=x', '/nothing']) {
      for (const answer of [await ask(path), await fetch(url + path)]) {
        expect(answer.status).toBe(500)
        expect(await answer.text()).not.toContain('secret')
      }
    }
    expect(errors).toHaveLength(4)
  })
})

describe('credentials', () => {
  test('a 403 of a security function is sent as it is, and the handler is not called', async () => {
    let calls = 0
    const { ask } = serverWith(
      { addPet: () => ({ status: 201, body: rex, calls: calls++ }) },
      {
        security: {
          ...security,
          token: (_: string, { scopes }: { scopes: readonly string[] }) => {
            throw new HttpProblem(403, `needs ${scopes.join()}`)
          },
        },
      },
    )
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
    const response = await ask('/pets', { method: 'POST', headers, body: JSON.stringify(rex) })
    expect(await response.json()).toMatchObject({ status: 403, detail: 'needs write' })
    expect(calls).toBe(0)
  })

  test('an error of a security function is a 500, not a way in', async () => {
    const { ask, errors } = serverWith(
      {},
      {
        security: {
          ...security,
          token: () => {
            throw new Error('no database')
          },
        },
      },
    )
    const headers = { authorization: 'Bearer good' }
    expect((await ask('/pets/1', { headers })).status).toBe(500)
    expect(errors).toHaveLength(1)
  })
})

describe('JSON-RPC', () => {
  const send = (text: string) => {
    const operations = {
      add: ({ left, right = 0 }: { left: number; right?: number }) => left + right,
      findItem: () => {
        throw new RpcError({ code: 1, message: 'none' }, 'find_item')
      },
      log: () => {},
    }
    const { fetch } = calc.createServer({ operations, onError: () => {} })
    const headers = { 'content-type': 'application/json' }
    return fetch(new Request('http://localhost', { method: 'POST', headers, body: text }))
  }
  const add = (id: string, rest = '') =>
    `{"jsonrpc":"2.0","id":${id},"method":"add","params":[1,2]${rest}}`

  test.each([
    '1',
    '0',
    '-1',
    '1.5',
    '"a"',
    '""',
    'null',
    '9007199254740993',
    '18446744073709551615',
  ])('the id %s comes back as it was sent, also in batches and errors', async (id) => {
    const body = await (await send(add(id))).text()
    expect(body).toContain(`"id":${id},`)
    expect(await (await send(`[${add(id)},${add('2')}]`)).text()).toContain(`"id":${id},`)
    const none = `{"jsonrpc":"2.0","id":${id},"method":"none"}`
    expect(await (await send(none)).text()).toContain(`"id":${id},`)
  })

  test.each(['{}', '[]', 'true'])('the id %s is none', async (id) => {
    expect(await (await send(add(id))).json()).toMatchObject({ id: null, error: { code: -32600 } })
  })

  test('a batch of notifications and faults has a response for each fault', async () => {
    const batch = `[{"jsonrpc":"2.0","method":"log","params":{"text":"a"}},1,${add('3')}]`
    expect(await (await send(batch)).json()).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
      { jsonrpc: '2.0', id: 3, result: 3 },
    ])
    const silent = await send('[{"jsonrpc":"2.0","method":"none"}]')
    expect([silent.status, await silent.text()]).toEqual([204, ''])
  })

  test('names that every object has are no methods', async () => {
    for (const method of ['constructor', '__proto__', 'toString']) {
      const text = `{"jsonrpc":"2.0","id":1,"method":"${method}"}`
      expect(await (await send(text)).json()).toMatchObject({ error: { code: -32601 } })
    }
  })
})

describe('streams', () => {
  test('a handler that yields nothing more hears that the caller is gone', async () => {
    let reason: unknown
    const watch = (_: never, { signal }: { signal: AbortSignal }) => ({
      status: 200,
      body: (async function* () {
        yield { event: 'note', data: 'a' }
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => {
            reason = signal.reason
            resolve()
          }),
        )
      })(),
    })
    const { server } = serverWith({ watch })
    const url = await listen(server)
    const control = new AbortController()
    const response = await fetch(`${url}/events`, { signal: control.signal })
    await response.body?.getReader().read()
    control.abort()
    await expect.poll(() => reason).toBeInstanceOf(Error)
  })

  test('HEAD of a stream ends its handler', async () => {
    let isEnded = false
    const watch = () => ({
      status: 200,
      body: (async function* () {
        try {
          for (;;) yield { event: 'note', data: 'a' }
        } finally {
          isEnded = true
        }
      })(),
    })
    const { ask } = serverWith({ watch })
    const head = await ask('/events', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    await expect.poll(() => isEnded).toBe(true)
  })

  test('texts of events cannot begin other events', async () => {
    const data = 'a\r\ndata: b\rid: 7\n\nevent: pet'
    const watch = () => ({ status: 200, body: [{ event: 'note', data, id: '1\n2' }] })
    const { ask } = serverWith({ watch }, { checkResults: false })
    const text = await (await ask('/events')).text()
    expect(text.split('\n\n')).toHaveLength(2)
    expect(text).toContain('id: 1 2\n')
  })
})

describe('limits', () => {
  test('a body that grows on its way is refused before all of it is read', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent++
        controller.enqueue(new Uint8Array(1024))
      },
    })
    const { server } = serverWith({}, { limits: { maxBodyBytes: 4096 } })
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const response = await server.fetch(new Request('http://localhost/choice', init))
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(20)
  })

  test('depth, in JSON and in names of parameters', async () => {
    const { ask } = serverWith()
    const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000)
    const headers = { 'content-type': 'application/json' }
    for (const body of [deep('[', ']'), `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`]) {
      const response = await ask('/choice', { method: 'POST', headers, body })
      expect(response.status).toBe(400)
    }
    const name = `deep${'[a]'.repeat(500)}=1`
    expect((await ask(`/queries?${name}`)).status).toBeLessThan(500)
  })

  test('a thousand and one parameters', async () => {
    const { ask } = serverWith()
    const query = Array.from({ length: 1001 }, (_, at) => `a${at}=1`).join('&')
    expect((await ask(`/pets?${query}`)).status).toBe(400)
  })
})
