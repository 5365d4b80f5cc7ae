import { expect, test } from 'vitest'
import { decoded } from '../../../packages/runtime/src/core/index.js'
import {
  connectHttp,
  type HttpOperation,
  type HttpStream,
  jsonLines,
  streamOf,
  waiterOf,
  withCredentials,
  withOwnServers,
  withStreams,
} from '../../../packages/runtime/src/http/index.js'
import { createHttpMock, sampledResults } from '../../../packages/runtime/src/mock/index.js'
import {
  createHistory,
  createRpcClient,
  fallback,
  mockTransport,
  webSocket,
} from '../../../packages/runtime/src/rpc/comet/index.js'
import {
  fallback as anyFallback,
  mockTransport as anyMock,
  webSocket as anySocket,
  callsOf,
  createRpcClient as createAnyClient,
  http,
  paginate,
  responseCheck,
  uri,
  waitFor,
  withHooks,
} from '../../../packages/runtime/src/rpc/index.js'
import { openEventStream } from '../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { broadcast, source, status, validators } from './rpc/document.fixture.js'

// Each option of each client with values of every kind: it takes what is listed, and refuses everything else with a
// TypeError that names it. A new option needs one line here.

const values = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  minus: -1,
  zero: 0,
  half: 0.5,
  seven: 7,
  bigint: 7n,
  text: 'abc',
  digits: '7',
  null: null,
  true: true,
  false: false,
  object: {},
  array: [],
  function() {},
  symbol: Symbol('abc'),
} as const
type Kind = keyof typeof values

const aboveZero: Kind[] = ['Infinity', 'half', 'seven']
const fromZero: Kind[] = ['Infinity', 'zero', 'half', 'seven']
const fromOne: Kind[] = ['Infinity', 'seven']
const text: Kind[] = ['text', 'digits']
const object: Kind[] = ['object', 'array']
const boolean: Kind[] = ['true', 'false']
const callback: Kind[] = ['function']
const retry = {
  retry: [...object, 'false'],
  'retry.attempts': fromZero,
  'retry.baseMs': fromZero,
  'retry.maxMs': fromZero,
} as const

type Taken = Readonly<Record<string, readonly Kind[]>>

const call: Taken = {
  timeoutMs: aboveZero,
  signal: [],
  init: object,
  idempotencyKey: [...boolean, 'function'],
  baseUrl: [],
  headers: object,
  redirect: [],
  maxBodyBytes: fromZero,
  ...retry,
  validate: [...object, 'false'],
  'validate.validators': object,
  'validate.requests': object,
  'validate.onMismatch': callback,
}
const { signal: _, ...shared } = call
const client: Taken = {
  ...shared,
  baseUrl: [],
  apiKey: text,
  fetch: callback,
  onRequest: callback,
  onResponse: callback,
  onRetry: callback,
  decode: object,
}
const rpcCall: Taken = {
  timeoutMs: aboveZero,
  signal: [],
  headers: object,
  init: object,
  ...retry,
  validate: [...object, 'false'],
}
const rpcHttp: Taken = {
  timeoutMs: aboveZero,
  headers: object,
  fetch: callback,
  maxBodyBytes: fromZero,
  ...retry,
}
const socket: Taken = {
  timeoutMs: aboveZero,
  keepAliveMs: fromZero,
  maxBodyBytes: fromZero,
  reconnect: [...object, ...boolean],
  'reconnect.attempts': fromZero,
  'reconnect.baseMs': fromZero,
  'reconnect.maxMs': fromZero,
  subscriptionsPerConnection: fromOne,
  headers: object,
  WebSocket: callback,
}
const several: Taken = {
  timeoutMs: aboveZero,
  checkMs: fromOne,
  maxLag: fromZero,
  maxLatencyMs: fromZero,
  chainId: text,
}
const follow: Taken = {
  signal: [],
  resume: [],
  by: [],
  buffer: [...fromOne, ...object],
  'buffer.size': fromOne,
  'buffer.characters': fromOne,
  'buffer.policy': [],
  quietMs: fromZero,
  onGap: callback,
  onComplete: callback,
  from: ['seven', 'bigint', 'digits'],
  to: ['seven', 'bigint', 'digits'],
}
const wait: Taken = {
  timeoutMs: aboveZero,
  signal: [],
  intervalMs: fromZero,
  onUpdate: callback,
}
const mock: Taken = { handlers: object, examples: object }

const service = { server: 'http://a', keyHeader: 'key' }
const operation: HttpOperation<object, object> = { name: 'op', method: 'GET', path: '/op' }
const stream: HttpStream<object, object> = {
  name: 'op',
  method: 'GET',
  path: '/op',
  items: (chunks, most) => jsonLines<object>(chunks, most),
}
const answering = async (): Promise<Response> => Response.json({ state: 'done' })
const schemes = {
  key: { in: 'header', name: 'key' },
  'my key': { in: 'query', name: 'b' },
} as const
const rpcFetch = async (_: unknown, init: RequestInit): Promise<Response> => {
  const { id } = JSON.parse(String(init.body ?? '{"id":-1}'))
  return Response.json({ jsonrpc: '2.0', id, result: {} })
}
const calls = { status, broadcast, validators }

/** Makes a client, or a call of one, with some options. */
type Use = (options: object) => unknown

const api = () => connectHttp({ fetch: answering }, service)
const node = () => createRpcClient({ transport: mockTransport({ examples: { status: {} } }) })
const waiting = { name: 'op', intervalMs: { first: 0, most: 0 } }

const clients: readonly (readonly [string, Taken, Use])[] = [
  ['a client', client, (options) => connectHttp(options, service)],
  [
    'a client with credentials',
    { ...client, credentials: object },
    (options) => connectHttp(withCredentials(options, service.server, schemes), service),
  ],
  [
    'a client with several servers',
    { ...client, trustedOrigins: ['array'] },
    (options) => withOwnServers(options, 'http://a', (own) => connectHttp(own, service)),
  ],
  ['a client that streams', client, (options) => connectHttp(withStreams(options), service)],
  ['a call', call, (options) => api().call(operation, {}, options)],
  [
    'the items of a stream',
    // The URL is used with the first item.
    { ...call, baseUrl: text, idleMs: aboveZero },
    (options) => streamOf(api(), stream, {}, options),
  ],
  ['a wait', wait, (options) => waiterOf(api(), operation, waiting).waitFor({}, options)],
  ['a watch', wait, (options) => waiterOf(api(), operation, waiting).watch({}, options)],
  [
    'an interval',
    { first: fromZero, most: fromZero },
    (given) => {
      const intervalMs = { first: 1, most: 1, ...given }
      return waiterOf(api(), operation, waiting).waitFor({}, { intervalMs })
    },
  ],
  [
    'a mock of fetch',
    {
      mode: text,
      onUnknown: [],
      checkRequests: boolean,
      seed: ['minus', 'zero', 'half', 'seven'],
      items: ['zero', 'seven'],
    },
    (options) => createHttpMock({ operations: {}, examples: {} }, {}, options),
  ],
  [
    'handlers of a mock of fetch',
    { op: callback },
    (handlers) => createHttpMock({ operations: { op: operation }, examples: {} }, handlers),
  ],
  [
    'http',
    {
      ...rpcHttp,
      batch: [...object, ...boolean],
      'batch.size': fromOne,
      'batch.waitMs': fromZero,
    },
    (options) => http('http://a', options),
  ],
  ['uri', rpcHttp, (options) => uri('http://a', options)],
  ['webSocket', socket, (options) => webSocket('ws://a', options)],
  ['webSocket without a dialect', socket, (options) => anySocket('ws://a', options)],
  ['fallback', several, (options) => fallback([http('http://a')], options)],
  ['fallback without a dialect', several, (options) => anyFallback([http('http://a')], options)],
  ['a mock of a node', mock, (options) => mockTransport(options)],
  ['a mock without a dialect', mock, (options) => anyMock(options)],
  [
    'a mock of a node that makes up results',
    {
      onUnknown: [],
      seed: ['minus', 'zero', 'half', 'seven'],
      items: ['zero', 'seven'],
    },
    (options) => sampledResults(undefined, options),
  ],
  ['handlers of a mock', { status: callback }, (handlers) => mockTransport({ handlers })],
  [
    'hooks',
    { onRequest: callback, onResponse: callback, onRetry: callback },
    (hooks) => withHooks(http('http://a'), hooks),
  ],
  [
    'a client of a node',
    { chainId: text, checkRelease: boolean, check: callback },
    (options) => createRpcClient({ transport: http('http://a'), ...options }),
  ],
  [
    'a table of validators',
    {
      validate: [...object, 'false'],
      'validate.validators': object,
      'validate.onMismatch': callback,
    },
    (options) => responseCheck(Reflect.get(options, 'validate')),
  ],
  [
    'a call over http',
    rpcCall,
    (options) =>
      callsOf(createAnyClient({ transport: http('http://a', { fetch: rpcFetch }) }), calls).status(
        options,
      ),
  ],
  [
    'a call over uri',
    rpcCall,
    (options) =>
      createAnyClient({ transport: uri('http://a', { fetch: rpcFetch }) }).call(
        status,
        {},
        options,
      ),
  ],
  [
    'a call over several',
    rpcCall,
    (options) =>
      createAnyClient({ transport: anyFallback([http('http://a', { fetch: rpcFetch })]) }).call(
        status,
        {},
        options,
      ),
  ],
  ['a call of a mock', rpcCall, (options) => node().call(status, {}, options)],
  [
    'a call where the chain is pinned',
    rpcCall,
    (options) => {
      const examples = { status: { node_info: { network: 'a' } } }
      const transport = mockTransport({ examples })
      return createRpcClient({ transport, chainId: 'a' }).call(status, {}, options)
    },
  ],
  [
    'pages',
    rpcCall,
    (options) => {
      const transport = mockTransport({ examples: { validators: { all: [], total: '0' } } })
      const pages = { page: 'page', items: '/all', total: '/total' }
      return paginate(createRpcClient({ transport }), validators, pages, {}, options).next()
    },
  ],
  ['a wait for a node', wait, (options) => waitFor(node(), status, {}, {}, options)],
  [
    'a subscription',
    follow,
    (options) => openEventStream(node(), source, "tm.event='NewBlock'", options).return(),
  ],
  [
    'a subscription without a dialect',
    { ...follow, from: [], to: [], onComplete: [] },
    (options) =>
      openEventStream(createAnyClient({ transport: anyMock() }), source, 'a', options).return(),
  ],
  [
    'history',
    {
      from: ['seven', 'bigint', 'digits'],
      to: ['seven', 'bigint', 'digits'],
      concurrency: ['seven'],
      batch: ['seven'],
      characters: fromOne,
      chainId: text,
      checkRelease: boolean,
      signal: [],
      onProgress: callback,
      kinds: ['array'],
    },
    (options) =>
      createHistory<{ Tx: object }, Record<never, never>>({})(node(), {
        query: "tm.event='Tx'",
        ...options,
      }),
  ],
]

const trials = clients.flatMap(([what, options, use]) =>
  Object.entries(options).map(([name, taken]) => ({ what, name, taken, use })),
)

test.each(trials)('$what: $name', async ({ name, taken, use }) => {
  for (const kind of Object.keys(values) as Kind[]) {
    const options = optionsWith(name, values[kind])
    const error = await failureOf(() => use(options))
    if (taken.includes(kind)) expect(error, kind).not.toBeInstanceOf(TypeError)
    else {
      // A height that no chain has is out of range.
      const isHeight = /^(?:from|to)$/.test(name) && typeof values[kind] === 'number'
      expect(error, kind).toBeInstanceOf(isHeight ? Error : TypeError)
      expect(String(error), kind).toMatch(new RegExp(`\\b${name.replace('.', '\\.')}\\b`))
    }
  }
  // An interval has both.
  if (/^(?:first|most)$/.test(name)) return
  const notGiven = optionsWith(name, undefined)
  expect(await failureOf(() => use(notGiven))).toBeUndefined()
})

const headers: readonly (readonly [string, Use])[] = [
  ['a client', (given) => connectHttp({ headers: given as never }, service)],
  ['a call', (given) => api().call(operation, {}, { headers: given as never })],
  ['http', (given) => http('http://a', { headers: given as never })],
  ['uri', (given) => uri('http://a', { headers: given as never })],
  ['webSocket', (given) => webSocket('ws://a', { headers: given as never })],
]

test.each(headers)('%s takes strings as headers', async (_, use) => {
  for (const value of Object.values(values)) {
    const error = await failureOf(() => use({ 'X-Key': value }))
    if (typeof value === 'string') expect(error).toBeUndefined()
    else expect(String(error)).toMatch(/^TypeError: (?:op: )?header X-Key takes a sendable string$/)
  }
  expect(await failureOf(() => use([['x-key', 'a']]))).toBeUndefined()
  expect(await failureOf(() => use(new Headers({ a: 'b' })))).toBeUndefined()
  expect(await failureOf(() => use({ a: 'b', c: undefined }))).toBeUndefined()
})

test('decode takes a table of decoders', async () => {
  for (const decode of Object.values(values)) {
    const error = await failureOf(() => decoded({}, { decode: decode as never }))
    expect(String(error)).toBe('TypeError: decode takes responseDecoders')
  }
})

test.each([
  'redirect: same-origin follow error',
  'resume: backfill reconnect none',
  'by: height event',
  'onUnknown: error example',
  'validate.onMismatch: throw warn',
])('words of %s', async (row) => {
  const [name = '', words = ''] = row.split(': ')
  const uses = clients.filter(([, options]) => options[name]).map(([, , use]) => use)
  expect(uses.length).toBeGreaterThan(0)
  for (const word of words.split(' ')) {
    for (const use of uses) {
      const error = await failureOf(() => use(optionsWith(name, word)))
      expect(String(error)).not.toContain(`${name} takes`)
    }
  }
})

const signIn = (credentials: Record<string, never>): unknown =>
  connectHttp(
    withCredentials({ credentials, fetch: answering }, service.server, schemes),
    service,
  ).call(operation, {})

test.each(['key', 'my key'])('credentials: %s', async (name) => {
  const basic = { username: 'a', password: 'b' }
  for (const value of ['abc', basic, () => 'abc', async () => basic, () => undefined, undefined]) {
    expect(await failureOf(() => signIn({ [name]: value as never }))).toBeUndefined()
  }
  const wrong = [7, null, true, {}, [], { username: 'a' }, { ...basic, password: null }]
  for (const value of [...wrong, ...wrong.map((each) => () => each)]) {
    const error = await failureOf(() => signIn({ [name]: value as never }))
    expect(String(error)).toMatch(`TypeError: credentials.${name} takes string`)
  }
})

test.each(clients)('$0 takes an object of options', async (what, _, use) => {
  // It gets them as a part of others.
  if (/interval|table|client of a node|history/.test(what)) return
  for (const value of [null, 5, 'abc', true, Symbol('abc')]) {
    const error = await failureOf(() => use(value as never))
    expect(error, what).toBeInstanceOf(TypeError)
    expect(String(error), what).toMatch(/(?:options|handlers) takes? object/)
  }
})

test('addresses and transports', async () => {
  for (const value of [null, 5, {}, []] as never[]) {
    for (const make of [http, uri, webSocket, anySocket])
      expect(() => make(value)).toThrow(/is not an address that begins with/)
  }
  for (const value of [null, 5, 'http://a', ['http://a'], [null], [{}]] as never[]) {
    for (const make of [fallback, anyFallback])
      expect(() => make(value)).toThrow(new TypeError('fallback takes transports in an array'))
  }
})

test('what is refused is not shown', async () => {
  for (const options of [
    { apiKey: ['secret'] },
    { headers: { a: ['secret'] } },
    { baseUrl: ['secret'] },
  ]) {
    const error = await failureOf(() => connectHttp(options as never, service))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).not.toContain('secret')
  }
})

test('a client of a node: transport', () => {
  for (const transport of [undefined, null, 'http://a', 7] as never[]) {
    expect(() => createAnyClient({ transport })).toThrow(new TypeError('transport takes object'))
  }
})

function optionsWith(name: string, value: unknown): object {
  return name.split('.').reduceRight((inside: unknown, key) => ({ [key]: inside }), value) as object
}

async function failureOf(use: () => unknown): Promise<unknown> {
  try {
    await use()
    return undefined
  } catch (error) {
    return error
  }
}
