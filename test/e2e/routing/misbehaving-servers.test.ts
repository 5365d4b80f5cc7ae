// Servers that misbehave, and what the published client makes of each: in one call without retries, and in a
// wait, where it misbehaves twice and then responds as described. For another server, add a line to `servers`.
import { gzipSync } from 'node:zlib'
import { createRoutingClient } from '@tagwire/routing'
import { describe, expect, it } from 'vitest'
import { failureOf, json, type Reply, serve } from '../../unit/runtime/http/server.fixture.js'

const says =
  (status: number, body: unknown, headers?: Record<string, string>): Reply =>
  (response) =>
    json(response, status, body, headers)

const writes =
  (status: number, text: string | Buffer, headers?: Record<string, string>): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(text)

const resets: Reply = (response) => void response.socket?.resetAndDestroy()

/** Not as HTTP has it. */
const speaks =
  (text: string): Reply =>
  (response) =>
    void response.socket?.end(text)

const hangs: Reply = () => {}

/** Ends the connection after the beginning of a body. */
const breaksOff: Reply = (response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"chains":', () => response.socket?.destroy())
}

const trickles: Reply = (response) => {
  response.writeHead(200)
  const drip = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(drip))
}

const html = '<html><title>Bad gateway</title></html>'
const deep = '['.repeat(100_000)
const body = { name: 'TransportError', fault: 'body', status: 200 }
const network = { name: 'TransportError', fault: 'network' }
const size = { name: 'TransportError', fault: 'size', status: 200 }
const redirect = { name: 'TransportError', fault: 'redirect' }
const timeout = { name: 'TimeoutError' }
const refused = (status: number, members?: object): object => ({
  name: 'ApiError',
  status,
  ...members,
})

type Server = readonly [name: string, reply: Reply, call: object, wait: 'goes on' | 'ends']

const servers: readonly Server[] = [
  ['an error with status 200', says(200, { message: 'no routes found' }), body, 'goes on'],
  ['an error code with status 200', says(200, { code: 5 }), body, 'goes on'],
  ['a whole error with status 200', says(200, { code: 5, message: 'no' }), body, 'goes on'],
  ['an error in `error` with status 200', says(200, { errors: ['no'] }), body, 'goes on'],
  ['an empty object', says(200, {}), body, 'goes on'],
  ['null', says(200, null), body, 'goes on'],
  ['a list', says(200, []), body, 'goes on'],
  ['a text', says(200, 'ok'), body, 'goes on'],
  ['an empty body', writes(200, ''), body, 'goes on'],
  ['no content', writes(204, ''), { ...body, status: 204 }, 'goes on'],
  ['the page of a proxy', writes(200, html, { 'content-type': 'text/html' }), body, 'goes on'],
  ['JSON that stops', writes(200, '{"chains":['), body, 'goes on'],
  ['JSON that is too deep', writes(200, deep), body, 'goes on'],
  ['a body that breaks off', breaksOff, { ...network, status: 200 }, 'goes on'],
  ['a body that trickles', trickles, timeout, 'goes on'],
  [
    'a body that is no gzip',
    writes(200, 'not gzip at all', { 'content-encoding': 'gzip' }),
    network,
    'goes on',
  ],
  [
    'a body of 2 MB out of gzip',
    writes(200, gzipSync(' '.repeat(2e6)), { 'content-encoding': 'gzip' }),
    size,
    'ends',
  ],
  ['a reset', resets, network, 'goes on'],
  ['something that is no HTTP', speaks('garbage\r\n\r\n'), network, 'goes on'],
  [
    'headers without end',
    speaks(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(9000)}`),
    network,
    'goes on',
  ],
  [
    'two lengths',
    speaks('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'),
    network,
    'goes on',
  ],
  [
    'a chunk that is none',
    speaks('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}'),
    { ...network, status: 200 },
    'goes on',
  ],
  [
    'another protocol',
    speaks('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    network,
    'goes on',
  ],
  ['null bytes', writes(200, '\0\0'), body, 'goes on'],
  [
    'UTF-16',
    writes(200, Buffer.from('{"chains":[],"state":"STATE_COMPLETED_SUCCESS"}', 'utf16le')),
    body,
    'goes on',
  ],
  ['205', writes(205, ''), { ...body, status: 205 }, 'goes on'],
  ['206', says(206, {}), { ...body, status: 206 }, 'goes on'],
  ['304', writes(304, ''), refused(304), 'ends'],
  ['300', says(300, {}), refused(300), 'ends'],
  ['999', writes(999, ''), refused(999), 'ends'],
  ['silence', hangs, timeout, 'goes on'],
  ['400', says(400, { code: 3, message: 'no' }), refused(400, { code: 3 }), 'ends'],
  ['401', says(401, {}), refused(401), 'ends'],
  ['403 with a page', writes(403, html), refused(403, { isText: true }), 'ends'],
  ['404', says(404, { code: 5, message: 'tx not found' }), refused(404), 'goes on'],
  ['408', says(408, {}), refused(408), 'goes on'],
  ['425', says(425, {}), refused(425), 'goes on'],
  ['429', says(429, {}), refused(429), 'goes on'],
  ['429 for a second', says(429, {}, { 'retry-after': '1' }), refused(429), 'goes on'],
  ['503 for a century', says(503, {}, { 'retry-after': '3153600000' }), refused(503), 'goes on'],
  ['429 until no date', says(429, {}, { 'retry-after': 'soon' }), refused(429), 'goes on'],
  ['500 without a body', writes(500, ''), refused(500, { body: undefined }), 'goes on'],
  ['502 with a page', writes(502, html), refused(502, { isText: true }), 'goes on'],
  ['599', says(599, {}), refused(599), 'goes on'],
  ['a redirect to nowhere', writes(302, '', { location: 'http://[' }), redirect, 'ends'],
  ['a redirect elsewhere', writes(307, '', { location: 'http://a.example/' }), redirect, 'ends'],
  ['a redirect in a circle', writes(307, '', { location: '/v2' }), redirect, 'ends'],
]

const good: Reply = (response, { url }) =>
  json(
    response,
    200,
    url.includes('status') ? { state: 'STATE_COMPLETED_SUCCESS' } : { chains: [] },
  )

describe.each(servers)('%s', (_, reply, call, wait) => {
  it('in a call', async () => {
    const { url } = await serve(reply)
    const timeoutMs = call === timeout ? 300 : 20_000
    const routing = createRoutingClient({
      baseUrl: url,
      retry: false,
      maxBodyBytes: 1e6,
      timeoutMs,
    })
    expect(await failureOf(routing.chains())).toMatchObject({ operation: 'chains', ...call })
  })

  it(`in a wait, which ${wait}`, async () => {
    const isCircle = JSON.stringify(call) === JSON.stringify(redirect)
    const server = await serve((response, request, count) =>
      (isCircle || count <= 2 ? reply : good)(response, request, count),
    )
    const timeoutMs = call === timeout ? 300 : 20_000
    const routing = createRoutingClient({ baseUrl: server.url, maxBodyBytes: 1e6, timeoutMs })
    const input = { tx_hash: 'AB', chain_id: 'a-1' }
    // Long enough for a busy machine, and for half of what a century leaves.
    const waiting = routing.waitForStatus(input, { intervalMs: 1, timeoutMs: 8000 })
    if (wait === 'ends') {
      expect(await failureOf(waiting)).toMatchObject({ operation: 'status', ...call })
    } else {
      expect(await waiting).toEqual({ state: 'STATE_COMPLETED_SUCCESS' })
    }
  })
})

const arrived = { state: 'STATE_COMPLETED_SUCCESS' }
const moving = { state: 'STATE_PENDING' }
const sent = { state: 'STATE_COMPLETED', error: { message: 'packet timed out' } }

/** Bodies that only look as if it were over, and how the wait ends. */
const states: readonly (readonly [name: string, body: object, ends: string])[] = [
  ['an open transfer', { ...arrived, transfers: [arrived, moving] }, 'later'],
  [
    'an open transfer after a failed one',
    { transfers: [{ state: 'STATE_COMPLETED_ERROR' }, moving] },
    'later',
  ],
  ['a refund on its way', { ...arrived, transfers: [{ state: 'STATE_PENDING_ERROR' }] }, 'later'],
  ['a transfer without a state', { transfers: [{}, arrived] }, 'later'],
  ['no state at all', { transfers: [] }, 'later'],
  ['a state of tomorrow', { state: 'STATE_TELEPORTED' }, 'later'],
  ['completed, with an error', sent, 'failure'],
  [
    'completed, with a failed transfer',
    { state: 'STATE_COMPLETED', transfers: [arrived, { state: 'STATE_COMPLETED_ERROR' }] },
    'failure',
  ],
  [
    'an abandoned transfer',
    { ...arrived, transfers: [arrived, { state: 'STATE_ABANDONED' }] },
    'given-up',
  ],
]

it.each(states)('%s ends a wait with: %s', async (_, first, ends) => {
  const server = await serve((response, request, count) =>
    (count === 1 ? says(200, first) : good)(response, request, count),
  )
  const routing = createRoutingClient({ baseUrl: server.url })
  const waiting = routing.waitForStatus({ tx_hash: 'AB', chain_id: 'a-1' }, { intervalMs: 1 })
  if (ends === 'later') {
    expect(await waiting).toEqual(arrived)
    expect(server.requests).toHaveLength(2)
  } else {
    expect(await failureOf(waiting)).toMatchObject({ outcome: ends, last: first })
  }
})
