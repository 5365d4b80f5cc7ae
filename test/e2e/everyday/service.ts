import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The service of `tool-library.yaml`: a state in memory, and now and then a bad day. */

export interface Received {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Loan {
  readonly id: string
  readonly tool: string
  readonly state: string
  readonly since: string
}

export interface Service {
  readonly url: string
  readonly received: Received[]
  /** How many times a token was given out. */
  readonly tokens: () => number
  /** The next so many requests get a 503. */
  busy(requests: number): void
  /** From now on, no token given out so far is good. */
  expire(): void
  close(): Promise<void>
}

interface Answering {
  readonly response: ServerResponse
  readonly request: Received
  readonly state: State
}

interface State {
  readonly loans: Map<string, Loan>
  readonly keys: Map<string, Loan>
  readonly photos: Map<string, Buffer>
  tokens: number
  goodFrom: number
  busy: number
  connections: number
}

const kinds = ['hand', 'power', 'garden tool', '3d-printer', 'of the future']
const tools = kinds.map((kind, index) => ({ id: `t${index}`, kind, 'price(€)': index / 2 }))
const since = '2026-11-01T08:30:00+01:00'

export async function startService(): Promise<Service> {
  const state: State = {
    loans: new Map(
      Array.from({ length: 7 }, (_, n) => [
        `l${n}`,
        { id: `l${n}`, tool: 't0', state: 'open', since },
      ]),
    ),
    keys: new Map(),
    photos: new Map(),
    tokens: 0,
    goodFrom: 0,
    busy: 0,
    connections: 0,
  }
  const received: Received[] = []
  const server: Server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = '', url = '', headers } = incoming
    const request = {
      method,
      url: new URL(url, 'http://local'),
      headers,
      body: Buffer.concat(chunks),
    }
    received.push(request)
    answer({ response, request, state })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v2`,
    received,
    tokens: () => state.tokens,
    busy(requests) {
      state.busy = requests
    },
    expire() {
      state.goodFrom = state.tokens + 1
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function answer({ response, request, state }: Answering): void {
  const { method, url } = request
  const path = url.pathname.replace('/v2/', '')
  if (path.startsWith('control/')) {
    control(state, path)
    response.writeHead(204).end()
    return
  }
  if (path === 'token') {
    state.tokens++
    json(response, 200, { access_token: `token-${state.tokens}`, expires_in: 3600 })
    return
  }
  if (state.busy > 0) {
    state.busy--
    json(response, 503, { title: 'Closed for lunch' }, { 'retry-after': '0' })
    return
  }
  if (!(path.endsWith('/photo') && method === 'GET') && !isSignedIn(request, state)) {
    problem(response, 401, 'Sign in first')
    return
  }
  for (const [pattern, run] of routes) {
    const match = pattern.exec(`${method} ${path}`)
    if (match) {
      run({ response, request, state }, match[1] ?? '')
      return
    }
  }
  problem(response, 404, 'Nothing here')
}

/** For programs that run elsewhere. */
function control(state: State, path: string): void {
  const [, busy] = /^control\/busy\/(\d+)$/.exec(path) ?? []
  if (busy !== undefined) state.busy = Number(busy)
  if (path === 'control/expire') state.goodFrom = state.tokens + 1
}

function isSignedIn({ headers }: Received, { goodFrom }: State): boolean {
  const number = Number(/^Bearer token-(\d+)$/.exec(headers.authorization ?? '')?.[1] ?? Number.NaN)
  return number >= goodFrom || headers['x-desk-key'] === 'desk'
}

type Route = readonly [RegExp, (at: Answering, id: string) => void]

const routes: readonly Route[] = [
  [/^GET tools$/, numbered],
  [/^POST tools\/search$/, searched],
  [/^GET tools\/export$/, ({ response }) => lines(response)],
  [/^PUT tools\/(\w+)\/photo$/, upload],
  [/^GET tools\/(\w+)\/photo$/, download],
  [/^GET loans$/, afterLast],
  [/^POST loans$/, lend],
  [/^GET loans\/([\w ]+)$/, loan],
  [/^DELETE loans\/(\w+)$/, end],
  [/^GET loans\/(\w+)\/changes$/, changes],
  [/^GET events$/, linked],
  [/^GET members$/, byHeader],
  [/^GET branches$/, byAddress],
  [/^GET visits$/, byOffset],
]

function numbered({ response, request }: Answering): void {
  const page = Number(request.url.searchParams.get('page') ?? 1)
  const size = Number(request.url.searchParams.get('per-page') ?? 2)
  const results = tools.slice((page - 1) * size, page * size)
  const total = { 'x-total-count': String(tools.length) }
  json(response, 200, { results, has_next: page * size < tools.length }, total)
}

function searched({ response, request }: Answering): void {
  const { page = {} } = JSON.parse(request.body.toString())
  const first = Number(page.after ?? 0)
  const next = first + 2 < tools.length ? String(first + 2) : null
  json(response, 200, { results: tools.slice(first, first + 2), page: { next } })
}

function lines(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/jsonl' })
  response.end(tools.map((each) => `${JSON.stringify(each)}\n`).join('\n'))
}

function upload({ response, request, state }: Answering, id: string): void {
  if (request.body.length > 10_000) {
    problem(response, 413, 'Too large')
    return
  }
  const type = request.headers['content-type'] ?? ''
  const isForm = type.startsWith('multipart/form-data')
  const [, file = ''] =
    /filename="[^"]*".*?\r\n\r\n(.*?)\r\n--/s.exec(request.body.toString('latin1')) ?? []
  const bytes = isForm ? Buffer.from(file, 'latin1') : request.body
  state.photos.set(id, bytes)
  json(response, 200, { bytes: bytes.length })
}

function download({ response, state }: Answering, id: string): void {
  const bytes = state.photos.get(id)
  if (!bytes) {
    problem(response, 404, 'No photo')
    return
  }
  response.writeHead(200, { 'content-type': 'image/png', etag: `"${bytes.length}"` })
  response.end(bytes)
}

function afterLast({ response, request, state }: Answering): void {
  const all = [...state.loans.values()]
  const after = request.url.searchParams.get('starting_after')
  const first = all.findIndex(({ id }) => id === after) + 1
  json(response, 200, { data: all.slice(first, first + 3), has_more: first + 3 < all.length })
}

function lend({ response, request, state }: Answering): void {
  const { tool } = JSON.parse(request.body.toString())
  if (tool === 'taken') {
    json(response, 409, { lent_to: 'Ann' })
    return
  }
  if (tool === '') {
    problem(response, 422, 'Which tool?')
    return
  }
  if (tool === 'rare') {
    json(response, 202, { position: 3 }, { 'retry-after': '60' })
    return
  }
  const key = String(request.headers['idempotency-key'] ?? state.loans.size)
  const made = state.keys.get(key) ?? { id: `l${state.loans.size}`, tool, state: 'open', since }
  state.keys.set(key, made)
  state.loans.set(made.id, made)
  json(response, 201, made, { location: `/v2/loans/${made.id}`, 'x-fee-cents': '150' })
}

function loan({ response, state }: Answering, id: string): void {
  const found = state.loans.get(id)
  if (found) json(response, 200, found)
  else problem(response, 404, 'No such loan')
}

function end({ response, state }: Answering, id: string): void {
  if (!state.loans.delete(id)) {
    problem(response, 404, 'No such loan')
    return
  }
  response.writeHead(204).end()
}

/** Breaks off after the second event; the next connection goes on after it. */
function changes({ response, request, state }: Answering, id: string): void {
  if (!state.loans.has(id)) {
    problem(response, 404, 'No such loan')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-watchers': '2' })
  const event = (number: number, name: string, data: string): string =>
    `id: ${number}\nretry: 5\nevent: ${name}\ndata: ${data}\n\n`
  const changed = JSON.stringify({ ...state.loans.get(id), state: 'late' })
  if (request.headers['last-event-id'] === '2') {
    response.end(event(3, 'note', 'returned') + event(4, 'note', '[DONE]'))
    return
  }
  const text = `: hello\n\n${event(1, 'changed', changed)}${event(2, 'heartbeat', 'ping')}`
  response.write(text, () => setTimeout(() => response.destroy(), 5))
}

function linked({ response, request }: Answering): void {
  const page = Number(request.url.searchParams.get('page') ?? 1)
  const at = (number: number): string => `</v2/events?page=${number}>`
  const next = page < 3 ? `, ${at(page + 1)}; rel="next"` : ''
  json(response, 200, [{ n: page }], { link: `${at(1)}; rel="first"${next}` })
}

function byHeader({ response, request }: Answering): void {
  const cursor = Number(request.headers['x-cursor'] ?? 0)
  const next: Record<string, string> = cursor < 2 ? { 'x-next-cursor': String(cursor + 1) } : {}
  json(response, 200, { members: [{ name: `member ${cursor}` }] }, next)
}

function byAddress({ response, request }: Answering): void {
  const isFirst = !request.url.searchParams.has('more')
  const next = isFirst ? `http://${request.headers.host}/v2/branches?more=1` : null
  json(response, 200, { items: [{ name: isFirst ? 'North' : 'South' }], links: { next } })
}

function byOffset({ response, request }: Answering): void {
  const skip = Number(request.url.searchParams.get('skip') ?? 0)
  json(response, 200, { rows: [10, 11, 12, 13, 14].slice(skip, skip + 2) })
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function problem(response: ServerResponse, status: number, title: string): void {
  json(response, status, { title }, { 'content-type': 'application/problem+json' })
}
