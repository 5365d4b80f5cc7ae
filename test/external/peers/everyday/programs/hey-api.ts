// The day with hey-api's client: the same results as with the programs of test/e2e/everyday.
import {
  type Client,
  type ClientOptions,
  type Config,
  createClient,
} from './hey-api/client/index.js'
import {
  createLoan,
  exportTools,
  getLoan,
  listLoansV2,
  listMembers,
  listTools,
  listVisits,
  searchTools,
  toolsPhotoGet,
  toolsPhotoPut,
  watchLoan,
} from './hey-api/sdk.gen.js'
import type { ListBranchesResponses, ListEventsResponses } from './hey-api/types.gen.js'

function clientOf(baseUrl: string, config: Config<ClientOptions> = {}): Client {
  return createClient({
    baseUrl,
    auth: ({ type }) => (type === 'apiKey' ? 'desk' : undefined),
    ...config,
  })
}

export async function lend(baseUrl: string, tool: string): Promise<string> {
  const client = clientOf(baseUrl)
  const { data, response } = await createLoan({ client, body: { tool }, throwOnError: true })
  if ('position' in data) {
    return `place ${data.position}, ask again in ${response.headers.get('retry-after')} s`
  }
  const hour = new Date(data.since).getUTCHours()
  const [place, fee, type] = ['location', 'x-fee-cents', 'content-type'].map((name) =>
    response.headers.get(name),
  )
  return `${place} since ${hour}, ${fee} cents, ${type}`
}

export async function tryToLend(baseUrl: string, tool: string): Promise<string> {
  const { data, error } = await createLoan({ client: clientOf(baseUrl), body: { tool } })
  if (data) return 'since' in data ? `lent in ${new Date(data.since).getUTCFullYear()}` : 'queued'
  if (error && 'lent_to' in error) return `lent to ${error.lent_to}`
  return error && 'title' in error ? error.title : `something else: ${error}`
}

export async function pay(baseUrl: string): Promise<string> {
  const key = crypto.randomUUID()
  const retrying: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(request.clone())
      if (response.status !== 503 || attempt === 2) return response
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const { data } = await createLoan({
    client: clientOf(baseUrl, { fetch: retrying }),
    body: { tool: 't1' },
    headers: { 'idempotency-key': key },
    cache: 'no-store',
    keepalive: true,
    throwOnError: true,
  })
  return 'id' in data ? data.id : 'queued'
}

export async function traced(baseUrl: string): Promise<readonly string[]> {
  const log: string[] = []
  const tracing: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    for (let attempt = 1; ; attempt++) {
      const sent = request.clone()
      sent.headers.set('x-trace', `${attempt}`)
      const response = await fetch(sent)
      log.push(`${attempt}: ${response.status}`)
      if (response.status !== 503 || attempt === 3) return response
      log.push(`again after ${attempt}`)
    }
  }
  const client = clientOf(baseUrl, { fetch: tracing })
  client.interceptors.request.use((request, { method, url }) => {
    // The tags of an operation are not known here.
    log.push(`${method} ${url} loans`)
    return request
  })
  await getLoan({ client, path: { 'loan-id': 'l1' }, throwOnError: true })
  return log
}

export async function together(baseUrl: string, expire: () => unknown): Promise<readonly string[]> {
  let token: Promise<string> | undefined
  const bearer = (): Promise<string> => {
    token ??= fetch(`${baseUrl}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('me:secret')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    }).then(async (response) => {
      if (!response.ok) throw new Error(`no token: ${response.status}`)
      const { access_token } = (await response.json()) as { access_token: string }
      return access_token
    })
    return token
  }
  const client = clientOf(baseUrl, {
    auth: ({ scheme }) => (scheme === 'bearer' ? bearer() : undefined),
  })
  const get = (id: string) => getLoan({ client, path: { 'loan-id': id } })
  const loans = await Promise.all(['l1', 'l2', 'l3'].map(get))
  await expire()
  const refused = await get('l1')
  token = undefined
  const again = await get('l1')
  return [
    ...loans.map(({ data }) => data?.id ?? ''),
    refused.error ? 'refused' : 'kept',
    again.data?.id ?? '',
  ]
}

export async function everything(baseUrl: string): Promise<Record<string, readonly unknown[]>> {
  const client = clientOf(baseUrl)
  const throwOnError = true
  const security = [{ name: 'X-Desk-Key', type: 'apiKey' } as const]
  const tools: string[] = []
  for (let page = 1, more = true; more; page++) {
    const { data } = await listTools({ client, throwOnError, query: { page, 'per-page': 2 } })
    tools.push(...data.results.map(({ kind }) => kind))
    more = data.has_next === true
  }
  const found: string[] = []
  for (let after: string | null | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const { data } = await searchTools({
      client,
      throwOnError,
      body: { text: 'saw', page: { size: 2, ...(after ? { after } : {}) } },
    })
    found.push(...data.results.map(({ id }) => id))
    after = data.page?.next
  }
  const loans: number[] = []
  for (let last: string | undefined, more = true; more; ) {
    const query = last ? { starting_after: last } : {}
    const { data } = await listLoansV2({ client, throwOnError, query })
    loans.push(...data.data.map(({ since }) => new Date(since).getTime()))
    last = data.data.at(-1)?.id
    more = data.has_more
  }
  const events: number[] = []
  for (let next: string | undefined = '/events'; next; ) {
    const page: Awaited<ReturnType<typeof client.get<ListEventsResponses, unknown, true>>> =
      await client.get<ListEventsResponses, unknown, true>({ security, throwOnError, url: next })
    events.push(...page.data.map(({ n }) => n))
    const link = page.response.headers.get('link') ?? ''
    next = /<\/v2([^>]*)>; rel="next"/.exec(link)?.[1]
  }
  const members: string[] = []
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
    const headers: Record<string, string> = cursor ? { 'x-cursor': cursor } : {}
    const { data, response } = await listMembers({ client, throwOnError, headers })
    members.push(...data.members.map(({ name }) => name))
    cursor = response.headers.get('x-next-cursor')
  }
  const branches: string[] = []
  for (let next: string | null | undefined = '/branches'; next; ) {
    const page: Awaited<ReturnType<typeof client.get<ListBranchesResponses, unknown, true>>> =
      await client.get<ListBranchesResponses, unknown, true>({ security, throwOnError, url: next })
    branches.push(...page.data.items.map(({ name }) => name))
    next = page.data.links?.next?.replace(baseUrl, '')
  }
  const visits: number[] = []
  for (let skip = 0, size = 2; size === 2; skip += size) {
    const { data } = await listVisits({ client, throwOnError, query: { skip, take: 2 } })
    visits.push(...data.rows)
    size = data.rows.length
  }
  return { tools, found, loans, events, members, branches, visits }
}

export async function photos(baseUrl: string): Promise<string> {
  const client = clientOf(baseUrl)
  const path = { tool_id: 't1' }
  const file = new Blob([new Uint8Array(300)], { type: 'image/png' })
  const throwOnError = true
  const form = await toolsPhotoPut({ client, throwOnError, path, body: { file, caption: 'A saw' } })
  const photo = await toolsPhotoGet({ client, throwOnError, path, parseAs: 'blob' })
  const send = (size: number): Promise<Response> =>
    fetch(`${baseUrl}/tools/t1/photo`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png', 'x-desk-key': 'desk' },
      body: new Uint8Array(size),
    })
  const raw = (await (await send(20)).json()) as { bytes: number }
  const whole = (await (await send(21)).json()) as { bytes: number }
  const large = await send(20_000)
  const refused = large.ok ? 'taken' : ((await large.json()) as { title: string }).title
  const tag = photo.response.headers.get('etag')
  return [form.data.bytes, (photo.data as Blob).size, tag, raw.bytes, whole.bytes, refused].join()
}

export async function watched(baseUrl: string): Promise<readonly string[]> {
  const seen: string[] = []
  const { stream } = await watchLoan({
    client: clientOf(baseUrl),
    path: { 'loan-id': 'l1' },
    sseDefaultRetryDelay: 5,
    sseMaxRetryAttempts: 3,
    onSseEvent({ event, data }) {
      // A comment.
      if (event === undefined) return
      if (event === 'changed') {
        const { state, since } = data as { state: string; since: string }
        seen.push(`${state} since ${new Date(since).getUTCDate()}`)
      } else if (data !== '[DONE]') seen.push(`${event}: ${data}`)
    },
  })
  for await (const _ of stream) if (seen.length === 3) break
  return seen
}

export async function exported(baseUrl: string): Promise<readonly string[]> {
  const { data } = await exportTools({
    client: clientOf(baseUrl),
    throwOnError: true,
    parseAs: 'text',
  })
  const lines = (data as string).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => (JSON.parse(line) as { kind: string }).kind)
}
