import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import {
  isTimeoutError,
  isTransportError,
  TimeoutError,
  TransportError,
} from '../../../../packages/runtime/src/core/index.js'
import {
  ApiError,
  connectHttp,
  isErrorOf,
  messageAt,
} from '../../../../packages/runtime/src/http/index.js'
import { heldClock } from '../clock.fixture.js'
import { createSampleClient, isApiError, operations } from './client.fixture.js'
import { failureOf, json, route, serve } from './server.fixture.js'

const body = { source_asset_denom: 'uatom' }
const badPrice = {
  code: 3,
  message: 'price impact too high',
  details: [{ '@type': 'x/ErrorInfo', reason: 'BAD_PRICE_ERROR', domain: 'd', metadata: {} }],
}

describe('an answer of the API', () => {
  it('is an ApiError with everything that came', async () => {
    const server = await serve((response) => json(response, 400, badPrice, { 'x-id': '7' }))
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(error).toBeInstanceOf(ApiError)
    if (!isApiError(error, 'BAD_PRICE_ERROR')) throw error
    expect(error).toMatchObject({ status: 400, code: 3, operation: 'route', body: badPrice })
    expect(error.reason satisfies 'BAD_PRICE_ERROR' | undefined).toBe('BAD_PRICE_ERROR')
    expect(error.details[0]?.domain).toBe('d')
    expect(error.headers.get('x-id')).toBe('7')
    expect(error.message).toBe(
      'route: POST /v2/fungible/route: 400 BAD_PRICE_ERROR: price impact too high',
    )
    expect(error.stack?.startsWith('ApiError: route: POST')).toBe(true)
    expect(isApiError(error, 'LOW_INFO_ERROR')).toBe(false)
  })

  it('narrows by status for one operation', async () => {
    const server = await serve((response) => json(response, 500, { trace: 't' }))
    const client = createSampleClient({ baseUrl: server.url })
    const error = await failureOf(client.status({ tx_hash: 'a', chain_id: 'b' }))
    expect(isErrorOf(error, operations.route)).toBe(false)
    if (!isErrorOf(error, operations.status) || error.status !== 500) throw error
    expect(error.body.trace).toBe('t')
  })

  it.each([
    ['null', null],
    ['a string', 'no'],
    ['odd members', { code: {}, message: 7, details: [null, 'x', { reason: 5 }, { a: 1 }] }],
    ['details that are no list', { details: { reason: 'x' } }],
  ])('may be %s and is an ApiError all the same', async (_, odd) => {
    const server = await serve((response) => json(response, 418, odd))
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 418, body: odd, code: undefined })
  })
})

describe('any answer that is not 2xx is an ApiError', () => {
  const page = '<html><head><title>502 Bad Gateway</title></head><body>proxy</body></html>'
  it.each([
    [304, 'text/html', '<html>proxy</html>', ''],
    [403, 'text/html', '<html>proxy</html>', ''],
    [502, 'text/html', page, ': 502 Bad Gateway'],
    [500, 'text/plain', 'upstream failed\nat a\nat b', ': upstream failed'],
    [429, 'application/json', '{"message":', ': {"message":'],
  ])('%i with %s that is not JSON', async (status, type, text, said) => {
    const server = await serve((response) => {
      response.writeHead(status, { 'content-type': type }).end(text)
    })
    const client = createSampleClient({ baseUrl: server.url, retry: false })
    const error = await failureOf(client.route(body))
    expect(error).toBeInstanceOf(ApiError)
    // A 304 has no body, whatever the server writes behind it.
    const want = status === 304 ? { body: undefined } : { body: text, isText: true }
    expect(error).toMatchObject({ status, code: undefined, details: [], ...want })
    expect(String(error)).toBe(`ApiError: route: POST /v2/fungible/route: ${status}${said}`)
  })

  it('an undescribed error does not belong to an operation', async () => {
    for (const text of [page, '']) {
      const server = await serve((response) => void response.writeHead(500).end(text))
      const client = createSampleClient({ baseUrl: server.url, retry: false })
      const error = await failureOf(client.status({ tx_hash: 'a', chain_id: 'b' }))
      expect(isApiError(error)).toBe(true)
      expect(isErrorOf(error, operations.status)).toBe(false)
    }
  })

  it.each([300, 400, 404, 500])('an empty body with status %i', async (status) => {
    const server = await serve((response) => void response.writeHead(status).end())
    const client = createSampleClient({ baseUrl: server.url, retry: false })
    const error = await failureOf(client.route(body))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status, body: undefined })
    expect(error).not.toHaveProperty('isText')
  })

  it('a page is retried like any other failure of that status', async () => {
    const server = await serve((response, _, count) => {
      if (count === 1) response.writeHead(503, { 'retry-after': '0' }).end(page)
      else json(response, 200, route)
    })
    const client = createSampleClient({ baseUrl: server.url })
    expect(await client.route(body)).toEqual(route)
  })

  it.each([
    ['message', { error: 'invalid', message: 'm' }, 'm'],
    ['error.message', { error: { code: 7, message: 'm', status: 'X' } }, 'm'],
    ['error', { error: 'm' }, 'm'],
    ['error_description', { error: 'invalid_grant', error_description: 'm' }, 'm'],
    ['detail', { type: 'about:blank', title: 't', detail: 'm' }, 'm'],
    ['title', { type: 'about:blank', title: 'm', status: 400 }, 'm'],
    ['detail[0].msg', { detail: [{ loc: ['body'], msg: 'm' }] }, 'm'],
    ['errors[0].detail', { errors: [{ title: 't', detail: 'm' }] }, 'm'],
    ['errors[0]', { errors: ['m'] }, 'm'],
    ['a text', 'm', 'm'],
  ])('its message is found at %s', async (_, answer, message) => {
    const server = await serve((response) => json(response, 400, answer))
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    const [, said] = /: 400(?: \w+)*: (.*)$/.exec(String(error)) ?? []
    expect(said).toBe(message)
  })

  it('described places take precedence', async () => {
    const answer = { message: 'generic', fault: { text: 'described' } }
    const server = await serve((response) => json(response, 400, answer))
    const service = { server: '', messageIn: messageAt(['/fault/other', '/fault/text']) }
    const call = connectHttp({ baseUrl: server.url }, service).call(operations.route, body)
    expect(String(await failureOf(call))).toMatch(/: 400: described$/)
  })

  it('code and details are found in `error` too', async () => {
    const answer = { error: { code: 3, message: 'm', details: [{ reason: 'BAD_PRICE_ERROR' }] } }
    const server = await serve((response) => json(response, 400, answer))
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(error).toMatchObject({ code: 3, reason: 'BAD_PRICE_ERROR', body: answer })
  })

  it('a body without end in sight stops where people would', async () => {
    const nested = (depth: number) => `${'{"error":'.repeat(depth)}"m"${'}'.repeat(depth)}`
    const server = await serve((response) => void response.writeHead(400).end(nested(400)))
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(String(error)).toMatch(/: 400$/)
  })
})

describe('a success that cannot be used is a TransportError', () => {
  it('HTML', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>proxy</html>')
    })
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ status: 200, fault: 'body', body: '<html>proxy</html>' })
    expect(error).toHaveProperty('cause')
    expect(String(error)).toContain('route: POST /v2/fungible/route: 200 with a body')
  })

  it.each([200, 204])('an empty body with status %i', async (status) => {
    const server = await serve((response) => void response.writeHead(status).end())
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ status, fault: 'body' })
  })

  it('a body shorter than its length', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"amount_out":', () => response.socket?.destroy())
    })
    const client = createSampleClient({ baseUrl: server.url, retry: false })
    const error = await failureOf(client.route(body))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ status: 200, fault: 'network' })
  })

  it('JSON that stops in the middle', async () => {
    const server = await serve((response) => void response.end('{"amount_out":"5","opera'))
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ status: 200, fault: 'body', body: '{"amount_out":"5","opera' })
  })

  it('a socket that is reset before, or in the middle of, the answer', async () => {
    const server = await serve((response, _, count) => {
      if (count === 1) return void response.socket?.resetAndDestroy()
      response.writeHead(200)
      response.write('{"amount', () => response.socket?.resetAndDestroy())
    })
    const client = createSampleClient({ baseUrl: server.url, retry: false })
    const before = await failureOf(client.route(body))
    const during = await failureOf(client.route(body))
    expect(before).toMatchObject({ name: 'TransportError', fault: 'network', status: undefined })
    expect(during).toMatchObject({ name: 'TransportError', fault: 'network', status: 200 })
  })

  it('a redirect to something that is not a URL', async () => {
    const server = await serve((response) => {
      response.writeHead(307, { location: 'http://[' }).end()
    })
    const client = createSampleClient({ baseUrl: server.url, retry: false })
    expect(await failureOf(client.route(body))).toBeInstanceOf(TransportError)
  })

  it('no server at all', async () => {
    const client = createSampleClient({ baseUrl: 'http://127.0.0.1:1', retry: false })
    const error = await failureOf(client.route(body))
    expect(isTransportError(error)).toBe(true)
    expect(String(error)).toMatch(/^TransportError: route: POST \/v2\/fungible\/route: no answer/)
  })
})

describe('sent', () => {
  const refused = (code: string): Error =>
    new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) })

  /** An address on loopback where nothing listens. */
  async function unusedAddress(): Promise<string> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    return `http://127.0.0.1:${port}`
  }

  /** The error of a call whose attempts fail with these codes, as `fetch` throws them. */
  function failing(...codes: string[]): Promise<unknown> {
    const fetch = async (): Promise<never> => {
      throw refused(codes.shift() ?? '')
    }
    return failureOf(createSampleClient({ fetch, retry: { baseMs: 0 } }).route(body))
  }

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ConnectionRefused'])(
    'is false after %s, where no attempt has left',
    async (code) => {
      expect(await failing(code, code, code)).toMatchObject({ fault: 'network', sent: false })
    },
  )

  it.each([
    ['a reset', ['ECONNRESET', 'ECONNRESET', 'ECONNRESET']],
    ['an earlier attempt that may have left', ['ECONNRESET', 'ECONNREFUSED', 'ECONNREFUSED']],
    ['an error without a code', ['', '', '']],
  ])('is not false after %s', async (_, codes) => {
    expect(await failing(...codes)).toHaveProperty('sent', undefined)
  })

  it.each(['call', 'attempt'])(
    'is not false after a reset that a %s of middleware repeated',
    async (part) => {
      const codes = ['ECONNRESET', 'ECONNREFUSED']
      const repeats = (_: unknown, next: () => Promise<never>): Promise<never> => next().catch(next)
      const client = createSampleClient({
        fetch: () => Promise.reject(refused(codes.shift() ?? '')),
        retry: false,
        middleware: [{ name: 'repeats', [part]: repeats }],
      })
      expect(await failureOf(client.route(body))).toMatchObject({
        message: expect.stringContaining('ECONNREFUSED'),
        sent: undefined,
      })
    },
  )

  it('is not false where a redirect has led nowhere', async () => {
    const location = await unusedAddress()
    const server = await serve((response) => {
      response.writeHead(307, { location }).end()
    })
    const client = createSampleClient({ baseUrl: server.url, retry: false, redirect: 'follow' })
    const error = await failureOf(client.route(body))
    expect(error).toMatchObject({ fault: 'network', sent: undefined })
  })

  it('is false for a port where nothing listens, and a host that does not exist', async () => {
    for (const baseUrl of [await unusedAddress(), 'http://no-such-host.invalid']) {
      const client = createSampleClient({ baseUrl, retry: false })
      expect(await failureOf(client.route(body))).toMatchObject({ sent: false })
    }
  })
})

describe('a large body', () => {
  it('of 50 MB arrives whole, in a time that grows with its length', async () => {
    const operation = { swap: { text: 'x'.repeat(1000) } }
    const operations = Array.from({ length: 50_000 }, () => operation)
    const text = JSON.stringify({ amount_out: '5', operations })
    const server = await serve((response) => void response.end(text))
    const client = createSampleClient({ baseUrl: server.url })
    // In CPU time, so that other programs on the machine do not count.
    const start = process.cpuUsage()
    const got = await client.route(body)
    expect(got.operations).toHaveLength(50_000)
    expect(text.length).toBeGreaterThan(50_000_000)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(8000)
  })
})

describe('abort and deadline', () => {
  it('an abort before sends nothing and rejects with the own reason', async () => {
    const server = await serve((response) => json(response, 200, route))
    const reason = { mine: true }
    const client = createSampleClient({ baseUrl: server.url })
    expect(await failureOf(client.route(body, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(server.requests).toHaveLength(0)
  })

  it.each([
    ['before the answer', () => {}],
    ['while the body streams', (write: () => void) => write()],
  ])('an abort %s rejects with the own reason', async (_, start) => {
    const controller = new AbortController()
    const reason = new Error('mine')
    const server = await serve((response) => {
      start(() => response.writeHead(200).write('{"amount'))
      setTimeout(() => controller.abort(reason), 20)
    })
    const client = createSampleClient({ baseUrl: server.url })
    expect(await failureOf(client.route(body, { signal: controller.signal }))).toBe(reason)
    expect(server.requests).toHaveLength(1)
  })

  it('an abort interrupts the pause between two tries', async () => {
    const controller = new AbortController()
    const server = await serve((response) => {
      json(response, 503, {}, { 'retry-after': '20' })
      setTimeout(() => controller.abort(), 20)
    })
    const client = createSampleClient({ baseUrl: server.url })
    const error = await failureOf(client.route(body, { signal: controller.signal }))
    expect(error).toMatchObject({ name: 'AbortError' })
  })

  it('the deadline covers a body that trickles in', async () => {
    const server = await serve((response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(drip))
    })
    const client = createSampleClient({ baseUrl: server.url, timeoutMs: 10_000 })
    const error = await failureOf(client.route(body, { timeoutMs: 60 }))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(isTimeoutError(error)).toBe(true)
    expect(error).toMatchObject({ timeoutMs: 60, operation: 'route' })
    expect(String(error)).toContain('route: POST /v2/fungible/route: no answer within 60 ms')
  })

  it('the deadline holds across retries and names the last failure', async () => {
    const clock = heldClock()
    const fetch = vi.fn(async () => Response.json({ message: 'busy' }, { status: 503 }))
    const client = createSampleClient({ fetch, timeoutMs: 600 })
    const retry = { attempts: 1e6, baseMs: 20, maxMs: 40 }
    const ended = vi.fn()
    const late = failureOf(client.route(body, { retry })).finally(ended)
    await clock.pass(599)
    expect(ended).not.toHaveBeenCalled()
    await clock.pass(1)
    const error = await late
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ cause: { status: 503 } })
    // Each pause is at most 40 ms.
    expect(fetch.mock.calls.length).toBeGreaterThan(14)
  })

  it('an abort before does not even call a fetch that ignores its signal', async () => {
    let calls = 0
    const client = createSampleClient({
      fetch: async () => {
        calls++
        return Response.json(route)
      },
    })
    expect(await failureOf(client.submit({ tx: 'a' }, { signal: AbortSignal.abort(1) }))).toBe(1)
    expect(calls).toBe(0)
  })

  it('settles although a fetch ignores its signal', async () => {
    const client = createSampleClient({ fetch: () => new Promise(() => {}), timeoutMs: 30 })
    expect(await failureOf(client.route(body))).toBeInstanceOf(TimeoutError)
  })

  it('rejects an invalid deadline', async () => {
    const client = createSampleClient({ fetch: async () => Response.json(route) })
    expect(await failureOf(client.route(body, { timeoutMs: 0 }))).toBeInstanceOf(TypeError)
    expect(await client.route(body, { timeoutMs: Number.POSITIVE_INFINITY })).toEqual(route)
  })
})

describe('messages', () => {
  it('never show the API key, though the server repeats it', async () => {
    const server = await serve((response, _, count) => {
      if (count === 1) return json(response, 401, { message: 'bad key s3cr3t!' })
      response.writeHead(502).end('<p>s3cr3t!</p>')
    })
    const client = createSampleClient({ baseUrl: server.url, apiKey: 's3cr3t!', retry: false })
    const first = await failureOf(client.route(body))
    const second = await failureOf(client.route(body))
    expect(String(first)).toContain('401: bad key ***')
    expect(second).toMatchObject({ body: '<p>***</p>' })
    expect(String(second)).not.toContain('s3cr3t')
  })

  it.each([
    ['at the end of what is shown', (key: string) => 'x'.repeat(492) + key],
    ['and nothing else', (key: string) => key],
    ['behind another that it begins with', (key: string) => `a key-012345 ${key} b`],
  ])('never show a part of a credential that is repeated %s', async (_, text) => {
    const key = 'key-0123456789-abcdefghijkl'
    const server = await serve((response, _, count) => {
      if (count === 1) return json(response, 400, { message: text(key) })
      response.writeHead(500).end(text(key))
    })
    const headers = { cookie: `short=key-012345; long=${key}` }
    const client = createSampleClient({ baseUrl: server.url, headers, retry: false })
    for (const error of [
      await failureOf(client.route(body)),
      await failureOf(client.route(body)),
    ]) {
      const { message, cause } = error instanceof Error ? error : new Error('no error')
      const shown = [message, String(cause), isTransportError(error) ? error.body : '']
      expect(shown.join()).not.toMatch(/key-0|6789|jkl/)
    }
  })

  it('are of one length, however much the server says', async () => {
    const long = 'x'.repeat(5000)
    const server = await serve((response) =>
      json(response, 400, { message: long, details: [{ reason: long }] }),
    )
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(String(error).length).toBeLessThan(600)
  })

  it.each([null, true, '', [3]])('name no code for %j', async (code) => {
    const server = await serve((response) => json(response, 500, { code, message: 'm' }))
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(String(error)).toBe('ApiError: route: POST /v2/fungible/route: 500: m')
  })

  it.each([
    ['authorization', 'Bearer abc.def-0123456789=', 'abc.def-0123456789'],
    ['X-Api-Key', 'k3y-0123456789', 'k3y-0123456789'],
    ['cookie', 'theme=dark; session=c00kie-0123', 'c00kie-0123'],
    ['x-auth-token', 't0ken-0123456789', 't0ken-0123456789'],
  ])(
    'never show what was sent in %s, by the client or by the call',
    async (name, value, secret) => {
      const server = await serve((response, { url }, count) => {
        if (count % 2 === 0) return void response.writeHead(502).end(`<p>${value} ${secret}</p>`)
        json(response, 400, {
          message: `${url} with ${value}, ${secret}: dark Bearer`,
          details: [{ reason: secret }],
        })
      })
      const headers = { [name]: value, 'x-plain': 'route-planner' }
      const byClient = createSampleClient({ baseUrl: server.url, headers, retry: false })
      const byCall = createSampleClient({ baseUrl: server.url, retry: false })
      for (const call of [() => byClient.route(body), () => byCall.route(body, { headers })]) {
        const refused = await failureOf(call())
        const unreadable = await failureOf(call())
        expect(refused).toBeInstanceOf(ApiError)
        expect(unreadable).toMatchObject({ name: 'ApiError', status: 502, isText: true })
        for (const error of [refused, unreadable]) {
          expect(String(error)).not.toContain(secret)
          expect(error instanceof Error && error.stack).not.toContain(secret)
        }
        expect(unreadable).toHaveProperty('body', expect.not.stringContaining(secret))
        // Anything but credentials stays readable.
        expect(String(refused)).toContain('/v2/fungible/route with')
        expect(String(refused)).toContain('dark Bearer')
      }
    },
  )

  it('have no URL in them, which may be private, whatever the runtime says', async () => {
    const client = createSampleClient({
      baseUrl: 'https://private.example/t0ken-0123456789',
      fetch: async (input) => {
        throw new TypeError(`fetch of ${String(input)} failed`)
      },
      retry: false,
    })
    expect(String(await failureOf(client.route(body)))).toBe(
      'TransportError: route: POST /v2/fungible/route: no answer, connection failed',
    )
  })
})
