// Requests as bytes on a socket, as no client of the repository sends them, beside what RFC 9110, 9112 and 9457 ask for.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emittedPackages } from '../emitted.fixture.js'
import { nodeHandlerOf } from './raw.fixture.js'
import { handlers, loadShop, rex, security } from './shop.js'

const errors: unknown[] = []
const http = createServer()

beforeAll(async () => {
  const shop = await loadShop(await emittedPackages())
  const nodeHandler = await nodeHandlerOf()
  /** Repeats its input in a header. */
  const echo = (status: number, body?: unknown) => (input: Record<string, unknown>) => ({
    status,
    body,
    headers: { 'X-Total': 1, 'x-echo': JSON.stringify(input).replace(/[^ -~]/g, '?') },
  })
  const empty = echo(204)
  const server = shop.createServer({
    security,
    onError: (error: unknown) => errors.push(error),
    limits: { timeoutMs: 1000, maxBodyBytes: 2000 },
    operations: {
      ...handlers,
      getPet: echo(200, rex),
      addPet: echo(201, rex),
      listPets: echo(200, [rex]),
      myPets: echo(200, [rex]),
      getReport: echo(200, 'a,b'),
      queries: empty,
      sendChoice: empty,
      sendForm: empty,
      putPhoto: empty,
      watch: () => ({
        status: 200,
        body: (async function* () {
          yield { event: 'pet', data: rex }
          await new Promise((resolve) => setTimeout(resolve, 20))
          yield { event: 'note', data: 'a\nb\rc' }
        })(),
      }),
    },
  })
  http.on('request', nodeHandler(server)).listen(0, '127.0.0.1')
  await once(http, 'listening')
}, 120_000)

afterAll(() => {
  http.closeAllConnections()
  http.close()
})

/** What arrives until it is enough and nothing follows, or the server closes the connection. */
async function sent(bytes: string, isEnough: (received: string) => boolean): Promise<string> {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  const end = () => socket.destroy()
  let timer = setTimeout(end, 10_000)
  socket.on('error', () => {})
  socket.on('data', (piece) => {
    received += piece.toString('latin1')
    if (!isEnough(received)) return
    clearTimeout(timer)
    timer = setTimeout(end, 50)
  })
  socket.on('end', () => {
    received += '<closed>'
    end()
  })
  socket.write(Buffer.from(bytes, 'latin1'))
  await once(socket, 'close')
  clearTimeout(timer)
  return received
}

const pet = '{"name":"R","kind":"dog"}'
const good = 'Authorization: Bearer good'
const isJson = 'Content-Type: application/json'
const isForm = 'Content-Type: application/x-www-form-urlencoded'
const inChunks = 'Transfer-Encoding: chunked'

function of(line: string, ...rest: readonly string[]): string {
  return `${[`${line} HTTP/1.1`, 'Host: a', ...rest].join('\r\n')}\r\n\r\n`
}

function post(path: string, body: string, ...headers: readonly string[]): string {
  return of(`POST ${path}`, good, ...headers, `Content-Length: ${body.length}`) + body
}

function chunked(path: string, body: string, ...headers: readonly string[]): string {
  const chunk = body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`
  return `${of(`POST ${path}`, good, ...headers, inChunks)}${chunk}0\r\n\r\n`
}

/** What is sent, the status, and what else the response has, without which it would be another one. */
test.concurrent.each<[what: string, bytes: string, status: number, ...has: (string | RegExp)[]]>([
  ['a path', of('GET /pets/1'), 200, '"path":{"id":1}', 'Content-Length: 34'],
  ['a whole URL', of('GET http://b/pets/1?x=1'), 200, '"path":{"id":1}'],
  ['a path below the base', of('GET /v1/pets/1'), 200],
  ['the base alone', of('GET /v1'), 404, 'application/problem+json', '"status":404'],
  ['a slash at the end', of('GET /pets/'), 404],
  ['two slashes', of('GET //pets'), 404],
  ['an empty parameter', of('GET /pets//photo'), 404],
  ['another case', of('GET /PETS'), 404],
  ['escaped letters', of('GET /p%65ts/1'), 200],
  ['an escaped slash', of('GET /reports/a%2Fb.csv'), 200, '"name":"a/b"'],
  ['escaped periods', of('GET /reports/%2e%2e.csv'), 200, '"name":".."'],
  ['an escape that is none', of('GET /pets/%zz'), 400, '"in":"path","path":"id"'],
  ['an escape that is not UTF-8', of('GET /reports/%ff.csv'), 400, '"path":"name"'],
  ['a number in hexadecimal', of('GET /pets/0x10'), 400],
  ['a number that would be rounded', of('GET /pets/9007199254740993'), 400],
  ['HEAD', of('HEAD /pets/1'), 200, /\r\n\r\n$/],
  ['HEAD of POST', of('HEAD /form'), 405, 'allow: POST, OPTIONS', /\r\n\r\n$/],
  ['OPTIONS', of('OPTIONS /pets'), 204, 'allow: GET, POST, HEAD, OPTIONS'],
  ['OPTIONS of nothing', of('OPTIONS /nope'), 404],
  ['a method that the path has not', of('PUT /pets'), 405, 'allow: GET, POST, HEAD, OPTIONS'],
  ['a method that fetch has not', of('TRACE /pets'), 405, 'allow: '],
  ['a method of WebDAV', of('PROPFIND /pets'), 405],
  ['another method by a header', post('/pets', pet, isJson, 'X-HTTP-Method-Override: PUT'), 201],
  ['a parameter twice', of('GET /pets?limit=1&limit=2'), 400, 'received array'],
  ['a parameter without value', of('GET /pets?limit'), 400],
  ['a parameter that there is not', of('GET /pets?nope=1'), 200, '"query":{}'],
  ['a plus', of('GET /queries?text=a+b%2B'), 204, '"text":"a b+"'],
  ['a semicolon', of('GET /queries?text=a;b=c'), 204, '"text":"a;b=c"'],
  ['names of every object', of('GET /queries?__proto__=1&constructor=2'), 204, '"query":{}'],
  ['too many parameters', of(`GET /pets?${'a&'.repeat(1100)}`), 400, 'more than 1000'],
  ['Accept of another type', of('GET /pets/1', 'Accept: text/html'), 406],
  ['Accept of anything else', of('GET /pets/1', 'Accept: text/html, */*;q=0.1'), 200],
  ['Accept that excludes', of('GET /pets/1', 'Accept: application/json;q=0'), 406],
  ['Range', of('GET /pets/1', 'Range: bytes=0-1'), 200],
  ['If-None-Match', of('GET /pets/1', 'If-None-Match: *'), 200],
  ['no token', of('POST /pets', isJson), 401, 'www-authenticate: Bearer,'],
  ['a scheme alone', of('POST /pets', 'Authorization: Bearer'), 401, ': Bearer,'],
  ['a wrong token', of('POST /pets', 'Authorization: Bearer x'), 401, 'error="invalid_token"'],
  ['bad base64', of('POST /pets?key=k', 'Authorization: Basic !'), 401, 'Basic realm='],
  ['a body', post('/pets', pet, isJson), 201, '"body":{"name":"R","kind":"dog"}'],
  ['a body in chunks', chunked('/pets', pet, isJson), 201],
  ['a content type in capitals', post('/pets', pet, 'Content-Type: Application/JSON'), 201],
  ['another kind of JSON', post('/pets', pet, 'Content-Type: application/merge-patch+json'), 415],
  ['no content type', post('/pets', pet), 415, 'accept: application/json'],
  ['no content type, in chunks', chunked('/pets', pet), 415],
  ['an empty body', post('/pets', '', isJson), 400, 'expected a body'],
  ['an empty body in chunks', chunked('/pets', '', isJson), 400, 'expected a body'],
  ['one without content type', chunked('/pets', ''), 400, 'expected a body'],
  ['none, where none is required', post('/choice', ''), 204],
  ['none, in chunks', chunked('/choice', ''), 204, /"cookies":\{\}\}/],
  ['none, as JSON in chunks', chunked('/choice', '', isJson), 204, /"cookies":\{\}\}/],
  ['a space', post('/pets', ' ', isJson), 400, 'expected JSON'],
  ['half of a body', post('/pets', '{"name"', isJson), 400, 'expected JSON'],
  ['a byte order mark', post('/pets', `\xef\xbb\xbf${pet}`, isJson), 201],
  [
    'letters that are not UTF-8',
    post('/pets', '{"name":"\xe4","kind":"dog"}', isJson),
    400,
    'UTF-8',
  ],
  ['the replacement character', post('/pets', pet.replace('R', '\xef\xbf\xbd'), isJson), 201],
  ['charset, of ASCII', post('/pets', pet, `${isJson}; charset=iso-8859-1`), 201],
  ['a name twice', post('/pets', '{"name":"a","name":"b","kind":"dog"}', isJson), 201],
  ['__proto__', post('/pets', pet.replace('{', '{"__proto__":{"id":"x"},'), isJson), 201],
  ['what is nested', post('/choice', '['.repeat(900) + ']'.repeat(900), isJson), 400, '64 levels'],
  ['gzip', post('/pets', pet, isJson, 'Content-Encoding: gzip'), 415, 'accept-encoding: identity'],
  ['a large body', post('/pets', ' '.repeat(2001), isJson), 413, '<closed>'],
  ['a large body in chunks', chunked('/pets', ' '.repeat(3000), isJson), 413, '<closed>'],
  ['a large length', of('POST /pets', good, isJson, 'Content-Length: 9999999'), 413, '<closed>'],
  ['a slow body', of('POST /pets', good, isJson, 'Content-Length: 50'), 408, '<closed>'],
  ['a negative length', of('POST /pets', good, isJson, 'Content-Length: -1'), 400, '<closed>'],
  ['two lengths', of('POST /pets', 'Content-Length: 1', 'Content-Length: 2'), 400, '<closed>'],
  ['a length and chunks', chunked('/pets', pet, 'Content-Length: 5'), 400, '<closed>'],
  ['Expect', post('/pets', pet, isJson, 'Expect: 100-continue'), 100, 'HTTP/1.1 201'],
  ['another expectation', post('/pets', pet, isJson, 'Expect: tea'), 417],
  ['no host', 'GET /pets/1 HTTP/1.1\r\n\r\n', 400],
  ['HTTP/1.0', 'GET /pets/1 HTTP/1.0\r\n\r\n', 200, '<closed>'],
  ['a host that is none', 'GET /pets/1 HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
  ['GET with a body', `${of('GET /pets/1', 'Content-Length: 3')}abc`, 200, '<closed>'],
  ['two requests', of('GET /pets/1') + of('GET /pets/2'), 200, /"id":1\}.*"id":2\}/s],
  ['one behind a body', post('/pets', pet, isJson) + of('GET /pets/2'), 201, '"id":2}'],
  ['one behind a body unread', post('/nope', pet) + of('GET /pets/2'), 404, /problem.*<closed>$/s],
  ['Upgrade', of('GET /pets/1', 'Connection: Upgrade', 'Upgrade: h2c'), 200],
  ['a form', post('/form', 'text=a+b&count=%', isForm), 400, '"path":"count"'],
  ['a form of __proto__', post('/form', '__proto__[a]=1&text=a', isForm), 204],
  ['a cookie twice', of('GET /pets/mine', 'Cookie: session=a%20b; session=c'), 200, '"a b"'],
  ['a cookie with equals signs', of('GET /pets/mine', 'Cookie: session=a=b=='), 200, '"a=b=="'],
  ['no cookie', of('GET /pets/mine', 'Cookie: ;;=;'), 400, '"in":"cookie"'],
  ['a header twice', of('GET /queries', 'X-List: 1', 'X-List: 2'), 204, '"X-List":[1,2]'],
  ['events', of('GET /events', 'Last-Event-ID: 5'), 200, 'data: a\ndata: b\ndata: c\n\n'],
  ['HEAD of events', of('HEAD /events'), 200, 'text/event-stream', /\r\n\r\n$/],
])('%s', async (_, bytes, status, ...has) => {
  const all = [new RegExp(`^HTTP/1\\.[01] ${status} `), ...has]
  const isThere = (received: string) => (each: string | RegExp) =>
    typeof each === 'string' ? received.includes(each) : each.test(received)
  const received = await sent(bytes, (each) => all.every(isThere(each)))
  for (const each of all) expect(received).toMatch(each)
})

test('nothing of that is an error of a handler', () => expect(errors).toEqual([]))
