// The same bad requests to the server, the mock and the MSW handlers of one document: status, headers and problems agree.
import { beforeAll, describe, expect, test } from 'vitest'
import type { MockFetch } from '../../../../packages/runtime/src/mock/index.js'
import type { Server } from '../../../../packages/runtime/src/server/index.js'
import { emittedPackages } from '../emitted.fixture.js'
import { handlers, loadShop, security } from './shop.js'

interface Msw {
  run(call: object): Promise<{ readonly response?: Response } | null>
}

let server: Server
let mock: MockFetch
let handlersOfMsw: Msw[]

beforeAll(async () => {
  const emitted = await emittedPackages()
  const shop = await loadShop(emitted)
  server = shop.createServer({ security, operations: handlers })
  const { mockShop } = await emitted.load<{ mockShop: () => MockFetch }>('shop/src/mock.ts')
  mock = mockShop()
  const { mswShop } = await emitted.load<{ mswShop: () => Msw[] }>('shop/src/msw.ts')
  handlersOfMsw = mswShop()
}, 120_000)

/** What the first handler that knows the request responds; nothing if the request goes on to the network. */
async function throughMsw(
  request: Request,
  all: readonly Msw[] = handlersOfMsw,
): Promise<Response | undefined> {
  for (const handler of all) {
    const found = await handler.run({ request: request.clone(), requestId: '1' })
    if (found?.response) return found.response
  }
  return undefined
}

const good = { authorization: 'Bearer good' }
const pet = { name: 'Rex', kind: 'dog' }

function post(body: BodyInit, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...good, ...headers },
    body,
  }
}

function formOf(members: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(members)) form.append(name, value)
  return form
}

const file = new Blob(['x'])
const paths = (first: string): string =>
  `/paths/${first}/1,2/count=1/.1.5/.1.2/.count,1/;semi=a/;semis=a/;matrix=count,1`

type Row = readonly [what: string, path: string, init: RequestInit, status: number, at?: string]

/** `at` is the place of the first problem. */
const refused: readonly Row[] = [
  ['a text for a number in the path', '/pets/one', {}, 400, 'path id'],
  ['a number that is no integer in the path', '/pets/1.5', {}, 400, 'path id'],
  ['a value of the path that is not listed', '/reports/a.xls', {}, 400, 'path format'],
  ['a label without its period', paths('a').replace('.1.5', '1.5'), {}, 400, 'path dotted'],
  ['a query above its maximum', '/pets?limit=101', {}, 400, 'query limit'],
  ['a query that is not listed', '/pets?kind=cow', {}, 400, 'query kind'],
  ['an empty number', '/pets?limit=', {}, 400, 'query limit'],
  ['two values for one', '/pets?limit=1&limit=2', {}, 400, 'query limit'],
  ['a required query that is missing', '/whole', {}, 400, 'query all.count'],
  ['a query that is no UTF-8', '/queries?text=%ff', {}, 400, 'query text'],
  ['a boolean of another spelling', '/queries?yes=TRUE', {}, 400, 'query yes'],
  ['a query that is no JSON', '/queries?json=%7B', {}, 400, 'query json'],
  [
    'JSON in a query that is wrong inside',
    '/queries?json=%7B%22name%22%3A1%7D',
    {},
    400,
    'query json.name',
  ],
  ['a deep object without what it requires', '/queries?deep[size]=1', {}, 400, 'query deep.name'],
  ['a wrong item of a list in a query', '/queries?spaces=1%20b', {}, 400, 'query spaces[1]'],
  ['a wrong header', '/queries', { headers: { 'x-list': '1,a' } }, 400, 'header X-List[1]'],
  ['a header that is no JSON', '/queries', { headers: { 'x-json': '{' } }, 400, 'header X-Json'],
  ['a cookie that is missing', '/pets/mine', {}, 400, 'cookie session'],
  ['a wrong cookie', '/queries', { headers: { cookie: 'raw=a' } }, 400, 'cookie raw'],
  ['no body', '/pets', { method: 'POST', headers: good }, 400, 'body '],
  ['a body that is no JSON', '/pets', post('{'), 400, 'body '],
  ['a body that is no UTF-8', '/pets', post(Uint8Array.of(0x22, 0xff, 0x22)), 400, 'body '],
  ['a body without what it requires', '/pets', post('{}'), 400, 'body name'],
  ['a body with two problems', '/pets', post('{"name":"","kind":1}'), 400, 'body name'],
  [
    'a problem far inside',
    '/pets',
    post(JSON.stringify({ ...pet, parent: { ...pet, name: '' } })),
    400,
    'body parent.name',
  ],
  ['a list for an object', '/pets', post('[]'), 400, 'body '],
  ['another content type', '/pets', post('x', { 'content-type': 'text/css' }), 415],
  ['text without a content type', '/pets', { method: 'POST', headers: good, body: '{}' }, 415],
  ['a content type of another form', '/form', post('{}'), 415],
  ['a compressed body', '/pets', post('{}', { 'content-encoding': 'gzip' }), 415],
  ['bytes that are no picture', '/pets/1/photo', { ...post('x'), method: 'PUT' }, 415],
  [
    'a form without what it requires',
    '/form',
    { method: 'POST', body: new URLSearchParams({ number: '1' }) },
    400,
    'body text',
  ],
  [
    'a form with a text for a number',
    '/form',
    { method: 'POST', body: new URLSearchParams({ text: 'a', number: 'b' }) },
    400,
    'body number',
  ],
  [
    'parts without the file',
    '/parts',
    { method: 'POST', body: formOf({ name: 'a' }) },
    400,
    'body file',
  ],
  [
    'a part that is no JSON',
    '/parts',
    { method: 'POST', body: formOf({ name: 'a', file, record: '{' }) },
    400,
    'body record',
  ],
  ['a caller that takes no JSON', '/pets', { headers: { accept: 'text/html' } }, 406],
  ['a caller that refuses JSON', '/pets', { headers: { accept: 'application/json;q=0' } }, 406],
  [
    'a caller that takes other pictures',
    '/pets/1/photo',
    { headers: { accept: 'image/gif' } },
    406,
  ],
  [
    'a caller that takes none of several',
    '/export',
    { headers: { accept: 'text/html, image/*' } },
    406,
  ],
  ['a caller that takes no events', '/events', { headers: { accept: 'application/json' } }, 406],
  ['what is not acceptable, and wrong', '/pets?limit=x', { headers: { accept: 'text/html' } }, 406],
  ['another method', '/pets', { method: 'PATCH' }, 405],
  ['another method of a path with parameters', '/pets/1', { method: 'PUT' }, 405],
  ['another method of a path that a template has too', '/pets/mine', { method: 'DELETE' }, 405],
]

describe('status, content type and problems', () => {
  test.each(refused.map((row) => ({ what: row[0], row })))('$what', async ({ row }) => {
    const [, path, init, status, at] = row
    const url = `https://shop.example/v1${path}`
    const expected = await responseOf(await server.fetch(new Request(url, init)))
    expect([expected.status, expected.place]).toEqual([status, at])
    expect(await responseOf(await mock(url, init))).toEqual(expected)
    expect(await responseOf(await throughMsw(new Request(url, init)))).toEqual(expected)
  })
})

type Difference = readonly [
  what: string,
  request: readonly [url: string, init: RequestInit],
  statuses: readonly [server: number, mock: number, msw: number | string],
]

const network = 'goes on to the network'
const large = JSON.stringify({ ...pet, name: 'x'.repeat(1_048_577) })
const deep = `{"name":"Rex","kind":"dog","more":${'['.repeat(100)}${']'.repeat(100)}}`
const many = `https://shop.example/v1/queries?${'text=a&'.repeat(1001)}`

/** What is refused by one and not by another, each for a reason. */
const differences: readonly Difference[] = [
  // Only the functions of a server know who may call, and a test should not need credentials.
  [
    'no credential',
    ['https://shop.example/v1/pets', post(JSON.stringify(pet), { authorization: '' })],
    [401, 501, 501],
  ],
  // Limits are settings of a server, which the document does not have.
  ['a body that is too large', ['https://shop.example/v1/pets', post(large)], [413, 501, 501]],
  ['a body that is too deep', ['https://shop.example/v1/pets', post(deep)], [400, 501, 501]],
  ['more parameters than anyone needs', [many, {}], [400, 400, 400]],
  // MSW is for several services: what no handler knows is another's.
  ['a path that no operation has', ['https://shop.example/v1/cats', {}], [404, 404, network]],
  ['another host', ['https://other.example/v1/pets?limit=x', {}], [400, 400, network]],
  // The client of a mock may have any base URL.
  ['another base path', ['https://shop.example/v9/pets?limit=x', {}], [404, 400, network]],
]

describe('differences between the three', () => {
  test.each(differences)('%s', async (_, [url, init], statuses) => {
    const responses = [
      await server.fetch(new Request(url, init)),
      await mock(url, init),
      await throughMsw(new Request(url, init)),
    ]
    expect(responses.map((each) => each?.status ?? network)).toEqual(statuses)
  })

  test('a part of a path that is no UTF-8: MSW throws before it asks a handler', async () => {
    const url = `https://shop.example/v1${paths('%ff')}`
    const expected = await responseOf(await server.fetch(new Request(url)))
    expect([expected.status, expected.place]).toEqual([400, 'path plain'])
    expect(await responseOf(await mock(url))).toEqual(expected)
    await expect(throughMsw(new Request(url))).rejects.toThrow('URI malformed')
  })
})

test('HEAD and OPTIONS are what they are for the server', async () => {
  const headers = ['allow', 'content-type'].map((name) => name)
  for (const method of ['HEAD', 'OPTIONS']) {
    const url = 'https://shop.example/v1/lines'
    const answers = [
      await server.fetch(new Request(url, { method })),
      await mock(url, { method }),
      await throughMsw(new Request(url, { method })),
    ]
    const seen = answers.map((each) => [
      each?.ok,
      each?.body,
      ...headers.map((name) => each?.headers.get(name)),
    ])
    if (method === 'OPTIONS') expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers.map((each) => each?.body)).toEqual([null, null, null])
  }
})

const call = { jsonrpc: '2.0', id: 7, method: 'add', params: { left: 1, right: 2 } }
const posted = (body: unknown, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('JSON-RPC: the server and the MSW handlers of one document', () => {
  let ofServer: Server
  let ofMsw: Msw[]
  beforeAll(async () => {
    const { load } = await emittedPackages()
    const own = { add: () => 3, findItem: () => ({ id: 'a' }), log: () => null }
    const { createServer } = await load<{ createServer: (options: object) => Server }>(
      'calc/src/server.ts',
    )
    ofServer = createServer({ operations: own })
    const { mswCalc } = await load<{ mswCalc: (handlers: object, options: object) => Msw[] }>(
      'calc/src/msw.ts',
    )
    ofMsw = mswCalc(own, { url: 'https://calc.example/rpc' })
  }, 120_000)

  async function responses(init: RequestInit): Promise<readonly (readonly [unknown, unknown])[]> {
    const request = new Request('https://calc.example/rpc', init)
    const all = [await ofServer.fetch(request.clone()), await throughMsw(request, ofMsw)]
    return Promise.all(
      all.map(async (each) => [each?.status ?? network, await each?.text()] as const),
    )
  }

  test.each<readonly [what: string, init: RequestInit, status: number]>([
    ['a call', posted(call), 200],
    ['one of a type with a charset', posted(call, 'application/json; charset=utf-8'), 200],
    ['one of another type of JSON', posted(call, 'application/json-rpc+json'), 200],
    ['a text with spaces around', posted(` ${JSON.stringify(call)}\n`), 200],
    ['nothing', posted(''), 200],
    ['no JSON', posted('{'), 200],
    ['a parameter too large', posted({ ...call, params: { left: 1, right: 101 } }), 200],
    ['an unknown parameter', posted({ ...call, params: { left: 1, more: 101 } }), 200],
    ['too many by position', posted({ ...call, params: [1, 2, 3] }), 200],
    ['a batch of many', posted(Array.from({ length: 101 }, () => call)), 200],
    ['a body that is too deep', posted(nested(100)), 200],
    ['parameters that are too deep', posted({ ...call, params: JSON.parse(nested(100)) }), 200],
    ['a body that is too large', posted(JSON.stringify('x'.repeat(1_048_577))), 413],
    ['a notification', posted({ ...call, id: undefined }), 204],
  ])('the same: %s', async (_, init, status) => {
    const [expected, found] = await responses(init)
    expect(expected?.[0]).toBe(status)
    expect(found).toEqual(expected)
  })

  test.each<readonly [what: string, init: RequestInit, server: number, msw: number | string]>([
    // Calls in URLs are another interface of some nodes, and pages of apps may have the same URL.
    ['GET', { method: 'GET' }, 405, network],
    ['PUT', { ...posted(call), method: 'PUT' }, 405, network],
    ['HEAD', { method: 'HEAD' }, 405, network],
    ['OPTIONS', { method: 'OPTIONS' }, 204, network],
    // Nodes read calls of any content type, and tests are sent by `fetch` without one.
    ['a text', posted(call, 'text/plain'), 415, 200],
    ['a form', posted(call, 'application/x-www-form-urlencoded'), 415, 200],
    ['text without a content type', { method: 'POST', body: JSON.stringify(call) }, 415, 200],
  ])('not the same: %s', async (_, init, ...statuses) => {
    expect((await responses(init)).map(([status]) => status)).toEqual(statuses)
  })

  // The mock gets parameters by name, and does not know that the null stands for one that was left out.
  test('not the same: null by position for what is optional', async () => {
    const bodies = (await responses(posted({ ...call, params: [1, null] }))).map(([, body]) =>
      JSON.parse(String(body)),
    )
    expect(bodies).toMatchObject([{ result: 3 }, { error: { code: -32602 } }])
  })
})

async function responseOf(response: Response | undefined): Promise<Record<string, unknown>> {
  if (!response) return { status: 'goes on to the network' }
  const body: { problems?: { in: string; path: string }[] } = await response.json()
  const [first] = body.problems ?? []
  const named = ['content-type', 'allow', 'accept', 'accept-encoding']
  return {
    status: response.status,
    headers: named.map((name) => `${name}: ${response.headers.get(name)}`),
    body,
    place: first && `${first.in} ${first.path}`,
  }
}
