import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

export interface Asked {
  readonly path: string
  readonly body: string
  /** Situation and turn: what the log is found by. */
  readonly key: string
  /** The address of another origin. */
  readonly elsewhere: string
  /** 1 for the first request of the turn. */
  readonly count: number
}

/** How one request is answered. */
export type Misbehaviour = (response: ServerResponse, asked: Asked) => void

const html = '<!doctype html><title>Welcome to the proxy</title>'
const json = { 'content-type': 'application/json' }
const refusal = {
  code: 3,
  message: 'price impact is too high',
  details: [{ '@type': 'x/ErrorInfo', reason: 'BAD_PRICE_ERROR', domain: 'd', metadata: {} }],
}

/** What a well-behaved service says: the routing service, or a node, to either form of request. */
function rightAnswer({ path, body }: Asked): object {
  if (path.startsWith('/v2/tx/status')) return { state: 'STATE_COMPLETED_SUCCESS' }
  if (path.startsWith('/v2/info/chains')) return { chains: [] }
  if (path.startsWith('/v2/')) return { amount_out: '5', operations: [] }
  const calls: { id: number } | { id: number }[] = body === '' ? { id: -1 } : JSON.parse(body)
  const answers = [calls].flat().map((call) => ({ jsonrpc: '2.0', id: call.id, result: {} }))
  return Array.isArray(calls) ? answers : Object(answers[0])
}

const right: Misbehaviour = (response, asked) =>
  send(response, 200, JSON.stringify(rightAnswer(asked)))

/** A node that quotes what it was sent, in the text of its error. */
function errorWithTheKey({ body }: Asked): object {
  const { id } = body === '' ? { id: -1 } : JSON.parse(body)
  return { jsonrpc: '2.0', id, error: keyError }
}

export const keyError = { code: -32603, message: 'wrong key: key-123', data: 'key-123' }

function send(response: ServerResponse, status: number, body: string | Buffer, headers = {}): void {
  response.writeHead(status, { ...json, ...headers }).end(body)
}

/** First the misbehaviour, then as it should be. */
const once =
  (first: Misbehaviour): Misbehaviour =>
  (response, asked) =>
    asked.count === 1 ? first(response, asked) : right(response, asked)

const status =
  (code: number, body = '', headers = {}): Misbehaviour =>
  (response) =>
    send(response, code, body, headers)

/** Answers in full but for what `end` does in place of the end. */
const begun =
  (headers: object, end: (response: ServerResponse) => void): Misbehaviour =>
  (response, asked) => {
    const text = JSON.stringify(rightAnswer(asked))
    response.writeHead(200, { ...json, ...headers })
    response.write(text.slice(0, -2), () => end(response))
  }

const reset = (response: ServerResponse): void => void response.socket?.resetAndDestroy()
const hang = (): void => {}
const busy = JSON.stringify({ message: 'busy' })

const redirect =
  (code: number, to: (asked: Asked) => string): Misbehaviour =>
  (response, asked) =>
    void response.writeHead(code, { location: to(asked) }).end('moved')

const here = ({ key, path }: Asked): string => `/right/${key.split('/')[1]}${path}`
const there = (asked: Asked): string => asked.elsewhere + here(asked)

export const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  right,
  'no-cors': right,
  'html-200': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  'html-403': (response) => void response.writeHead(403, { 'content-type': 'text/html' }).end(html),
  'no-content': status(204),
  'not-modified': (response) => void response.writeHead(304).end(),
  'empty-200': status(200),
  'empty-500': status(500),
  'byte-order-mark': (response, asked) =>
    send(response, 200, `\u{feff}${JSON.stringify(rightAnswer(asked))}`),
  'half-json': begun({}, (response) => response.end()),
  'short-of-its-length': begun({ 'content-length': 1000 }, (response) => response.destroy()),
  'chunks-without-end': begun({}, (response) => response.socket?.end()),
  'broken-gzip': (response) =>
    send(response, 200, gzipSync('x'.repeat(1000)).fill(7, 12), { 'content-encoding': 'gzip' }),
  gzip: (response, asked) =>
    send(response, 200, gzipSync(JSON.stringify(rightAnswer(asked))), {
      'content-encoding': 'gzip',
    }),
  'not-http': (response) => void response.socket?.end('220 mail.example.org ESMTP\r\n'),
  'reset-before': reset,
  'reset-in-the-middle': begun({}, reset),
  'closed-before': (response) => void response.socket?.end(),
  'reset-then-right': once(reset),
  'reset-in-the-middle-then-right': once(begun({}, reset)),
  // The connection has carried an answer before: runtimes send again by themselves then.
  'reset-when-reused': (response, asked) =>
    asked.count === 1 ? right(response, asked) : reset(response),
  hang,
  'hang-in-the-body': begun({}, hang),
  big: (response) =>
    send(response, 200, JSON.stringify({ amount_out: '5', operations: [], text: manyLetters })),
  '401': status(401, '{"message":"who is it?"}', { 'www-authenticate': 'Basic realm="x"' }),
  '407': status(407, '{"message":"which proxy?"}', { 'proxy-authenticate': 'Basic realm="x"' }),
  refusal: status(400, JSON.stringify(refusal), { 'x-id': '7' }),
  'refusal-with-the-key': status(400, '{"message":"wrong key: key-123 and s3cret-123"}'),
  'error-with-the-key': (response, asked) =>
    send(response, 200, JSON.stringify(errorWithTheKey(asked))),
  'odd-refusal': status(418, '{"code":{},"message":7,"details":[null,"x",{"reason":5}]}'),
  'wrong-answer': status(200, '{"amount_out":5,"operations":{}}'),
  '408-then-right': once(status(408, busy)),
  '429-then-right': once(status(429, busy, { 'retry-after': '1' })),
  '429-date-then-right': once((response) =>
    send(response, 429, busy, { 'retry-after': new Date(Date.now() + 2000).toUTCString() }),
  ),
  '429-seconds': status(429, busy, { 'retry-after': '60' }),
  '429-not-exposed': (response) => {
    response.removeHeader('access-control-expose-headers')
    send(response, 429, busy, { 'retry-after': '60' })
  },
  '429-date': (response) =>
    send(response, 429, busy, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }),
  '502-then-right': once(status(502, html, { 'content-type': 'text/html' })),
  '503': status(503, busy),
  'redirect-301': redirect(301, here),
  'redirect-302': redirect(302, here),
  'redirect-307': redirect(307, here),
  'redirect-302-elsewhere': redirect(302, there),
  'redirect-307-elsewhere': redirect(307, there),
  'redirect-for-ever': redirect(302, ({ key, path }) => `/${key}${path}`),
  'redirect-to-a-file': redirect(307, () => 'file:///etc/hostname'),
  'status-404-503-right': (response, asked) => {
    if (asked.count === 1) return send(response, 404, '{"code":5,"message":"tx not found"}')
    if (asked.count === 2) return send(response, 503, busy)
    right(response, asked)
  },
}

const manyLetters = 'x'.repeat(50_000_000)
