// The day with Redocly's client: the same results as with the programs of test/e2e/everyday.
import {
  ApiError,
  createClient,
  OPERATIONS,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
} from './redocly/client.js'

type Options = NonNullable<
  Parameters<typeof createClient<Ops, OperationId, OperationPath, OperationTag>>[1]
>

function clientOf(serverUrl: string, options: Options = {}) {
  const auth = { apiKey: { desk: 'desk' } }
  return createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, {
    serverUrl,
    auth,
    ...options,
  })
}

export async function lend(baseUrl: string, tool: string): Promise<string> {
  const library = clientOf(baseUrl)
  const { data, headers, response } = await library.createLoan(
    { body: { tool } },
    { envelope: true },
  )
  if (response.status === 202) {
    const { position } = data as unknown as { position: number }
    return `place ${position}, ask again in ${response.headers.get('retry-after')} s`
  }
  const hour = new Date(data.since).getUTCHours()
  const type = response.headers.get('content-type')
  return `${headers.location} since ${hour}, ${headers.xFeeCents} cents, ${type}`
}

export async function tryToLend(baseUrl: string, tool: string): Promise<string> {
  const library = clientOf(baseUrl)
  try {
    const data = await library.createLoan({ body: { tool } })
    return 'since' in data ? `lent in ${new Date(data.since).getUTCFullYear()}` : 'queued'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 409) {
      const { lent_to } = error.body as { lent_to: string }
      return `lent to ${lent_to}`
    }
    if (error.status === 422) return (error.body as { title: string }).title
    return `something else: ${error.name}`
  }
}

export async function pay(baseUrl: string): Promise<string> {
  const library = clientOf(baseUrl, { idempotencyKey: true, retry: { retries: 2, retryDelay: 1 } })
  const loan = await library.createLoan(
    { body: { tool: 't1' } },
    { cache: 'no-store', keepalive: true },
  )
  return 'id' in loan ? loan.id : 'queued'
}

export async function traced(baseUrl: string): Promise<readonly string[]> {
  const log: string[] = []
  let attempt = 0
  const library = clientOf(baseUrl, {
    retry: {
      retries: 2,
      retryDelay: 1,
      retryOn: ({ attempt, response }) => {
        if (response?.status !== 503) return false
        log.push(`again after ${attempt}`)
        return true
      },
    },
    middleware: [
      {
        onRequest({ method, operation, headers }) {
          if (operation.id === 'get-loan') log.push(`${method} ${operation.path} ${operation.tags}`)
          headers['x-trace'] = `${attempt + 1}`
        },
        onResponse({ status }) {
          log.push(`${++attempt}: ${status}`)
        },
      },
    ],
  })
  await library.get_loan({ path: { 'loan-id': 'l1' } })
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
  const library = clientOf(baseUrl, { auth: { bearer } })
  const ids = ['l1', 'l2', 'l3']
  const loans = await Promise.all(ids.map((id) => library.get_loan({ path: { 'loan-id': id } })))
  await expire()
  const refused = await library.get_loan({ path: { 'loan-id': 'l1' } }).then(
    () => 'kept',
    () => 'refused',
  )
  token = undefined
  const again = await library.get_loan({ path: { 'loan-id': 'l1' } })
  return [...loans.map(({ id }) => id), refused, again.id]
}

export async function everything(baseUrl: string): Promise<Record<string, readonly unknown[]>> {
  const library = clientOf(baseUrl)
  const tools: string[] = []
  for await (const { kind } of library.listTools.items({ query: { 'per-page': 2 } }))
    tools.push(kind)
  const found: string[] = []
  for (let after: string | null | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const { results, page } = await library.searchTools({
      body: { text: 'saw', page: { size: 2, ...(after ? { after } : {}) } },
    })
    found.push(...results.map(({ id }) => id))
    after = page?.next
  }
  const loans: number[] = []
  for (let last: string | undefined, more = true; more; ) {
    const { data, has_more } = await library.List_Loans__v2_({
      query: last ? { starting_after: last } : {},
    })
    loans.push(...data.map(({ since }) => new Date(since).getTime()))
    last = data.at(-1)?.id
    more = has_more
  }
  const events: number[] = []
  for await (const { n } of library.list_events.items({ query: { per_page: 1 } })) events.push(n)
  const members: string[] = []
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
    const headers: Record<string, string> = cursor ? { 'x-cursor': cursor } : {}
    const { data, response } = await library.listMembers({}, { envelope: true as const, headers })
    members.push(...data.members.map(({ name }) => name))
    cursor = response.headers.get('x-next-cursor')
  }
  const branches: string[] = []
  for await (const { name } of library.listBranches.items()) branches.push(name)
  const visits: number[] = []
  for await (const each of library.listVisits.items({ query: { take: 2 } })) visits.push(each)
  return { tools, found, loans, events, members, branches, visits }
}

export async function photos(baseUrl: string): Promise<string> {
  const library = clientOf(baseUrl)
  const path = { tool_id: 't1' }
  const file = new Blob([new Uint8Array(300)], { type: 'image/png' })
  const form = await library.tools_photo_put({ path, body: { file, caption: 'A saw' } })
  const photo = await library.tools_photo_get({ path }, { envelope: true })
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
  return [form.bytes, photo.data.size, photo.headers.etag, raw.bytes, whole.bytes, refused].join()
}

export async function watched(baseUrl: string): Promise<readonly string[]> {
  const library = clientOf(baseUrl)
  const seen: string[] = []
  for await (const { event, data } of library.watchLoan({ path: { 'loan-id': 'l1' } })) {
    if (event === 'changed') {
      const { state, since } = data as unknown as { state: string; since: string }
      seen.push(`${state} since ${new Date(since).getUTCDate()}`)
    } else seen.push(`${event}: ${data}`)
  }
  return seen
}

export async function exported(baseUrl: string): Promise<readonly string[]> {
  const text = (await clientOf(baseUrl).exportTools({}, { parseAs: 'text' })) as string
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => (JSON.parse(line) as { kind: string }).kind)
}
