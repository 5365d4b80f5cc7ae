import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The key that the service takes. */
export const KEY = 'key-1'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

/** What the service has seen and done, for what a task asks beside its output. */
export interface Log {
  readonly requests: SeenRequest[]
  /** Orders that were made, by their ids. */
  readonly made: string[]
  readonly photos: { name: string; bytes: string; comment: unknown }[]
}

export interface Service extends Log {
  readonly url: string
  close(): void
}

const STATES = ['open', 'paid', 'sent']
const PAYMENTS = [
  { card: { last4: '4242' } },
  { transfer: { iban: 'DE02' } },
  // Newer than the document.
  { voucher: { code: 'SPRING' } },
]

const orders = Array.from({ length: 23 }, (_, index) => ({
  id: `o${index + 1}`,
  state: STATES[index % STATES.length],
  // More than a JavaScript number can hold.
  total: index === 6 ? '9007199254740993' : String(100 * (index + 1)),
  createdAt: new Date(Date.UTC(2026, 0, 1 + 7 * index)).toISOString(),
  payment: PAYMENTS[index % PAYMENTS.length],
}))

/** The shop of docs/use/shop.yaml, with the moods of a real service, on a free port of this machine. */
export async function startShop(): Promise<Service> {
  const log: Log = { requests: [], made: [], photos: [] }
  const byKey = new Map<string, object>()
  let failures = 0

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', headers } = request
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
    log.requests.push({ method, path: pathname, headers })
    const body = Buffer.concat(await request.toArray())
    const json = (status: number, value: unknown, more: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...more })
      response.end(JSON.stringify(value))
    }
    if (headers.authorization !== `Bearer ${KEY}`) {
      return json(401, { title: 'The key is absent or wrong.' })
    }
    if (pathname === '/orders' && method === 'GET') return listOrders(searchParams, json)
    if (pathname === '/orders') {
      const { item, quantity } = JSON.parse(body.toString())
      if (quantity >= 1000) return json(409, { title: `There are not enough of ${item}.` })
      if (quantity >= 100) return json(202, { approver: 'carol' })
      const key = headers['idempotency-key']
      const known = typeof key === 'string' ? byKey.get(key) : undefined
      if (known) return json(201, known)
      const id = `n${log.made.length + 1}`
      const order = {
        id,
        state: 'open',
        total: String(quantity * 100),
        createdAt: orders[0]?.createdAt,
      }
      log.made.push(id)
      if (typeof key === 'string') byKey.set(key, order)
      // The order is made, but the answer is lost.
      if (item === 'clock' && log.made.length === 1) return json(503, { title: 'Try again.' })
      return json(201, order, { location: `/orders/${id}` })
    }
    if (pathname === '/orders/changes') return changes(response)
    const [, id = '', part] = /^\/orders\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? []
    if (part === 'photo') {
      const form = await new Response(body, {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData()
      const photo = form.get('photo')
      if (!(photo instanceof File)) return json(422, { title: 'There is no photo.' })
      log.photos.push({ name: photo.name, bytes: await photo.text(), comment: form.get('comment') })
      response.writeHead(204).end()
      return
    }
    if (part === 'invoice') {
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'.padEnd(1234))
      return
    }
    // It answers at the third attempt.
    if (id === 'busy' && failures++ < 2) return json(503, { title: 'Try again.' })
    // It never answers.
    if (id === 'slow') return
    if (id === 'broken') return json(200, { ...orders[0], total: 12, payment: { card: {} } })
    const order = id === 'busy' ? orders[1] : orders.find((each) => each.id === id)
    return order ? json(200, order) : json(404, { title: 'There is no such order.' })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...log,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function listOrders(query: URLSearchParams, json: (status: number, value: unknown) => void): void {
  const state = query.get('state')
  const since = query.get('since')
  const found = orders
    .filter((order) => state === null || order.state === state)
    .filter((order) => since === null || Date.parse(order.createdAt) >= Date.parse(since))
  const begin = Number(query.get('cursor') ?? 0)
  const end = begin + Math.min(10, Number(query.get('limit') ?? 10))
  json(200, {
    data: found.slice(begin, end),
    ...(end < found.length ? { next: String(end) } : {}),
  })
}

/** Three changes, with a kind of event between them that the document does not have; then silence. */
function changes(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (event: string, data: unknown): void => {
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  send('created', orders[3])
  response.write('event: heartbeat\ndata: ping\n\n')
  send('paid', orders[3])
  send('created', orders[4])
}
