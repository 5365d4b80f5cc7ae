import { createServer, type Server as NodeServer } from 'node:http'
import { connect, createServer as createHttp2 } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HttpProblem, type ProblemDetails } from '../../../../packages/runtime/src/server/index.js'
import { nodeHandler } from '../../../../packages/runtime/src/server/node/index.js'
import { type Emitted, emittedPackages, emitterSource } from '../emitted.fixture.js'
import { handlers, loadShop, rex, type Shop, security } from './shop.js'

let emitted: Emitted
let shop: Shop
const open: NodeServer[] = []

beforeAll(async () => {
  emitted = await emittedPackages()
  shop = await loadShop(emitted)
}, 120_000)
afterEach(() => {
  for (const node of open.splice(0)) {
    node.closeAllConnections()
    node.close()
  }
})

type Own = Readonly<Record<string, (input: never, context: never) => unknown>>

/** The server with some handlers of its own; errors fail the test unless it takes them. */
function serverWith(own: Own = {}, settings: object = {}) {
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const operations = { ...handlers, ...own }
  const server = shop.createServer({ security, onError, operations, ...settings })
  const ask = (path: string, init?: RequestInit) =>
    server.fetch(new Request(`http://localhost${path}`, init))
  return { server, ask, errors }
}

async function listen(server: ReturnType<typeof serverWith>['server']): Promise<string> {
  const node = createServer(nodeHandler(server)).listen(0, '127.0.0.1')
  open.push(node)
  await new Promise((resolve) => node.once('listening', resolve))
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}`
}

const json = (body: unknown, headers: object = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const form = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
})
const parts = (members: Readonly<Record<string, string>>): RequestInit => {
  const body = new FormData()
  for (const [name, value] of Object.entries(members)) body.set(name, value)
  return { method: 'POST', body }
}
const good = { authorization: 'Bearer good' }

test('the emitter only uses `tagwire/emitter`', () => {
  expect(emitterSource('server').uses).toEqual(['tagwire/emitter'])
})

test('the start of the README serves', async () => {
  const { server } = await emitted.load<{ server: Shop['createServer'] & { fetch: typeof fetch } }>(
    'server-readme.ts',
  )
  const ask = (path: string) => server.fetch(new Request(`http://localhost${path}`))
  expect(await (await ask('/todos?limit=1')).json()).toHaveLength(1)
  expect((await ask('/todos/2')).status).toBe(404)
  expect((await ask('/todos?limit=1000')).status).toBe(400)
})

describe('with node:http', () => {
  test('the client of the same package calls it', async () => {
    const { server } = serverWith()
    const credentials = { token: 'good' }
    const client = shop.createShopClient({ baseUrl: `${await listen(server)}/v1`, credentials })
    expect(await client.listPets?.({ limit: 2 })).toEqual([rex])
    expect(await client.addPet?.({ name: 'Rex', kind: 'dog' })).toEqual(rex)
    expect(await client.myPets?.({ session: 'a b;c' })).toEqual([rex])
    const photo = await client.getPhoto?.({ id: 1 })
    expect(photo instanceof Blob && [photo.type, photo.size]).toEqual(['image/png', 3])
    expect(await client.getReport?.({ name: 'a.b', format: 'csv' })).toBe('a,b')
  })

  test('with HTTP/2, whose bodies have no length', async () => {
    const node = createHttp2(nodeHandler(serverWith().server)).listen(0, '127.0.0.1')
    await new Promise((resolve) => node.once('listening', resolve))
    const session = connect(`http://127.0.0.1:${(node.address() as AddressInfo).port}`)
    const statusOf = (headers: Record<string, string>, body?: string) =>
      new Promise((resolve) => {
        const sent = session.request(headers, { endStream: body === undefined })
        sent.once('response', (found) => resolve(found[':status']))
        sent.resume()
        if (body !== undefined) sent.end(body)
      })
    const post = {
      ':method': 'POST',
      ':path': '/pets',
      'content-type': 'application/json',
      ...good,
    }
    try {
      expect(await statusOf({ ':path': '/pets/1' })).toBe(200)
      expect(await statusOf(post, '{"name":"Rex","kind":"dog"}')).toBe(201)
      expect(await statusOf(post)).toBe(400)
    } finally {
      session.close()
      node.close()
    }
  })

  test('a body that was read before is said so', async () => {
    const { server, errors } = serverWith()
    const node = createServer((incoming, outgoing) => {
      incoming.resume().once('end', () => void nodeHandler(server)(incoming, outgoing))
    }).listen(0, '127.0.0.1')
    open.push(node)
    await new Promise((resolve) => node.once('listening', resolve))
    const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}/pets`
    const response = await fetch(url, json({ name: 'Rex', kind: 'dog' }, good))
    expect(response.status).toBe(500)
    expect(String(errors[0])).toContain('the body has been read before: nodeHandler has to come')
  })

  test('uploads arrive as they are read, and a large one is refused on its way', async () => {
    const sizes: number[] = []
    const putPhoto = ({ body }: { body: Blob }) => {
      sizes.push(body.size)
      return { status: 204 }
    }
    const base = await listen(serverWith({ putPhoto }).server)
    const put = (size: number) => {
      const body = new Blob([new Uint8Array(size)]).stream()
      const init = { method: 'PUT', headers: { 'content-type': 'image/png' }, body, duplex: 'half' }
      return fetch(`${base}/pets/1/photo`, init as RequestInit)
    }
    expect((await put(900_000)).status).toBe(204)
    expect((await put(1_200_000)).status).toBe(413)
    expect(sizes).toEqual([900_000])
    // The connection is not left with half a body.
    expect((await fetch(`${base}/pets`)).status).toBe(200)
  })

  test('a stream ends when its reader does, and the signal of its handler aborts', async () => {
    let end: (reason: unknown) => void = () => {}
    const ended = new Promise((resolve) => {
      end = resolve
    })
    const watch = (_: never, { signal }: { signal: AbortSignal }) => ({
      status: 200,
      body: (async function* () {
        try {
          for (let id = 1; ; id++) {
            yield { event: 'pet', data: { ...rex, id } }
            await new Promise((resolve) => setTimeout(resolve, 5))
          }
        } finally {
          end(signal.aborted)
        }
      })(),
    })
    const client = shop.createShopClient({ baseUrl: await listen(serverWith({ watch }).server) })
    const seen: unknown[] = []
    for await (const { data } of client.watch()) {
      seen.push(data.id)
      if (data.id === 3) break
    }
    expect(seen).toEqual([1, 2, 3])
    expect(await ended).toBe(true)
  })

  test('what a stream had before an error arrives, and then the connection breaks off', async () => {
    const readLines = () => ({ status: 200, body: [rex, rex, { id: 'none' }] })
    const { server, errors } = serverWith({ readLines })
    const client = shop.createShopClient({ baseUrl: await listen(server) })
    const seen: unknown[] = []
    const read = async () => {
      for await (const line of client.readLines()) seen.push(line)
    }
    await expect(read()).rejects.toThrow()
    expect(seen).toEqual([rex, rex])
    expect(errors).toHaveLength(1)
  })

  test('events of text and of JSON, and lines', async () => {
    const watch = () => ({
      status: 200,
      body: [
        { event: 'note', data: 'two\nlines', id: '7' },
        { event: 'pet', data: rex, retry: 5 },
      ],
    })
    const client = shop.createShopClient({ baseUrl: await listen(serverWith({ watch }).server) })
    const all = async (stream: AsyncIterable<unknown>) => {
      const items: unknown[] = []
      for await (const item of stream) items.push(item)
      return items
    }
    expect(await all(client.watch())).toEqual([
      { event: 'note', data: 'two\nlines', id: '7' },
      { event: 'pet', data: rex, retry: 5 },
    ])
    expect(await all(client.readLines())).toEqual([rex, rex])
  })
})

describe('refuses', () => {
  const problems = async (response: Response) => {
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    const body = (await response.json()) as {
      status: number
      problems?: { in: string; path: string }[]
    }
    return [body.status, ...(body.problems ?? []).map(({ in: place, path }) => `${place} ${path}`)]
  }

  test.each([
    ['a wrong parameter', '/pets?limit=101&kind=cow', {}, [400, 'query limit', 'query kind']],
    ['a text for a number', '/pets/one', {}, [400, 'path id']],
    ['two values for one', '/pets?limit=1&limit=2', {}, [400, 'query limit']],
    ['an integer that JavaScript rounds', '/pets/9007199254740993', {}, [400, 'path id']],
    ['what is no UTF-8', '/queries?text=%ff', {}, [400, 'query text']],
    ['what is no UTF-8 in a form', '/form', form('text=%ff'), [400, 'body text']],
    ['a deep name in a form', '/form', form(`deep${'[a]'.repeat(99)}=1`), [400, 'body deep']],
    ['what is no JSON in a form', '/form', form('text=a&json=['), [400, 'body json']],
    ['what is no JSON in a part', '/parts', parts({ record: '{' }), [400, 'body record']],
    ['a compressed body', '/pets', json('{', { ...good, 'content-encoding': 'gzip' }), [415]],
    ['what is no JSON', '/queries?json=%7B', {}, [400, 'query json']],
    ['a parameter that is missing', '/pets/mine', {}, [400, 'cookie session']],
    ['a wrong header', '/queries', { headers: { 'x-list': '1,a' } }, [400, 'header X-List[1]']],
    ['a body that is no JSON', '/pets', json('{', good), [400, 'body ']],
    ['a wrong body', '/pets', json({ name: '', kind: 1 }, good), [400, 'body name', 'body kind']],
    ['no body', '/pets', { method: 'POST', headers: good }, [400, 'body ']],
    ['deep JSON', '/choice', json('['.repeat(99) + ']'.repeat(99)), [400]],
    ['deep names', `/queries?deep${'[a]'.repeat(99)}=1`, {}, [400, 'query deep']],
    ['too many parameters', `/pets?${'a=1&'.repeat(1001)}`, {}, [400]],
    ['another content type', '/pets', json('x', { ...good, 'content-type': 'text/css' }), [415]],
    ['a large body', '/choice', json(JSON.stringify('x'.repeat(2 ** 20))), [413]],
    ['a length that is too large', '/choice', json('1', { 'content-length': '2000000' }), [413]],
    ['what cannot be sent', '/pets', { headers: { accept: 'text/html, image/*' } }, [406]],
    ['a path of nobody', '/cats', {}, [404]],
    ['a path that goes on', '/pets/1/photo/2', {}, [404]],
    ['a segment that is empty', '/pets/', {}, [404]],
  ])('%s', async (_, path, init: RequestInit, expected) => {
    const { ask, errors } = serverWith()
    expect(await problems(await ask(path, init))).toEqual(expected)
    expect(errors).toEqual([])
  })

  test('a compressed body, and says that it has to be sent as it is', async () => {
    const { ask } = serverWith()
    const response = await ask('/pets', json('{', { ...good, 'content-encoding': 'br' }))
    expect(response.headers.get('accept-encoding')).toBe('identity')
    const plain = { name: 'Rex', kind: 'dog' }
    const named = { ...good, 'content-encoding': 'identity' }
    expect((await ask('/pets', json(plain, named))).status).toBe(201)
  })

  test('large integers that JavaScript has exactly are not refused', async () => {
    const seen: unknown[] = []
    const getPet = ({ path }: { path: { id: number } }) => {
      seen.push(path.id)
      return { status: 200, body: rex }
    }
    const { ask } = serverWith({ getPet })
    for (const id of [-(2 ** 53), 2 ** 60, 1e21]) {
      expect((await ask(`/pets/${encodeURIComponent(String(id))}`)).status).toBe(200)
    }
    expect(seen).toEqual([-(2 ** 53), 2 ** 60, 1e21])
  })

  test('another method, and says which there are', async () => {
    const { ask } = serverWith()
    const response = await ask('/pets/1', { method: 'PATCH' })
    expect(await problems(response)).toEqual([405])
    expect(response.headers.get('allow')).toBe('GET, DELETE, HEAD, OPTIONS')
  })

  test('unknown parameters and properties are not refused', async () => {
    const { ask } = serverWith()
    expect((await ask('/pets?debug=1')).status).toBe(200)
    const body = { name: 'Rex', kind: 'dog', since: 1 }
    expect((await ask('/pets', json(body, good))).status).toBe(201)
  })
})

describe('credentials', () => {
  const post = (headers: object, path = '/pets') => ({
    path,
    init: json({ name: 'R', kind: 'dog' }, headers),
  })
  const basic = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode('me:pä:ss')))}`

  test.each([
    ['one scheme', post(good), 'token'],
    ['two schemes together', post({ authorization: basic }, '/pets?key=k'), 'key'],
  ])('%s', async (_, { path, init }, who) => {
    let seen: unknown
    const addPet = (_: never, { identity }: { identity: unknown }) => {
      seen = identity
      return { status: 201, body: rex }
    }
    const { ask } = serverWith({ addPet })
    expect((await ask(path, init)).status).toBe(201)
    expect(seen).toBe(who)
  })

  test.each([
    ['none', post({})],
    ['a wrong one', post({ authorization: 'Bearer bad' })],
    ['one of two', post({ authorization: basic })],
    ['another scheme', post({ authorization: 'Basic good' })],
  ])('%s is refused', async (_, { path, init }) => {
    const response = await serverWith().ask(path, init)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('Bearer')
  })

  test('only who sent a token is told that it was refused', async () => {
    const challenge = async (headers: Record<string, string>) => {
      const { path, init } = post(headers)
      return (await serverWith().ask(path, init)).headers.get('www-authenticate')
    }
    expect(await challenge({})).toMatch(/^Bearer(, |$)/)
    expect(await challenge({ authorization: 'Basic good' })).toMatch(/^Bearer(, |$)/)
    expect(await challenge({ authorization: 'Bearer bad' })).toMatch(
      /^Bearer error="invalid_token"(, |$)/,
    )
  })

  test('where anyone may call, a wrong credential is no one', async () => {
    const seen: unknown[] = []
    const getPet = (_: never, { identity }: { identity: unknown }) => {
      seen.push(identity)
      return { status: 200, body: rex }
    }
    const { ask } = serverWith({ getPet })
    await ask('/pets/1')
    await ask('/pets/1', { headers: good })
    expect(seen).toEqual([undefined, 'token'])
  })

  test('a server without their functions does not start', () => {
    expect(() => shop.createServer({ operations: handlers })).toThrow(
      'security has no function for token, or key and basic, which addPet requires',
    )
    expect(() => shop.createServer({ operations: handlers, security: { tokn: () => 1 } })).toThrow(
      'security.tokn is not a security scheme of the document; there are: token, basic, key',
    )
  })
})

describe('results', () => {
  test('an error of a handler is a 500 without its text', async () => {
    const { ask, errors } = serverWith({
      listPets: () => {
        throw new Error('secret')
      },
    })
    const response = await ask('/pets')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(errors).toMatchObject([{ message: 'secret' }])
  })

  test('a handler refuses by throwing a problem', async () => {
    const { ask, errors } = serverWith({
      listPets: () => {
        throw new HttpProblem(403, 'not yours')
      },
    })
    expect(await (await ask('/pets')).json()).toMatchObject({ status: 403, detail: 'not yours' })
    expect(errors).toEqual([])
  })

  test.each([
    ['a status', () => ({ status: 404 }), 'listPets returned the status 404'],
    [
      'a body',
      () => ({ status: 200, body: [{ id: 1 }] }),
      'listPets returned an invalid body: [0].',
    ],
    ['no body', () => ({ status: 200 }), 'listPets returned 200 without a body'],
    ['nothing', () => undefined, 'listPets returned no { status, body?, headers? }'],
  ])('%s that the document does not have', async (_, listPets, message) => {
    const { ask, errors } = serverWith({ listPets })
    expect((await ask('/pets')).status).toBe(500)
    expect(String(errors[0])).toContain(message)
  })

  test('are not checked if that is turned off', async () => {
    const listPets = () => ({ status: 200, body: [{ id: 1 }] })
    const { ask } = serverWith({ listPets }, { checkResults: false })
    expect(await (await ask('/pets')).json()).toEqual([{ id: 1 }])
  })

  test('another content type, headers and cookies', async () => {
    const headers = { 'content-type': 'image/jpeg', 'set-cookie': ['a=1', 'b=2'], 'x-n': 7 }
    const { ask } = serverWith({ getPhoto: () => ({ status: 200, body: 'none', headers }) })
    const response = await ask('/pets/1/photo')
    expect(await response.text()).toBe('none')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect([response.headers.get('content-type'), response.headers.get('x-n')]).toEqual([
      'image/jpeg',
      '7',
    ])
  })

  test('HEAD and OPTIONS', async () => {
    const { ask } = serverWith()
    const head = await ask('/pets', { method: 'HEAD' })
    expect([head.status, head.headers.get('x-total'), await head.text()]).toEqual([200, '1', ''])
    const options = await ask('/pets', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([
      204,
      'GET, POST, HEAD, OPTIONS',
    ])
  })

  test('what takes too long', async () => {
    let reason: unknown
    const listPets = (_: never, { signal }: { signal: AbortSignal }) =>
      new Promise(() => signal.addEventListener('abort', () => (reason = signal.reason)))
    const { ask, server } = serverWith({ listPets }, { limits: { timeoutMs: 20 } })
    expect((await ask('/pets')).status).toBe(503)
    expect(reason).toMatchObject({ status: 503 })
    const body = new ReadableStream({ pull: () => new Promise(() => {}) })
    const init = { ...json(''), body, duplex: 'half' } as RequestInit
    const slow = await server.fetch(new Request('http://localhost/choice', init))
    expect(slow.status).toBe(408)
  })
})

describe('routes', () => {
  test('fixed segments come before parameters', async () => {
    const { ask } = serverWith({ myPets: () => ({ status: 200, body: [] }) })
    const mine = await ask('/pets/mine', { headers: { cookie: 'session=1' } })
    expect(await mine.json()).toEqual([])
    expect(await (await ask('/pets/1')).json()).toEqual(rex)
    // A path that begins like another one is found by the rest.
    expect((await ask('/pets/mine/photo')).status).toBe(400)
  })

  test('text around parameters', async () => {
    const seen: unknown[] = []
    const getReport = ({ path }: { path: unknown }) => {
      seen.push(path)
      return { status: 200, body: '' }
    }
    const { ask } = serverWith({ getReport })
    await ask('/reports/a%2Fb.csv')
    expect(seen).toEqual([{ name: 'a/b', format: 'csv' }])
    expect((await ask('/reports/.csv')).status).toBe(404)
  })

  test('the path of the servers, none, or the given one', async () => {
    const statusOf = async (path: string, settings = {}) =>
      (await serverWith({}, settings).ask(path)).status
    expect([await statusOf('/v1/pets'), await statusOf('/pets')]).toEqual([200, 200])
    const basePath = '/api/'
    expect([
      await statusOf('/api/pets', { basePath }),
      await statusOf('/pets', { basePath }),
    ]).toEqual([200, 404])
  })
})

describe('other origins', () => {
  const origin = 'https://app.example'
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-a',
    },
  }

  test('may call as the option says', async () => {
    const cors = {
      origin: [origin],
      credentials: true,
      exposedHeaders: ['X-Total'],
      maxAgeSeconds: 60,
    }
    const { ask } = serverWith({}, { cors })
    const before = await ask('/pets', preflight)
    expect(before.status).toBe(204)
    expect(Object.fromEntries(before.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS',
      'access-control-allow-headers': 'x-a',
      'access-control-max-age': '60',
    })
    const refused = await ask('/pets?limit=0', { headers: { origin } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      400,
      origin,
    ])
    const other = await ask('/pets', { headers: { origin: 'https://other.example' } })
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
    expect(other.headers.get('vary')).toBe('Origin')
  })

  test('may not, without it', async () => {
    const { ask } = serverWith()
    const response = await ask('/pets', { headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(() => serverWith({}, { cors: { origin: '*', credentials: true } })).toThrow(
      "cors.credentials needs origins: browsers refuse them with '*'",
    )
  })
})

test('options are checked', () => {
  const { listPets: _, ...others } = handlers
  const made = (options: object) => () =>
    shop.createServer({ security, operations: handlers, ...options })
  expect(made({ operations: others })).toThrow('operations.listPets takes function')
  expect(made({ operations: { ...handlers, listDogs: () => {} } })).toThrow(
    'operations.listDogs is not an operation',
  )
  expect(made({ limits: { maxBodyBytes: '1' } })).toThrow('limits.maxBodyBytes takes number >= 0')
  expect(made({ checkResults: 'yes' })).toThrow('checkResults takes boolean')
})

test('a platform that does not tell its environment checks results', async () => {
  const before = globalThis.process
  const env = new Proxy(
    {},
    {
      get: () => {
        throw new Error('requires env access')
      },
    },
  )
  let made: ReturnType<typeof serverWith> | undefined
  try {
    globalThis.process = new Proxy(before, {
      get: (target, name) => (name === 'env' ? env : Reflect.get(target, name)),
    })
    made = serverWith({ getPet: () => ({ status: 200, body: { id: 'one' } }) })
  } finally {
    globalThis.process = before
  }
  expect((await made.ask('/v1/pets/1')).status).toBe(500)
})

describe('refusals in the form of a service', () => {
  /** As Skip and others write their errors. */
  const refusal = ({ status, detail, problems = [] }: ProblemDetails) => ({
    code: status,
    message: detail ?? problems.map(({ in: place, path }) => `${place} ${path}`).join(),
  })
  const refused = async (response: Promise<Response>) => {
    const { status, headers } = await response
    return [status, headers.get('content-type'), await (await response).json()]
  }

  test.each([
    ['no operation', '/nothing', {}, 404, 'no operation has this path'],
    ['another method', '/pets', { method: 'PATCH' }, 405, 'the path has GET, POST, HEAD, OPTIONS'],
    ['wrong parameters', '/pets?limit=0', {}, 400, 'query limit'],
    ['a wrong body', '/pets', json({ name: 'Rex' }, good), 400, 'body kind'],
    ['no credential', '/pets', json(rex), 401, 'a credential is missing or not accepted'],
    [
      'another content type',
      '/pets',
      { method: 'POST', headers: { ...good, 'content-type': 'text/plain' }, body: 'a' },
      415,
      expect.stringContaining('application/json'),
    ],
    [
      'too large a body',
      '/pets',
      json({ ...rex, name: 'x'.repeat(5000) }, good),
      413,
      'a body has at most 4000 bytes',
    ],
    [
      'a type that is not produced',
      '/pets',
      { headers: { accept: 'image/png' } },
      406,
      expect.stringContaining('application/json'),
    ],
  ])('%s', async (_, path, init, code, message) => {
    const { ask } = serverWith({}, { refusal, limits: { maxBodyBytes: 4000 } })
    const response = ask(`/v1${path}`, init)
    expect(await refused(response)).toEqual([code, 'application/json', { code, message }])
    if (code === 405) expect((await response).headers.get('allow')).toContain('GET')
  })

  test('an error of a handler is one of them, without its text', async () => {
    const { ask, errors } = serverWith(
      { listPets: () => Promise.reject(new Error('secret')) },
      { refusal },
    )
    expect(await refused(ask('/v1/pets'))).toEqual([
      500,
      'application/json',
      { code: 500, message: '' },
    ])
    expect(errors).toHaveLength(1)
  })

  test('`refusal` has to be a function', () => {
    expect(() => serverWith({}, { refusal: {} })).toThrow(new TypeError('refusal takes function'))
  })

  test('the body of a single problem is sent as it is, before any other form', async () => {
    const own = (init: object) => () => {
      throw new HttpProblem(409, 'taken', init)
    }
    const answer = async (init: object, settings: object) => {
      const { ask } = serverWith({ listPets: own(init) }, settings)
      return refused(ask('/v1/pets'))
    }
    const body = { taken: ['Rex'] }
    expect(await answer({ body }, {})).toEqual([409, 'application/json', body])
    expect(await answer({ body }, { refusal })).toEqual([409, 'application/json', body])
    expect(await answer({ body: null }, {})).toEqual([409, 'application/json', null])
    expect(await answer({}, { refusal })).toEqual([
      ...[409, 'application/json', { code: 409, message: 'taken' }],
    ])
    expect(await answer({}, {})).toEqual([
      ...[409, 'application/problem+json'],
      { type: 'about:blank', title: 'Conflict', status: 409, detail: 'taken' },
    ])
  })

  test('a single problem has its own headers', async () => {
    const headers = { 'retry-after': '5' }
    const { ask } = serverWith({
      listPets: () => {
        throw new HttpProblem(429, 'slower', { headers, body: 'no' })
      },
    })
    const response = await ask('/v1/pets')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await response.json()).toBe('no')
  })
})
