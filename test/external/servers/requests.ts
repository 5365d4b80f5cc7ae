/** What came back: the status, the headers that the server sets itself, and the body. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly body: string
}

const HEADERS = ['allow', 'content-type', 'x-total', 'www-authenticate', 'accept']

const json = (body: string | Uint8Array<ArrayBuffer>, headers = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer good', ...headers },
  body,
})
const rex = '{"id":1,"name":"Rëx","kind":"dog"}'

/** Successes and refusals of every kind. `HEAD` and `OPTIONS` of some platforms are their own. */
const REQUESTS: Readonly<Record<string, readonly [path: string, init?: RequestInit]>> = {
  'a list': ['/pets?limit=1'],
  'a header': ['/pets'],
  'a path': ['/pets/5'],
  'a described error': ['/pets/12'],
  'a wrong path': ['/pets/five'],
  'a wrong query': ['/pets?limit=1000'],
  'a body': ['/pets', json(rex)],
  'a wrong body': ['/pets', json('{"id":1}')],
  'no JSON': ['/pets', json('{')],
  'too large a body': ['/pets', json(JSON.stringify({ name: 'x'.repeat(2 ** 21) }))],
  'an empty body': ['/pets', json('')],
  'no UTF-8': ['/pets', json(Uint8Array.of(0x22, 0xe4, 0x22))],
  'another content type': ['/pets', json(rex, { 'content-type': 'text/plain' })],
  'no credential': ['/pets', json(rex, { authorization: '' })],
  'a wrong token': ['/pets', json(rex, { authorization: 'Bearer bad' })],
  'another method': ['/pets', { method: 'PATCH' }],
  'no such path': ['/cats/none'],
  'no such type': ['/pets', { headers: { accept: 'image/png' } }],
  'an error of a handler': ['/pets/5', { method: 'DELETE' }],
  bytes: ['/pets/5/photo'],
  'a file': [
    '/pets/5/photo',
    { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array([0, 255]) },
  ],
  'a stream of events': ['/events'],
  'a cookie': ['/pets/mine', { headers: { cookie: 'session=a' } }],
  'a cookie twice': ['/pets/mine', { headers: { cookie: 'session=a; session=b' } }],
  'encoded text': ['/reports/a%2Fb%20%C3%A9.csv'],
}

export async function answersOf(
  origin: string,
  send: (request: Request) => Promise<Response>,
): Promise<Record<string, Answered>> {
  const all: Record<string, Answered> = {}
  for (const [name, [target, init]] of Object.entries(REQUESTS)) {
    const ask = (): Promise<Response> => send(new Request(`${origin}/v1${target}`, init))
    // Servers may close a connection whose last body they did not read, when the next request is on its way already.
    const response = await ask()
      .catch(ask)
      .catch((cause) => {
        throw new Error(`${name}: ${cause}: ${cause.cause}`, { cause })
      })
    all[name] = {
      status: response.status,
      headers: Object.fromEntries(HEADERS.map((each) => [each, response.headers.get(each)])),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    }
  }
  return all
}
