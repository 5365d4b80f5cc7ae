// The mock of a package reads and refuses requests as its server does.
import { beforeAll, describe, expect, test } from 'vitest'
import type { MockFetch } from '../../../../packages/runtime/src/mock/index.js'
import { emittedPackages } from '../emitted.fixture.js'
import { handlers, loadShop, rex, type Shop, security } from './shop.js'

type MockShop = (handlers?: object, options?: object) => MockFetch

let shop: Shop
let mockShop: MockShop
let respond: (request: Request) => Promise<Response | undefined>
beforeAll(async () => {
  const emitted = await emittedPackages()
  shop = await loadShop(emitted)
  const mock = await emitted.load<{ mockShop: MockShop }>('shop/src/mock.ts')
  mockShop = mock.mockShop
  const { mswShop } = await emitted.load<{ mswShop: () => Msw[] }>('shop/src/msw.ts')
  respond = async (request) => {
    for (const handler of mswShop()) {
      const found = await handler.run({ request: request.clone(), requestId: '1' })
      if (found?.response) return found.response
    }
    return undefined
  }
}, 120_000)

interface Msw {
  run(call: object): Promise<{ readonly response?: Response } | null>
}

const json = (body: unknown, headers: object = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const good = { authorization: 'Bearer good' }

describe('refuses with the same problems as the server', () => {
  test.each<[string, string, RequestInit, number]>([
    ['a wrong parameter', '/pets?limit=101&kind=cow', {}, 400],
    ['a text for a number', '/pets/one', {}, 400],
    ['two values for one', '/pets?limit=1&limit=2', {}, 400],
    ['what is no UTF-8', '/queries?text=%ff', {}, 400],
    ['what is no JSON', '/queries?json=%7B', {}, 400],
    ['a parameter that is missing', '/pets/mine', {}, 400],
    ['a wrong header', '/queries', { headers: { 'x-list': '1,a' } }, 400],
    ['a body that is no JSON', '/pets', json('{', good), 400],
    ['a wrong body', '/pets', json({ name: '', kind: 1 }, good), 400],
    ['no body', '/pets', { method: 'POST', headers: good }, 400],
    ['another content type', '/pets', json('x', { ...good, 'content-type': 'text/css' }), 415],
  ])('%s', async (_, path, init, status) => {
    const url = `https://shop.example/v1${path}`
    const server = shop.createServer({ security, operations: handlers })
    const expected = await server.fetch(new Request(url, init))
    expect(expected.status).toBe(status)
    const problem: unknown = await expected.json()
    for (const response of [await mockShop()(url, init), await respond(new Request(url, init))]) {
      expect([response?.status, response?.headers.get('content-type')]).toEqual([
        status,
        'application/problem+json',
      ])
      expect(await response?.json()).toEqual(problem)
    }
  })

  test('before a handler sees them, unless it is told not to', async () => {
    const listPets = () => [rex]
    const statusOf = async (options?: object) =>
      (await mockShop({ listPets }, options)('/pets?limit=101')).status
    expect([await statusOf(), await statusOf({ checkRequests: false })]).toEqual([400, 200])
    expect(await statusOf({ onUnknown: 'example' })).toBe(200)
    expect(() => mockShop({}, { checkRequests: 'no' })).toThrow('checkRequests takes boolean')
  })

  test('a path or a method that the document does not have', async () => {
    expect((await mockShop()('/cats')).status).toBe(404)
    const response = await mockShop()('/pets/1', { method: 'PATCH' })
    expect([response.status, response.headers.get('allow')]).toEqual([
      405,
      'GET, DELETE, HEAD, OPTIONS',
    ])
  })
})

test('handlers get what the caller of the client passed, in every style', async () => {
  const seen: unknown[] = []
  const note = (input: unknown) => void seen.push(input)
  const fetch = mockShop({ paths: note, queries: note, sendForm: note, wholeQuery: note })
  const client = shop.createShopClient({ fetch })
  const flat = { count: 1, label: 'a b', on: true }
  const deep = { name: 'x', tags: ['a', 'b'], rows: [flat] }
  const inputs = {
    paths: {
      ...{ plain: 'a/b', list: [1, 2], record: flat, dotted: 1.5, dots: [1, 2], labels: flat },
      ...{ semi: 'é', semis: ['a', 'b'], matrix: flat },
    },
    queries: {
      ...{ text: '&', number: 2, list: ['a', 'b'], commas: ['c,d'], flat, joined: flat, deep },
      ...{ json: deep, spaces: [1, 2], 'X-List': [1, 2], biscuit: 'a;b' },
    },
    sendForm: { text: 'a', list: [1], record: flat, deep },
    wholeQuery: { all: flat },
  }
  for (const [name, input] of Object.entries(inputs)) {
    await client[name]?.(input)
    expect(seen.pop()).toEqual(input)
  }
})
