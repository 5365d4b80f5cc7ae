/*
 * Servers that do not answer as they should. To add one, add a line: each is tried with every transport, alone, as the
 * first of two servers of `fallback`, and while `history` reads.
 */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'

/** How the error says what was wrong. */
export type Fault = 'body' | 'size' | 'network' | 'redirect'

/** The largest body that the clients of the tests read. */
export const mostBytes = 200_000

const page = '<html><body>Bad gateway</body></html>'
const result = { header: { height: '1' } }
const whole = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, result })
const deep = `${'{"a":'.repeat(20_000)}[]${'}'.repeat(20_000)}`
const filler = ' '.repeat(2 * mostBytes)
const head = (id: number): string => `{"jsonrpc":"2.0","id":${id},`

/** Texts, for HTTP and sockets; `ignored` by sockets, where nothing tells which call such a text answers. */
export const texts: readonly [what: string, text: (id: number) => string, Fault, 'ignored'?][] = [
  ['nothing', () => '', 'body', 'ignored'],
  ['a page', () => page, 'body', 'ignored'],
  ['a bare value', () => '"ok"', 'body', 'ignored'],
  ['a list of nothing', () => '[]', 'body', 'ignored'],
  ['half of an answer', (id) => whole(id).slice(0, -9), 'body'],
  ['an answer that something follows', (id) => `${whole(id)}x`, 'body'],
  ['two answers in one text', (id) => `${whole(id)}${whole(id)}`, 'body'],
  ['null bytes', () => '\0\0', 'body', 'ignored'],
  ['neither a result nor an error', (id) => `${head(id)}"method":"x"}`, 'body'],
  ['a result nested too deeply', (id) => `${head(id)}"result":${deep}}`, 'body'],
  ['an error nested too deeply', (id) => `${head(id)}"error":{"code":1,"data":${deep}}}`, 'body'],
  ['nothing but brackets', () => '['.repeat(50_000) + ']'.repeat(50_000), 'body'],
  ['a result that is too large', (id) => `${head(id)}"result":"${filler}"}`, 'size'],
  ['blanks without end', () => filler, 'size'],
]

type Respond = (response: ServerResponse, id: number) => void

const gzip = { 'content-encoding': 'gzip' }
const bomb = gzipSync(' '.repeat(100 * mostBytes))
const status =
  (code: number, text = page): Respond =>
  (response) =>
    response.writeHead(code).end(text)

/** What only HTTP can do. */
export const responses: readonly [what: string, respond: Respond, Fault][] = [
  ['500 with a page', status(500), 'body'],
  ['502 without words', status(502, ''), 'body'],
  ['503 with what looks like an answer', (to, id) => status(503, whole(id))(to, id), 'body'],
  ['204', status(204, ''), 'body'],
  ['206 with half of an answer', (to, id) => status(206, whole(id).slice(0, -3))(to, id), 'body'],
  ['429 with an answer', (to, id) => status(429, whole(id))(to, id), 'body'],
  ['something that is no HTTP', (to) => to.socket?.end('garbage'), 'network'],
  [
    'a chunk that is none',
    (to) => to.socket?.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz'),
    'network',
  ],
  [
    'another protocol',
    (to) => to.socket?.end('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'network',
  ],
  ['a redirect', (to) => to.writeHead(302, { location: '/' }).end(), 'redirect'],
  ['a cut connection', (to) => to.destroy(), 'network'],
  ['a cut body', (to) => to.write('{"jsonrpc":', () => to.destroy()), 'network'],
  ['less than announced', (to) => cutAt(to, '9999'), 'network'],
  ['what is no gzip', (to) => to.writeHead(200, gzip).end(page), 'network'],
  ['a gzip bomb', (to) => to.writeHead(200, gzip).end(bomb), 'size'],
  ['a body without end', (to) => Readable.from(endless()).pipe(to), 'size'],
  ['gzip without end', (to) => streamGzip(to), 'size'],
]

function cutAt(to: ServerResponse, announced: string): void {
  to.writeHead(200, { 'content-length': announced }).write('{', () => to.destroy())
}

function streamGzip(to: ServerResponse): void {
  Readable.from(endless()).pipe(createGzip()).pipe(to.writeHead(200, gzip))
}

/** Ends only because a test that fails should not fill the memory. */
function* endless(): Generator<Buffer> {
  for (let i = 0; i < 2000; i++) yield Buffer.alloc(65_536, 32)
}
