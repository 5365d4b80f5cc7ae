import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import { isTimeoutError, isTransportError } from '../../../../packages/runtime/src/core/errors.js'
import {
  clientCredentials,
  type RefreshedToken,
  refreshToken,
} from '../../../../packages/runtime/src/oauth/index.js'
import { fakeTimersInEachTest } from '../core/timers.fixture.js'

const server = { tokenUrl: 'https://auth.example/token', clientId: 'a b', clientSecret: 's3cret:%' }

interface Sent {
  readonly form: Record<string, string>
  readonly headers: Headers
  readonly init: RequestInit
}

/** A token endpoint: each request gets the next answer, and the last one is repeated. */
function endpoint(...answers: readonly (unknown | Response | (() => Promise<Response>))[]) {
  const sent: Sent[] = []
  const fetch = async (_: string, init: RequestInit): Promise<Response> => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]
    const form = Object.fromEntries(new URLSearchParams(String(init.body)))
    sent.push({ form, headers: new Headers(init.headers), init })
    if (typeof answer === 'function') return answer()
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  }
  return { fetch, sent }
}

const never = (init?: { onAbort?: () => void }) => () =>
  new Promise<Response>(() => init?.onAbort?.())

const token = (name: string, more: object = {}) => ({
  access_token: name,
  token_type: 'Bearer',
  expires_in: 3600,
  ...more,
})

fakeTimersInEachTest(1_800_000_000_000)

test('many calls wait for one request, and share its token until it is nearly over', async () => {
  const { fetch, sent } = endpoint(token('one'), token('two'))
  const source = clientCredentials({ ...server, scope: ['read', 'write'], fetch })
  expect(await Promise.all(Array.from({ length: 50 }, () => source()))).toEqual(
    Array(50).fill('one'),
  )
  vi.advanceTimersByTime(3600_000 - 60_001)
  expect(await source()).toBe('one')
  expect(sent).toHaveLength(1)
  vi.advanceTimersByTime(2)
  expect(await Promise.all([source(), source()])).toEqual(['two', 'two'])
  expect(sent).toHaveLength(2)
  expect(sent[0]?.form).toEqual({ grant_type: 'client_credentials', scope: 'read write' })
  const basic = `Basic ${btoa('a+b:s3cret%3A%25')}`
  expect(sent[0]?.headers.get('authorization')).toBe(basic)
  expect(sent[0]?.init.redirect).toBe('manual')
})

test('a client without a secret, or that has it in the body, identifies itself there', async () => {
  const one = endpoint(token('a'))
  await clientCredentials({ tokenUrl: server.tokenUrl, clientId: 'me', fetch: one.fetch })()
  expect(one.sent[0]?.form).toEqual({ grant_type: 'client_credentials', client_id: 'me' })
  const two = endpoint(token('a'))
  const parameters = { audience: 'https://api.example' }
  await clientCredentials({ ...server, clientAuth: 'body', parameters, fetch: two.fetch })()
  expect(two.sent[0]?.form).toMatchObject({ client_secret: 's3cret:%', ...parameters })
  expect(two.sent[0]?.headers.has('authorization')).toBe(false)
})

test('a short life is used to its middle at least, an unknown one for five minutes', async () => {
  const short = endpoint(token('one', { expires_in: 20 }), token('two'))
  const source = clientCredentials({ ...server, fetch: short.fetch })
  await source()
  vi.advanceTimersByTime(9_999)
  expect(await source()).toBe('one')
  vi.advanceTimersByTime(2)
  expect(await source()).toBe('two')
  const unknown = endpoint(token('one', { expires_in: undefined }), token('two'))
  const other = clientCredentials({ ...server, fetch: unknown.fetch })
  await other()
  vi.advanceTimersByTime(239_000)
  expect(await other()).toBe('one')
  vi.advanceTimersByTime(2_000)
  expect(await other()).toBe('two')
})

test('while a token is good, a failed renewal does not matter', async () => {
  const { fetch } = endpoint(token('one'), new Response('', { status: 400 }))
  const source = clientCredentials({ ...server, fetch })
  await source()
  vi.advanceTimersByTime(3600_000 - 1000)
  expect(await source()).toBe('one')
  vi.advanceTimersByTime(1000)
  await expect(source()).rejects.toThrow('the token endpoint answered 400')
})

test('what passes is repeated, with pauses, for client credentials only', async () => {
  const busy = new Response('', { status: 503, headers: { 'retry-after': '2' } })
  const { fetch, sent } = endpoint(busy, busy, token('one'))
  const waiting = clientCredentials({ ...server, fetch })()
  await vi.advanceTimersByTimeAsync(4_100)
  expect(await waiting).toBe('one')
  expect(sent).toHaveLength(3)
  const once = endpoint(busy)
  const refreshed = refreshToken({ ...server, refreshToken: 'r1', fetch: once.fetch })
  await expect(refreshed()).rejects.toThrow('answered 503')
  expect(once.sent).toHaveLength(1)
})

test('an endpoint that never answers ends at the time limit, and the next call asks again', async () => {
  const { fetch, sent } = endpoint(never(), token('one'))
  const source = clientCredentials({ ...server, timeoutMs: 1000, fetch })
  const waiting = Promise.allSettled([source(), source()])
  await vi.advanceTimersByTimeAsync(1000)
  const results = await waiting
  expect(results.map((each) => each.status === 'rejected' && isTimeoutError(each.reason))).toEqual([
    true,
    true,
  ])
  expect(sent[0]?.init.signal?.aborted).toBe(true)
  expect(await source()).toBe('one')
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [
    'a refusal',
    Response.json({ error: 'invalid_client', error_description: 's3cret:%' }, { status: 401 }),
    '401: invalid_client',
  ],
  [
    'a refusal that repeats the secret',
    Response.json({ error: 's3cret:%' }, { status: 400 }),
    '400: ***',
  ],
  ['a page', new Response('<html>s3cret:%</html>'), 'without an access_token'],
  ['a token that is none', Response.json({ access_token: 5 }), 'without an access_token'],
])('%s is an error that shows no secret', async (_, answer, says) => {
  const { fetch } = endpoint(answer)
  const error = await clientCredentials({ ...server, fetch })().catch((each: unknown) => each)
  expect(isTransportError(error)).toBe(true)
  expect(String(error)).toContain(says)
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/s3cret|czNjcmV0/)
})

test('a redirect is not followed, on platforms that show it and on those that hide it', async () => {
  const location = 'https://elsewhere.example/token'
  const shown = new Response(null, { status: 307, headers: { location } })
  const hidden = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
    ok: { value: false },
  })
  for (const [answer, status] of [
    [shown, 307],
    [hidden, undefined],
  ] as const) {
    const { fetch, sent } = endpoint(async () => answer)
    const error = await clientCredentials({ ...server, fetch })().catch((error: unknown) => error)
    expect(isTransportError(error) && [error.fault, error.status]).toEqual(['redirect', status])
    expect(sent).toHaveLength(1)
  }
})

test('a failing connection does not show what was sent', async () => {
  const fetch = (_: string, init: RequestInit): Promise<Response> =>
    Promise.reject(new TypeError(`cannot send ${String(init.body)}`, { cause: init }))
  const error = await refreshToken({ ...server, refreshToken: 'r-secret', fetch })().catch(
    (each: unknown) => each,
  )
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/r-secret|s3cret|czNjcmV0/)
})

test('a refresh token is replaced by a new one, which the program can keep', async () => {
  const { fetch, sent } = endpoint(
    token('one', { refresh_token: 'r2' }),
    token('two', { expires_in: 60 }),
  )
  const kept: RefreshedToken[] = []
  const onRefresh = (each: RefreshedToken): void => void kept.push(each)
  const source = refreshToken({ ...server, refreshToken: 'r1', onRefresh, fetch })
  expect(await Promise.all([source(), source()])).toEqual(['one', 'one'])
  source.forget()
  expect(await source()).toBe('two')
  expect(sent.map(({ form }) => form.refresh_token)).toEqual(['r1', 'r2'])
  expect(kept.map((each) => each.refreshToken)).toEqual(['r2', 'r2'])
  expect(kept[0]?.expiresAt).toBe(Date.now() + 3600_000)
})

test('an access token that is there is used first', async () => {
  const { fetch, sent } = endpoint(token('two'))
  const expiresAt = Date.now() + 600_000
  const first = { accessToken: 'one', expiresAt, refreshToken: 'r1' }
  const source = refreshToken({ ...server, ...first, fetch })
  expect(await source()).toBe('one')
  vi.advanceTimersByTime(560_000)
  expect(await source()).toBe('two')
  expect(sent).toHaveLength(1)
})

test('a token that cannot be kept is used all the same, and the failure is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { fetch } = endpoint(token('one'))
  const onRefresh = () => Promise.reject(new Error('disk'))
  expect(await refreshToken({ ...server, refreshToken: 'r', onRefresh, fetch })()).toBe('one')
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test.each<readonly [string, object, string]>([
  ['no address', { tokenUrl: 'auth.example/token' }, 'tokenUrl has to begin with'],
  ['an address with a password', { tokenUrl: 'https://a:b@c/' }, 'without credentials'],
  ['no client', { clientId: undefined }, 'clientId takes string'],
  ['a secret that is no text', { clientSecret: 5 }, 'clientSecret takes string'],
  ['no such place', { clientAuth: 'query' }, "clientAuth takes 'header' | 'body'"],
  ['no time', { timeoutMs: 0 }, 'timeoutMs takes number > 0'],
  [
    'a parameter that is no text',
    { parameters: { audience: 5 } },
    'parameters.audience takes string',
  ],
])('%s is refused before anything is sent', (_, wrong, says) => {
  const make = () => Reflect.apply(clientCredentials, undefined, [{ ...server, ...wrong }])
  expect(make).toThrow(TypeError)
  expect(make).toThrow(says)
})
