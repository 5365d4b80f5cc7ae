import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  connectHttp,
  form,
  type HttpOperation,
  nextAfterLast,
  nextCursor,
  nextLink,
  nextNumber,
  nextOffset,
  nextUrl,
  type PageOptions,
  type PageRule,
  type PageState,
  type Pages,
  pagesOf,
  placeStyled,
} from '../../../../../packages/runtime/src/http/index.js'
import { failureOf, json, type Recorded, type Reply, serve } from '../server.fixture.js'

interface Item {
  readonly id: number
}

type Input = { page?: number; after?: number | string; offset?: number }

const query = (name: string) => ({ name, in: 'query', write: form, explode: true }) as const

const list: HttpOperation<Input, unknown> = {
  name: 'list',
  method: 'GET',
  path: '/list',
  idempotent: true,
  place: placeStyled,
  parameters: ['page', 'after', 'offset'].map(query),
}

const search: HttpOperation<Input, unknown> = { name: 'search', method: 'POST', path: '/search' }

/** A service of so many items, so many to a page, that understands every way to ask for one. */
function service(count: number, size: number): Reply {
  return (response, { url, headers, body }) => {
    const asked = new URL(url, 'http://a')
    const { page } = body ? JSON.parse(body) : { page: undefined }
    const at = (name: string): number | undefined => {
      const value = asked.searchParams.get(name) ?? headers[`x-${name}`]
      return value === undefined ? undefined : Number(value)
    }
    const number = at('page')
    const after = at('after') ?? page?.after
    const first =
      number === undefined
        ? after === undefined
          ? (at('offset') ?? 0)
          : Number(after) + 1
        : (number - 1) * size
    const data = Array.from({ length: Math.max(0, Math.min(size, count - first)) }, (_, n) => ({
      id: first + n,
    }))
    const last = first + data.length - 1
    const more = last + 1 < count
    const next = `/list?after=${last}`
    const head: Record<string, string> = more
      ? {
          link: `</first>; rel=first, <${next}&why=a,b>; title="x, y"; rel="last next"`,
          'x-next': `${last}`,
        }
      : {}
    json(
      response,
      200,
      { data, more, cursor: more ? last : null, meta: { next: more ? next : '' } },
      head,
    )
  }
}

interface Kind {
  readonly operation: HttpOperation<Input, unknown>
  readonly rule: PageRule
}

const items = '/data'
const kinds: Readonly<Record<string, Kind>> = {
  'a cursor in the query': {
    operation: list,
    rule: { items, next: nextCursor('/cursor', ['after']) },
  },
  'a cursor from a header to a header': {
    operation: list,
    rule: { items, next: nextCursor('header:X-Next', 'X-After') },
  },
  'a cursor in the body': {
    operation: search,
    rule: { items, next: nextCursor('/cursor', ['page', 'after']) },
  },
  'page numbers': { operation: list, rule: { items, next: nextNumber(['page']) } },
  'page numbers with a flag': {
    operation: list,
    rule: { items, more: '/more', next: nextNumber(['page']) },
  },
  offsets: { operation: list, rule: { items, next: nextOffset(['offset']) } },
  'offsets with a flag': {
    operation: list,
    rule: { items, more: '/more', next: nextOffset(['offset']) },
  },
  'the last item': {
    operation: list,
    rule: { items, more: '/more', next: nextAfterLast('/id', ['after']) },
  },
  'a Link header': { operation: list, rule: { items, next: nextLink('next') } },
  'an address in the body': { operation: list, rule: { items, next: nextUrl('/meta/next') } },
}

async function open(
  reply: Reply,
  { operation, rule }: Kind,
  { options, input = {} }: { options?: PageOptions; input?: Input } = {},
) {
  const server = await serve(reply)
  const api = connectHttp({ baseUrl: server.url, retry: false }, { server: '' })
  const read = (from?: PageState): Pages<Item, unknown> =>
    pagesOf(api, operation, rule, input, { ...options, ...(from && { from }) })
  return { server, read }
}

async function idsOf(pages: AsyncIterable<Item>): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of pages) ids.push(id)
  return ids
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  test('reads every item once, resumed anywhere', async () => {
    const sizes = fc.record({
      count: fc.nat(12),
      size: fc.integer({ min: 1, max: 5 }),
      stops: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(sizes, async ({ count, size, stops }) => {
        const { read } = await open(service(count, size), kind)
        const seen: number[] = []
        let state: PageState | undefined
        for (const stop of [...stops, Number.POSITIVE_INFINITY]) {
          const pages = read(state)
          let left = stop
          for await (const { id } of pages) {
            seen.push(id)
            if (--left === 0) break
          }
          state = JSON.parse(JSON.stringify(pages.state))
        }
        expect(seen).toEqual(upTo(count))
        expect(state).toEqual({ done: true })
        expect(await idsOf(read(state))).toEqual([])
      }),
      { numRuns: 15 },
    )
  })

  test('reads page by page', async () => {
    const { read } = await open(service(7, 3), kind)
    const seen: Item[][] = []
    let state: PageState | undefined
    for await (const page of read().pages()) {
      expect(page.data).toMatchObject({ data: page.items })
      seen.push([...page.items])
      state = page.state
      if (seen.length === 2) break
    }
    expect(seen.flat().map(({ id }) => id)).toEqual(upTo(6))
    expect(await idsOf(read(state))).toEqual([6])
  })
})

describe('the first page', () => {
  test('may be any', async () => {
    const { read } = await open(service(9, 2), kinds['page numbers'] as Kind, {
      input: { page: 3 },
    })
    expect(await idsOf(read())).toEqual([4, 5, 6, 7, 8])
  })

  test('is requested when it is needed, and again by another loop', async () => {
    const { server, read } = await open(service(3, 2), kinds['a Link header'] as Kind)
    const pages = read()
    expect(server.requests).toEqual([])
    expect(await idsOf(pages)).toEqual([0, 1, 2])
    expect(await idsOf(pages)).toEqual([0, 1, 2])
    expect(server.requests).toHaveLength(4)
  })
})

describe('a service that leads nowhere is an error, and no end', () => {
  const error = { name: 'PaginationError', operation: 'list' }
  const cursor = kinds['a cursor in the query'] as Kind
  const always =
    (body: object): Reply =>
    (response) =>
      json(response, 200, body)
  const page = { data: [{ id: 1 }], more: true }

  test.each<[string, Kind, object]>([
    ['the same cursor', cursor, { ...page, cursor: 'a' }],
    ['the same number', cursor, { ...page, cursor: 7 }],
    ['the same page for every number', kinds['page numbers'] as Kind, page],
    ['the same page for every offset', kinds.offsets as Kind, page],
    ['the same last item', kinds['the last item'] as Kind, page],
    [
      'the same address',
      kinds['an address in the body'] as Kind,
      { ...page, meta: { next: '/list?b' } },
    ],
  ])('%s', async (_, kind, body) => {
    const { server, read } = await open(always(body), kind)
    expect(await failureOf(idsOf(read()))).toMatchObject(error)
    expect(server.requests.length).toBeLessThan(4)
  })

  test('the address of the first page', async () => {
    const kind = kinds['an address in the body'] as Kind
    const { server, read } = await open((response, { url }) => {
      json(response, 200, { data: [{ id: 1 }], meta: { next: url } })
    }, kind)
    expect(await failureOf(idsOf(read()))).toMatchObject(error)
    expect(server.requests).toHaveLength(1)
  })

  test.each([5, true, { href: '/list?b' }, ['/list?b']])('the address %j', async (next) => {
    const kind = kinds['an address in the body'] as Kind
    const { server, read } = await open(always({ ...page, meta: { next } }), kind)
    expect(await failureOf(idsOf(read()))).toMatchObject({
      ...error,
      message: 'list: the next page is at no address, which is not that of baseUrl',
    })
    expect(server.requests).toHaveLength(1)
  })

  test('cursors that go round', async () => {
    const { server, read } = await open((response, _, count) => {
      json(response, 200, { data: [{ id: count }], cursor: `c${count % 5}` })
    }, cursor)
    expect(await failureOf(idsOf(read()))).toMatchObject(error)
    expect(server.requests).toHaveLength(6)
  })

  test('the cursor of the caller', async () => {
    const given = { input: { after: 'a' } }
    const { server, read } = await open(always({ ...page, cursor: 'a' }), cursor, given)
    expect(await failureOf(idsOf(read()))).toMatchObject(error)
    expect(server.requests).toHaveLength(1)
  })

  test('more pages without a place', async () => {
    const kind: Kind = { ...cursor, rule: { ...cursor.rule, more: '/more' } }
    const { read } = await open(always({ ...page, cursor: null }), kind)
    expect(await failureOf(idsOf(read()))).toMatchObject({
      ...error,
      message: 'list: there are more pages, but it is not said where',
    })
  })

  test('no array', async () => {
    const { read } = await open(always({ data: null, cursor: 'a' }), cursor)
    expect(await failureOf(idsOf(read()))).toMatchObject(error)
  })
})

test('null in place of the number of the next page is the end', async () => {
  const numbers = kinds['page numbers'] as Kind
  const { read } = await open(
    (response, _, count) => {
      json(response, 200, { data: [{ id: count }], more: count < 3 ? count + 1 : null })
    },
    { ...numbers, rule: { ...numbers.rule, more: '/more' } },
  )
  expect(await idsOf(read())).toEqual([1, 2, 3])
})

test('elsewhere null says nothing about more pages', async () => {
  const cursor = kinds['a cursor in the query'] as Kind
  const { read } = await open(
    (response, _, count) => {
      json(response, 200, { data: [{ id: count }], more: null, cursor: count < 3 ? count : null })
    },
    { ...cursor, rule: { ...cursor.rule, more: '/more' } },
  )
  expect(await idsOf(read())).toEqual([1, 2, 3])
})

test('pages without items may have others after them', async () => {
  const { read } = await open((response, { url }) => {
    const at = Number(new URL(url, 'http://a').searchParams.get('after') ?? 0)
    json(response, 200, { data: at === 3 ? [{ id: 3 }] : [], cursor: at < 3 ? at + 1 : undefined })
  }, kinds['a cursor in the query'] as Kind)
  expect(await idsOf(read())).toEqual([3])
})

describe('addresses', () => {
  const kind = kinds['an address in the body'] as Kind

  test('of another origin get no credentials, and no request', async () => {
    const seen: Recorded[] = []
    const other = await serve((response, request) => {
      seen.push(request)
      json(response, 200, { data: [] })
    })
    for (const next of [`${other.url}/list`, '//elsewhere.example/list', 'ftp://a/b', 'https://']) {
      const { read } = await open(
        (response) => json(response, 200, { data: [{ id: 1 }], meta: { next } }),
        kind,
      )
      expect(await failureOf(idsOf(read()))).toMatchObject({ name: 'PaginationError' })
    }
    expect(seen).toEqual([])
  })

  test('of another origin in a saved state neither', async () => {
    const { server, read } = await open(service(3, 1), kind)
    const failure = await failureOf(idsOf(read({ at: 'https://elsewhere.example/list?after=1' })))
    expect(failure).toMatchObject({
      name: 'PaginationError',
      message: 'list: the next page is at https://elsewhere.example, which is not that of baseUrl',
    })
    expect(server.requests).toEqual([])
  })

  test('replace path and query, and nothing else', async () => {
    const server = await serve((response, { url }) => {
      const isFirst = url === '/v1/list'
      json(response, 200, {
        data: [{ id: isFirst ? 0 : 1 }],
        meta: { next: isFirst ? '/v2/other?x=1' : null },
      })
    })
    const api = connectHttp(
      { baseUrl: `${server.url}/v1`, apiKey: 'secret' },
      { server: '', keyHeader: 'x-key' },
    )
    const pages: Pages<Item, unknown> = pagesOf(
      api,
      list,
      kind.rule,
      {},
      { headers: { own: 'yes' } },
    )
    expect(await idsOf(pages)).toEqual([0, 1])
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/list', '/v2/other?x=1'])
    expect(server.requests.map(({ headers }) => [headers['x-key'], headers.own])).toEqual([
      ['secret', 'yes'],
      ['secret', 'yes'],
    ])
  })
})

test('an abort ends it between pages and during one', async () => {
  const controller = new AbortController()
  const { server, read } = await open(service(9, 1), kinds['page numbers'] as Kind, {
    options: { signal: controller.signal },
  })
  const iterator = read()[Symbol.asyncIterator]()
  await iterator.next()
  controller.abort('enough')
  expect(await failureOf(iterator.next())).toBe('enough')
  expect(server.requests).toHaveLength(1)
})

test('an abort ends it within a page', async () => {
  const controller = new AbortController()
  const { read } = await open(service(9, 5), kinds['page numbers'] as Kind, {
    options: { signal: controller.signal },
  })
  const pages = read()
  const iterator = pages[Symbol.asyncIterator]()
  await iterator.next()
  controller.abort('enough')
  expect(await failureOf(iterator.next())).toBe('enough')
  expect(pages.state).toEqual({ skip: 1 })
})

test.each([
  [null, 'from'],
  [5, 'from'],
  ['text', 'from'],
  [{ skip: -1 }, 'from.skip'],
  [{ skip: 'x' }, 'from.skip'],
  [{ at: 1, done: 'yes' }, 'from.done'],
])('from takes a state, and not %j', async (from, place) => {
  // @ts-expect-error
  const options: PageOptions = { from }
  const { read } = await open(service(1, 1), kinds.offsets as Kind, { options })
  expect(() => read()).toThrow(new RegExp(`^${place} takes `))
})

test('a failure leaves a state to go on from', async () => {
  let isDown = true
  const reply = service(6, 2)
  const { read } = await open((response, request, count) => {
    if (isDown && count === 2) return json(response, 400, { message: 'down' })
    return reply(response, request, count)
  }, kinds['a cursor in the query'] as Kind)
  const pages = read()
  expect(await failureOf(idsOf(pages))).toMatchObject({ name: 'ApiError' })
  isDown = false
  expect(await idsOf(read(pages.state))).toEqual([2, 3, 4, 5])
})
