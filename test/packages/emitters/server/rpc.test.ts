import { getResponse, type RequestHandler } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'
import { memberAt } from '../../../../packages/runtime/src/core/index.js'
import {
  type MockTransport,
  RpcError,
  type RpcMethod,
  http as rpcHttp,
} from '../../../../packages/runtime/src/rpc/index.js'
import type { Server } from '../../../../packages/runtime/src/server/index.js'
import { emittedPackages } from '../emitted.fixture.js'

interface Calc {
  readonly createServer: (options: object) => Server
  readonly createCalcClient: (options: object) => {
    add(params: object): Promise<unknown>
    findItem(params: object): Promise<unknown>
    log(params: object): Promise<unknown>
  }
}

let calc: Calc
beforeAll(async () => {
  const emitted = await emittedPackages()
  calc = {
    ...(await emitted.load<Pick<Calc, 'createServer'>>('calc/src/server.ts')),
    ...(await emitted.load<Pick<Calc, 'createCalcClient'>>('calc/src/index.ts')),
  }
}, 120_000)

function serverWith(own: object = {}, settings: object = {}) {
  const logged: unknown[] = []
  const errors: unknown[] = []
  const operations = {
    add: ({ left, right = 0 }: { left: number; right?: number }) => left + right,
    findItem: ({ id }: { id: string }) => {
      if (id === 'none') {
        throw new RpcError({ code: 404, message: 'There is none', data: { id } }, 'find_item')
      }
      return { id }
    },
    log: ({ text }: { text: string }) => void logged.push(text),
    ...own,
  }
  const onError = (error: unknown) => errors.push(error)
  const { fetch } = calc.createServer({ operations, onError, ...settings })
  const send = (body: string, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json' }
    return fetch(new Request('http://localhost/rpc', { method: 'POST', headers, body, ...init }))
  }
  const call = async (body: unknown) => {
    const response = await send(typeof body === 'string' ? body : JSON.stringify(body))
    return response.status === 200 ? response.json() : response.status
  }
  return { fetch, send, call, logged, errors }
}

const of = (rest: object) => ({ jsonrpc: '2.0', id: 7, ...rest })

test('the client of the same package calls it, alone and in batches', async () => {
  const { fetch } = serverWith()
  const fetchOf = (address: string | URL | Request, init?: RequestInit) =>
    fetch(new Request(address, init))
  for (const batch of [false, true]) {
    const transport = rpcHttp('http://localhost/', {
      fetch: fetchOf as typeof globalThis.fetch,
      batch,
    })
    const client = calc.createCalcClient({ transport })
    expect(
      await Promise.all([
        client.add({ left: 1, right: 2 }),
        client.findItem({ id: 'a' }),
        client.log({ text: 'x' }),
      ]),
    ).toEqual([3, { id: 'a' }, null])
    await expect(client.findItem({ id: 'none' })).rejects.toMatchObject({
      code: 404,
      data: { id: 'none' },
    })
  }
})

describe('as JSON-RPC 2.0 says', () => {
  test.each([
    ['by name', of({ method: 'add', params: { left: 1, right: 2 } }), of({ result: 3 })],
    ['by position', of({ method: 'add', params: [1, 2] }), of({ result: 3 })],
    [
      'an id of null',
      { ...of({ method: 'add', params: [1] }), id: null },
      { ...of({ result: 1 }), id: null },
    ],
    ['no JSON', '{', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }],
    ['no call', of({ params: [] }), of({ error: { code: -32600, message: 'Invalid Request' } })],
    [
      'no version',
      { id: 1, method: 'add' },
      { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'Invalid Request' } },
    ],
    [
      'an empty batch',
      [],
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
    ],
    [
      'a batch of no calls',
      [1],
      [{ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }],
    ],
    [
      'another method',
      of({ method: 'sub' }),
      of({ error: { code: -32601, message: 'Method not found' } }),
    ],
    [
      'the name of every object',
      of({ method: 'toString' }),
      of({ error: { code: -32601, message: 'Method not found' } }),
    ],
  ])('%s', async (_, body, expected) => {
    expect(await serverWith().call(body)).toEqual(expected)
  })

  test('notifications have no response, in batches neither', async () => {
    const { call, logged } = serverWith()
    const log = (text: string) => ({ jsonrpc: '2.0', method: 'log', params: [text] })
    expect(await call(log('a'))).toBe(204)
    expect(await call([log('b'), log('c')])).toBe(204)
    expect(await call([log('d'), of({ method: 'add', params: [1] })])).toEqual([of({ result: 1 })])
    expect(logged).toEqual(['a', 'b', 'c', 'd'])
  })

  test('parameters are checked', async () => {
    const { call } = serverWith()
    const { error } = await call(of({ method: 'add', params: ['1', 101] }))
    expect(error).toMatchObject({
      code: -32602,
      data: { problems: [{ path: 'left' }, { path: 'right' }] },
    })
    expect((await call(of({ method: 'add', params: [1, 2, 3] }))).error.code).toBe(-32602)
    expect((await call(of({ method: 'add' }))).error.code).toBe(-32602)
  })

  test('errors and wrong results are internal', async () => {
    const add = () => {
      throw new Error('secret')
    }
    const { call, errors } = serverWith({ add, findItem: () => ({ size: 'x' }) })
    const internal = { code: -32603, message: 'Internal error' }
    expect(await call(of({ method: 'add', params: [1] }))).toEqual(of({ error: internal }))
    expect(await call(of({ method: 'find_item', params: { id: 'a' } }))).toEqual(
      of({ error: internal }),
    )
    expect(errors.map(String)).toEqual([
      'Error: secret',
      expect.stringContaining('findItem returned an invalid result'),
    ])
  })
})

test('limits, methods and content types', async () => {
  const { send, fetch } = serverWith({}, { limits: { maxBodyBytes: 1000, maxBatch: 2 } })
  expect((await send(' '.repeat(1001))).status).toBe(413)
  expect((await send('1', { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  const many = await send(JSON.stringify([1, 2, 3]))
  expect(await many.json()).toMatchObject({
    error: { code: -32600, data: 'a batch has at most 2 calls' },
  })
  const get = await fetch(new Request('http://localhost/'))
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  expect(() => serverWith({ ad: () => 1 })).toThrow('operations.ad is not an operation')
})

/** The mock and MSW of the same package, with the handlers of the server. */
interface CalcMocks {
  readonly mockCalc: (handlers?: object) => MockTransport
  readonly mswCalc: (handlers?: object, options?: object) => RequestHandler[]
}

describe('mock and MSW refuse what the server refuses', () => {
  const handlers = {
    add: ({ left, right = 0 }: { left: number; right?: number }) => left + right,
    findItem: ({ id }: { id: string }) => ({ id }),
    log: () => null,
  }
  let mocks: CalcMocks
  beforeAll(async () => {
    const { load } = await emittedPackages()
    mocks = {
      ...(await load<Pick<CalcMocks, 'mockCalc'>>('calc/src/mock.ts')),
      ...(await load<Pick<CalcMocks, 'mswCalc'>>('calc/src/msw.ts')),
    }
  }, 120_000)

  const bodies: readonly (readonly [name: string, body: unknown])[] = [
    ['a good call', of({ method: 'add', params: { left: 1 } })],
    ['by position', of({ method: 'add', params: [1, 2] })],
    ['a missing parameter', of({ method: 'add', params: { right: 1 } })],
    ['a parameter of another type', of({ method: 'add', params: { left: 'one' } })],
    ['one that is too large', of({ method: 'add', params: { left: 1, right: 101 } })],
    ['too many by position', of({ method: 'add', params: [1, 2, 3] })],
    ['a method that there is not', of({ method: 'divide', params: {} })],
    ['no method', of({})],
    ['another version', { jsonrpc: '1.0', id: 7, method: 'add', params: { left: 1 } }],
    ['params that are a text', of({ method: 'add', params: 'left' })],
    ['an empty batch', []],
    [
      'a batch with good and bad calls',
      [of({ method: 'add', params: [] }), of({ method: 'add', params: [1] })],
    ],
    ['a notification', { jsonrpc: '2.0', method: 'log', params: { text: 'a' } }],
    ['no JSON', '{'],
  ]

  test.each(bodies)('MSW: %s', async (_, body) => {
    const { send } = serverWith(handlers)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const ofServer = await send(text)
    const request = new Request('http://localhost/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    })
    const ofMsw = await getResponse(mocks.mswCalc(handlers, { url: '*' }), request)
    expect(ofMsw?.status).toBe(ofServer.status)
    expect(await ofMsw?.text()).toBe(await ofServer.text())
  })

  test.each(
    bodies.filter(
      ([, body]) => memberAt(body, 'method') === 'add' && !Array.isArray(memberAt(body, 'params')),
    ),
  )('mock: %s', async (_, body) => {
    const params = Object(memberAt(body, 'params'))
    if (memberAt(body, 'jsonrpc') !== '2.0' || typeof memberAt(body, 'params') === 'string') return
    const { call } = serverWith(handlers)
    const { result, error } = await call(body)
    const answer = mocks.mockCalc(handlers).call({ method: addMethod, params })
    if (error === undefined) return expect(await answer).toBe(result)
    await expect(answer).rejects.toMatchObject({
      name: 'RpcError',
      code: error.code,
      message: error.message,
      data: error.data,
    })
  })
})

const addMethod: RpcMethod = {
  safe: true,
  name: 'add',
  params: [
    { name: 'left', kind: 'json', required: true },
    { name: 'right', kind: 'json' },
  ],
}
