import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, serve } from '../../../unit/runtime/http/server.fixture.js'
import { compiledPrograms, type Programs } from '../compiled.fixture.js'

// The conventions that most services follow, for documents that are not one's own: the rules are in the configuration.

const here = fileURLToPath(new URL('.', import.meta.url))

let programs: Programs
beforeAll(async () => {
  const rules = {
    forge: [{ operations: '*', items: '', next: { link: 'next' } }],
    till: [
      {
        operations: 'GetPayments',
        name: 'allPayments',
        items: '/data',
        more: '/has_more',
        next: { last: '/id', into: 'starting_after' },
      },
    ],
    catalogue: [
      { operations: 'find*', items: '/books', more: '/next_page', next: { page: 'page' } },
    ],
  }
  const packages = Object.entries(rules).map(([name, paginators]) => [
    name,
    { spec: path.join(here, `${name}.yaml`), out: `src/${name}`, emit: ['client'], paginators },
  ])
  programs = await compiledPrograms({
    name: 'conventions',
    programs: path.join(here, 'programs'),
    packages: Object.fromEntries(packages),
  })
}, 60_000)
afterAll(() => programs.remove())

test('addresses in `Link`, also to a path of another name, resumed anywhere', async () => {
  const { url, requests } = await serve((response, request) => {
    const at = new URL(request.url, 'http://a')
    const page = Number(at.searchParams.get('page') ?? 1)
    const link = (number: number, relation: string): string =>
      `<http://${request.headers.host}/projects-by-id/7/reports?state=all&per_page=2&page=${number}>; rel="${relation}"`
    const links = [page > 1 ? link(page - 1, 'prev') : '', page < 3 ? link(page + 1, 'next') : '']
    const first = (page - 1) * 2
    const items = [first + 1, first + 2].filter((number) => number < 6)
    const body = items.map((number) => ({ number, title: `Report ${number}` }))
    json(response, 200, body, { link: [...links.filter(Boolean), link(3, 'last')].join(', ') })
  })
  for (const at of [1, 2, 3, 5]) {
    requests.length = 0
    expect(await programs.run('reports', url, at)).toEqual([1, 2, 3, 4, 5])
    expect(requests[0]?.url).toBe('/projects/ann/garden/reports?state=all&per_page=2')
    expect(requests.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true)
  }
})

test('a page that begins after the last item', async () => {
  const amounts = [5, 10, 20, 40, 80, 160, 320]
  const { url, requests } = await serve((response, request) => {
    const after = new URL(request.url, 'http://a').searchParams.get('starting_after')
    const first = after === null ? 0 : Number(after.slice('pay_'.length)) + 1
    const data = amounts
      .map((amount, index) => ({ id: `pay_${index}`, amount }))
      .slice(first, first + 3)
    const has_more = first + 3 < amounts.length
    json(response, 200, { object: 'list', data, has_more, url: '/v1/payments' })
  })
  expect(await programs.run('payments', url)).toBe(635)
  expect(requests.map(({ url }) => url)).toEqual([
    '/v1/payments?limit=3',
    '/v1/payments?limit=3&starting_after=pay_2',
    '/v1/payments?limit=3&starting_after=pay_5',
  ])
})

test('numbered pages, ended by an abort', async () => {
  const stop = new AbortController()
  const { url, requests } = await serve((response, request, count) => {
    const page = Number(new URL(request.url, 'http://a').searchParams.get('page') ?? 1)
    const books = [{ title: `Volume ${page}` }]
    json(response, 200, { books, next_page: page < 3 ? page + 1 : null, total_pages: 3 })
    if (count === 5) stop.abort(new Error('enough'))
  })
  const titles = ['Volume 1', 'Volume 2', 'Volume 3']
  expect(await programs.run('books', url, stop.signal)).toEqual(titles)
  expect(requests.map(({ url }) => url)).toEqual([
    '/books?author=Ann',
    '/books?author=Ann&page=2',
    '/books?author=Ann&page=3',
  ])
  await expect(programs.run('books', url, stop.signal)).rejects.toThrow('enough')
})
