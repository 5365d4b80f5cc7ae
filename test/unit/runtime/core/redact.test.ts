import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  asValidator,
  createRedactor,
  decoded,
  TransportError,
} from '../../../../packages/runtime/src/core/index.js'
import { base64, decoder, decodersOf } from '../../../../packages/runtime/src/decode/index.js'
import {
  type CallOptions,
  connectHttp,
  type HttpApi,
  jsonLines,
  readNothing,
  streamOf,
  waiterOf,
} from '../../../../packages/runtime/src/http/index.js'
import {
  createRpcClient,
  eventStream,
  fallback,
  http,
  mockTransport,
  responseCheck,
  type Transport,
  uri,
} from '../../../../packages/runtime/src/rpc/index.js'
import { runs } from '../../../property/length.js'

const SECRET = 'sk live/äß+"9=?&~!'
const TOKEN = 'tok_0123456789abcdef'

/** Everything that can be printed of an error, at any depth. */
function printed(error: unknown): string {
  return [
    String(error),
    inspect(error, { depth: 20, showHidden: true }),
    JSON.stringify(error),
    error instanceof Error ? String(error.stack) : '',
    ...headersOf(error),
  ].join('\n')
}

const echo = async (): Promise<Response> =>
  new Response(JSON.stringify({ token: TOKEN, state: 'bad' }))

function headersOf(error: unknown): string[] {
  const headers: unknown = Reflect.get(Object(error), 'headers')
  return headers instanceof Headers ? [...headers].flat() : []
}

/** A secret in every way in which a server could say it. */
function echoes(secret: string): string[] {
  const uriForm = encodeURIComponent(secret)
  return [
    secret,
    uriForm,
    uriForm.replace(/%../g, (hex) => hex.toLowerCase()),
    new URLSearchParams([['a', secret]]).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
  ]
}

async function failureOf(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error
  }
  throw new Error('it went well')
}

const operation = { name: 'a', method: 'GET', path: '/a', idempotent: false } as const
const streaming = { ...operation, read: readNothing, items: jsonLines }
const service = { server: 'https://api.example', keyHeader: 'x-api-key' }

function connected(fetch: (url: unknown) => Promise<Response>): HttpApi {
  const apiKey = TOKEN
  const headers = { authorization: `Bearer ${TOKEN}2`, 'x-session': `${TOKEN}3` }
  return connectHttp({ apiKey, headers, fetch, retry: false }, service)
}

function call(
  fetch: (url: unknown) => Promise<Response>,
  validate?: CallOptions['validate'],
): Promise<unknown> {
  return connected(fetch).call(operation, undefined, validate ? { validate } : {})
}

/** A validator that shows the value, as those of texts do. */
const showing = asValidator({
  check: (value: unknown) => [problem(value)],
  drift: (value: unknown) => [problem(value)],
})

/** A validator that only reports drift. */
const drifting = { ...showing, check: () => [] }

function problem(value: unknown) {
  const received = JSON.stringify(value)
  return { path: `a.${received}`, message: `received ${received}`, expected: 'a', received }
}

/** What is printed besides errors. */
async function warned(run: () => Promise<unknown>): Promise<string> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  try {
    await run()
    return warn.mock.calls.flat().join('\n')
  } finally {
    warn.mockRestore()
  }
}

describe('errors of the HTTP client say no credential', () => {
  const all = [TOKEN, `${TOKEN}2`, `${TOKEN}3`].flatMap(echoes)
  const deep = {
    message: all[0],
    nested: { [TOKEN]: [{ list: all }] },
    details: [{ reason: TOKEN }],
  }

  test.each([
    ['JSON', () => new Response(JSON.stringify(deep), { status: 400 })],
    ['a page', () => new Response(`<title>${all.join(' ')}</title>`, { status: 502 })],
    ['a header', () => new Response('{}', { status: 403, headers: { 'x-echo': `${TOKEN}3` } })],
    ['a success that is no JSON', () => new Response(all.join(' '))],
    ['a redirect', () => new Response('', { status: 302, headers: { location: `/?k=${TOKEN}` } })],
  ])('when it comes in %s', async (_, answer) => {
    const error = await failureOf(() => call(async () => answer()))
    expect(printed(error)).not.toContain(TOKEN)
    expect(inspect(error)).toContain('a: GET /a')
  })

  test('when the platform quotes the request', async () => {
    const cause = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(`no way to https://api.example/?k=${TOKEN}`), { path: TOKEN }),
    })
    const error = await failureOf(() => call(() => Promise.reject(cause)))
    expect(printed(error)).not.toContain(TOKEN)
    expect(inspect(error)).toContain('no way to https://api.example/?k=***')
    // Errors of other code stay unchanged for code that holds them.
    expect(cause.cause.path).toBe(TOKEN)
  })

  test('when a success does not hold', async () => {
    const error = await failureOf(() => call(echo, { a: showing }))
    expect(printed(error)).not.toContain(TOKEN)
    expect(error).toMatchObject({ name: 'ValidationError', value: { token: '***' } })
  })

  test.each([
    ['does not hold', showing, 'a: unexpected response: a.{"token":"***"'],
    ['has something unknown', drifting, 'a: not known here: a.{"token":"***"'],
  ])('when a warning is printed because a success %s', async (_, validator, text) => {
    const validate = { validators: { a: validator }, onMismatch: 'warn' } as const
    const printed = await warned(() => call(echo, validate))
    expect(printed).toContain(text)
    expect(printed).not.toContain(TOKEN)
  })

  test('when an item of a stream does not hold, with what the call itself was given', async () => {
    const own = `${TOKEN.toUpperCase()}_OWN`
    const lines = async (): Promise<Response> => new Response(`["${TOKEN}","${own}"]\n`)
    const items = (validate: CallOptions['validate']) =>
      streamOf(connected(lines), streaming, undefined, {
        headers: { authorization: `Bearer ${own}` },
        validate,
      }).next()
    const error = await failureOf(() => items({ a: showing }))
    expect(error).toMatchObject({ name: 'ValidationError', value: ['***', '***'] })
    expect(printed(error)).not.toMatch(new RegExp(`${TOKEN}|${own}`))
    const text = await warned(() => items({ validators: { a: showing }, onMismatch: 'warn' }))
    expect(text).toContain('["***","***"]')
    expect(text).not.toMatch(new RegExp(`${TOKEN}|${own}`))
  })

  test('when a stream is not JSON', async () => {
    const lines = async (): Promise<Response> => new Response(`${TOKEN}\n`)
    const items = streamOf(connected(lines), streaming, undefined)
    const error = await failureOf(() => items.next())
    expect(error).toMatchObject({ name: 'TransportError', cause: { name: 'SyntaxError' } })
    expect(printed(error)).not.toContain(TOKEN)
  })

  test.each([
    ['failed', 'WaitFailedError', ['bad']],
    ['took too long', 'TimeoutError', []],
  ])('when what was waited for %s', async (_, name, failure) => {
    const until = { pointer: '/state', values: ['good'], failure }
    const spec = { name: 'waitForA', until, intervalMs: { first: 1, most: 1 }, timeoutMs: 20 }
    const { waitFor } = waiterOf(connected(echo), operation, spec)
    const error = await failureOf(() => waitFor(undefined))
    expect(error).toMatchObject({ name, last: { token: '***', state: 'bad' } })
    expect(printed(error)).not.toContain(TOKEN)
  })

  test('when an answer cannot be decoded', async () => {
    const api = connected(async () => new Response(JSON.stringify(TOKEN)))
    const client = { a: () => api.call(operation, undefined) }
    const decode = decodersOf({ a: decoder(base64) })
    const error = await failureOf(() => decoded(client, { decode }, api.redact).a())
    expect(error).toMatchObject({ name: 'DecodeError', received: '***' })
    expect(printed(error)).not.toContain(TOKEN)
  })

  test('and stay what they are where nothing is secret', async () => {
    const body = { message: 'no', details: [{ reason: 'a' }] }
    const answer = async (): Promise<Response> =>
      new Response(JSON.stringify(body), { status: 400 })
    expect(await failureOf(() => call(answer))).toMatchObject({ status: 400, body, reason: 'a' })
  })
})

describe.each([
  ['http', http],
  ['uri', uri],
])('errors of the JSON-RPC transport %s say no credential', (_, transport) => {
  const address = `https://node.example/${TOKEN}/?apikey=${TOKEN}2`
  const headers = { authorization: `Basic ${btoa(`user:${TOKEN}4`)}` }
  const method = { name: 'status', safe: true, params: [] }

  test.each([
    [
      'an error',
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: TOKEN, data: { key: `${TOKEN}4` } } },
    ],
    ['another message', { echo: [TOKEN, `${TOKEN}2`] }],
  ])('in %s', async (_name, body) => {
    const fetch = async (): Promise<Response> => new Response(JSON.stringify(body))
    const own = transport(address, { headers, fetch, retry: false })
    const error = await failureOf(async () => own.call({ method, params: {} }))
    expect(inspect(error)).toMatch(/^(?:RpcError|TransportError)/)
    expect(printed(error)).not.toContain(TOKEN)
  })

  test('in what the platform says', async () => {
    const fetch = (): Promise<Response> => Promise.reject(new TypeError(`no way to ${address}`))
    const own = transport(address, { headers, fetch, retry: false })
    const error = await failureOf(async () => own.call({ method, params: {} }))
    expect(printed(error)).not.toContain(TOKEN)
    expect(inspect(error)).toContain('no way to https://node.example/***')
  })
})

describe.each<[string, (url: string, options: Parameters<typeof http>[1]) => Transport]>([
  ['http', http],
  ['fallback', (url, options) => fallback([uri(url, options)])],
])('a JSON-RPC client over %s shows no credential', (_, transport) => {
  const result = { token: TOKEN }
  const fetch = async (): Promise<Response> =>
    new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  const method = { name: 'status', safe: true, params: [] }

  const status = (validate: CallOptions['validate']): Promise<unknown> => {
    const own = transport(`https://node.example/${TOKEN}`, { fetch, retry: false })
    const check = responseCheck(validate)
    return createRpcClient({ transport: own, check }).call(method)
  }

  test('when a result does not hold', async () => {
    const error = await failureOf(() => status({ status: showing }))
    expect(error).toMatchObject({ name: 'ValidationError', value: { token: '***' } })
    expect(printed(error)).not.toContain(TOKEN)
  })

  test.each([
    ['does not hold', showing],
    ['has something unknown', drifting],
  ])('when a warning is printed because a result %s', async (_, validator) => {
    const validators = { status: validator }
    const text = await warned(() => status({ validators, onMismatch: 'warn' }))
    expect(text).toContain('{"token":"***"}')
    expect(text).not.toContain(TOKEN)
  })
})

test('a subscription shows no credential of its transport', async () => {
  const { redact } = http(`https://node.example/${TOKEN}`)
  if (!redact) throw new Error('transports with addresses have secrets')
  const transport = { ...mockTransport(), redact }
  const subscribe = { name: 'subscribe', safe: true, params: [] }
  const source = { subscribe, unsubscribe: subscribe, query: 'query', key: 'a', kinds: {} }
  const check = responseCheck({ Event: showing })
  const client = createRpcClient({ transport, check })
  const events = eventStream(client, { ...source, validator: 'Event' })('all')
  const first = failureOf(() => events.next())
  await events.ready
  transport.emit({ data: { type: 'a', value: TOKEN } })
  expect(printed(await first)).not.toContain(TOKEN)
  expect(await first).toMatchObject({ name: 'ValidationError' })
})

test('any secret is found in every form, in texts and in errors', () => {
  const secret = fc.string({
    minLength: 7,
    unit: fc
      .integer({ min: 33, max: 255 })
      .map((code) => String.fromCharCode(code === 127 ? 33 : code)),
  })
  fc.assert(
    fc.property(secret, (each) => {
      const redact = createRedactor([each])
      for (const form of echoes(each)) expect(redact(`<${form}>`)).toBe('<***>')
      const cause = Object.assign(new Error(each), { list: [{ [each]: [each] }] })
      const error = redact(new TransportError(each, { cause, body: each }))
      expect(printed(error)).not.toContain(each)
      expect(cause.message).toBe(each)
    }),
    runs(200),
  )
})

test('errors that hold each other are cleaned too', () => {
  const inner: Error & { cause?: unknown } = new Error(TOKEN)
  inner.cause = inner
  const error = createRedactor([TOKEN])(new TransportError('a', { cause: inner }))
  expect(printed(error)).not.toContain(TOKEN)
  // Without secrets, it stays unchanged.
  expect(createRedactor(['other-secret'])(new TransportError('a', { cause: inner })).cause).toBe(
    inner,
  )
})

test('every form of a secret is found', () => {
  const redact = createRedactor([SECRET])
  for (const form of echoes(SECRET)) expect(redact(`<${form}>`)).toBe('<***>')
  const fine = { a: ['b'] }
  expect(redact(fine)).toBe(fine)
  expect(redact({ [SECRET]: 1 })).toEqual({ '***': 1 })
  let nested: unknown = SECRET
  for (let level = 0; level < 100_000; level++) nested = [nested]
  expect(JSON.stringify(createRedactor(['a'])(fine))).toContain('***')
  expect(() => redact(nested)).not.toThrow()
})
