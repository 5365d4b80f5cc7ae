import { describe, expect, it } from 'vitest'
import { TimeoutError, TransportError } from '../../../../packages/runtime/src/core/index.js'
import {
  createRpcClient,
  endsAt,
  http,
  joinSequence,
  mockTransport,
  type Paginator,
  paginate,
  RpcError,
  type RpcMethod,
  waitFor,
} from '../../../../packages/runtime/src/rpc/comet/index.js'
import { heldClock } from '../clock.fixture.js'
import { txByHash, validators } from './document.fixture.js'
import { rejection } from './node.fixture.js'

const word: Paginator = {
  page: 'page',
  size: 'per_page',
  most: 100,
  items: '/validators',
  total: '/total',
}

const refuse = (data: string) => {
  throw new RpcError({ code: -32603, message: 'Internal error', data }, 'x')
}

/** A node with so many validators; `sizes` may change from call to call. */
function withValidators(sizes: number[], most = 1000) {
  const asked: unknown[] = []
  const handlers = {
    validators(params: { page: number; per_page?: number }) {
      asked.push(params)
      const total = sizes[Math.min(asked.length, sizes.length) - 1] ?? 0
      const size = Math.min(params.per_page ?? 30, most)
      const pages = Math.max(1, Math.ceil(total / size))
      if (params.page > pages)
        refuse(`page should be within [1, ${pages}] range, given ${params.page}`)
      const first = (params.page - 1) * size
      const items = Array.from({ length: total }, (_, i) => i).slice(first, first + size)
      return { validators: items, total: String(total) }
    },
  }
  return { asked, client: createRpcClient({ transport: mockTransport({ handlers }) }) }
}

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('paginate', () => {
  it.each([
    [0, 1],
    [1, 1],
    [99, 1],
    [100, 1],
    [101, 2],
    [250, 3],
  ])('reads %i items in %i calls with the largest pages', async (total, calls) => {
    const { asked, client } = withValidators([total])
    expect(await all(paginate(client, validators, word, {}))).toHaveLength(total)
    expect(asked).toHaveLength(calls)
    expect(asked[0]).toEqual({ per_page: 100, page: 1 })
  })

  it('takes the size and the first page that the caller wants', async () => {
    const { asked, client } = withValidators([10])
    const found = await all(paginate(client, validators, word, { per_page: 4, page: 2 }))
    expect(found).toEqual([4, 5, 6, 7, 8, 9])
    expect(asked).toEqual([
      { per_page: 4, page: 2 },
      { per_page: 4, page: 3 },
    ])
  })

  it('tolerates that the total changes', async () => {
    const grown = withValidators([10, 14])
    expect(await all(paginate(grown.client, validators, word, { per_page: 8 }))).toHaveLength(14)
    const shrunk = withValidators([20, 5])
    expect(await all(paginate(shrunk.client, validators, word, { per_page: 8 }))).toHaveLength(8)
  })

  it.each([
    [1, 7, 50],
    [50, 120, 100],
    [50, 100, 100],
    [3, 10, 4],
    [4, 10, 100],
    [60, 130, 100],
  ])('reads what a server cuts to %i, of %i where %i were asked for', async (most, total, size) => {
    for (const page of [1, 2]) {
      const { asked, client } = withValidators([total], most)
      const found = await all(paginate(client, validators, word, { per_page: size, page }))
      expect(found).toHaveLength(total - (page - 1) * most)
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(total / most))
    }
  })

  it('needs no size, fetches nothing in advance, and passes errors on', async () => {
    const { asked, client } = withValidators([70])
    const { size: _, most: __, ...plain } = word
    const items = paginate(client, validators, plain, {})
    await items.next()
    expect(asked).toHaveLength(1)
    expect(await all(items)).toHaveLength(69)
    expect(asked).toHaveLength(3)
    const error = await rejection(all(paginate(client, validators, word, { page: 9 })))
    expect(error).toMatchObject({ name: 'RpcError' })
  })
})

describe('what is no page is an error', () => {
  const clientOf = (answer: (page: number) => unknown) => {
    const asked: number[] = []
    const handlers = {
      validators({ page }: { page: number }) {
        asked.push(page)
        return answer(page)
      },
    }
    return { asked, client: createRpcClient({ transport: mockTransport({ handlers }) }) }
  }

  it.each<[string, unknown]>([
    ['nothing of it', {}],
    ['no items', { total: '0' }],
    ['no total', { validators: [1] }],
    ['a total that is no number', { validators: [1], total: 'many' }],
    ['null as its total', { validators: [1], total: null }],
    ['items that are no list', { validators: { 0: 1 }, total: '1' }],
  ])('%s', async (_, answer) => {
    const { size: __, most: ___, ...plain } = word
    for (const rule of [word, plain]) {
      const { asked, client } = clientOf(() => answer)
      const error = await rejection(all(paginate(client, validators, rule, {})))
      expect(error).toMatchObject({
        name: 'TransportError',
        fault: 'body',
        message: 'validators: the page cannot be read as described',
      })
      expect(asked).toEqual([1])
    }
  })

  it.each([[[]], [null]])('nor is %j, where nobody knows how long pages are', async (empty) => {
    const { size: _, most: __, ...plain } = word
    const { asked, client } = clientOf(() => ({ validators: empty, total: '9007199254740991' }))
    const error = await rejection(all(paginate(client, validators, plain, {})))
    expect(error).toMatchObject({ name: 'TransportError', fault: 'body' })
    expect(asked).toEqual([1])
  })

  it('but totals may count what is on no page', async () => {
    const pages = [[1, 2], [], null, [4]]
    const { asked, client } = clientOf((page) => ({
      validators: pages[page - 1] ?? null,
      total: '400',
    }))
    expect(await all(paginate(client, validators, word, {}))).toEqual([1, 2, 4])
    expect(asked).toEqual([1, 2, 3, 4])
  })

  it('but null is, where there are none', async () => {
    const { client } = clientOf(() => ({ validators: null, total: '0' }))
    expect(await all(paginate(client, validators, word, {}))).toEqual([])
  })
})

describe('joinSequence', () => {
  const method: RpcMethod = {
    name: 'genesis_chunked',
    safe: true,
    params: [{ name: 'chunk', kind: 'integer' }],
  }
  const sequence = { index: 'chunk', total: '/total', data: '/data', encoding: 'base64' } as const

  /** What is joined if a node answers this, and how often it is asked. */
  const joined = (pieceOf: (index: number) => object) => {
    const asked: number[] = []
    const handlers = {
      genesisChunked: ({ chunk }: { chunk: number }) => {
        asked.push(chunk)
        return { chunk: String(chunk), ...pieceOf(chunk) }
      },
    }
    const client = createRpcClient({ transport: mockTransport({ handlers }) })
    return { asked, value: joinSequence(client, method, sequence) }
  }

  it('joins pieces that end inside of characters', async () => {
    const bytes = Buffer.from(JSON.stringify({ chain_id: 'zürich-→-🚀', n: [1, 2] }))
    const pieces = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, i) =>
      bytes.subarray(3 * i, 3 * i + 3).toString('base64'),
    )
    const { value } = joined((index) => ({ total: String(pieces.length), data: pieces[index] }))
    expect(await value).toEqual({ chain_id: 'zürich-→-🚀', n: [1, 2] })
  })

  it.each<[string, (index: number) => object, number]>([
    ['more pieces than anyone has', () => ({ total: '9007199254740991', data: 'IA==' }), 1],
    ['pieces without an end', (index) => ({ total: String(index + 2), data: 'IA==' }), 2],
    ['empty pieces', () => ({ total: '9000', data: '' }), 1],
    ['pieces without data', () => ({ total: '9000' }), 1],
    ['a total that changes', (index) => ({ total: index ? '2' : '3', data: 'IA==' }), 2],
    ['no total', () => ({ data: 'IA==' }), 1],
  ])('ends with an error for %s', async (_, pieceOf, calls) => {
    const { asked, value } = joined(pieceOf)
    expect(await rejection(value)).toMatchObject({
      name: 'TransportError',
      fault: 'body',
      operation: 'genesis_chunked',
    })
    expect(asked).toHaveLength(calls)
  })
})

describe('waitFor', () => {
  const waiter = {
    tolerate: ['tx-not-found'],
    intervalMs: { first: 2, most: 5 },
    timeoutMs: 60_000,
  }
  const rules = [['tx-not-found', 'tx (*) not found']] as const
  const hash = '0xab'

  function withTx(answer: (count: number) => unknown) {
    let count = 0
    const transport = mockTransport({ handlers: { tx: () => answer(++count) } })
    return { transport, client: createRpcClient({ transport }, rules), calls: () => count }
  }

  it('calls until the answer is there, over what means not yet and what passes', async () => {
    const { client, calls } = withTx((count) => {
      if (count === 2) throw new TransportError('lost')
      if (count === 3) throw new TimeoutError('slow', { timeoutMs: 1 })
      return count < 5 ? refuse('tx (AB) not found') : { height: '7' }
    })
    expect(await waitFor(client, txByHash, waiter, { hash })).toEqual({ height: '7' })
    expect(calls()).toBe(5)
  })

  it.each([undefined, { attempts: 3 }, false as const])(
    'gives a server that asks for it half of the time that is left, with retry %j',
    async (retry) => {
      let count = 0
      const fetch = async (_: string, { body }: RequestInit): Promise<Response> => {
        if (++count < 2) return new Response('', { status: 503, headers: { 'retry-after': '20' } })
        return Response.json({ id: JSON.parse(String(body)).id, result: { height: '7' } })
      }
      const client = createRpcClient({ transport: http('http://node.example', { fetch }) })
      const clock = heldClock()
      const options = { timeoutMs: 1000, retry }
      const waiting = waitFor(client, txByHash, waiter, { hash }, options)
      await clock.pass(400)
      expect(count).toBe(1)
      await clock.pass(200)
      expect(count).toBe(2)
      expect(await waiting).toEqual({ height: '7' })
    },
  )

  it('of a call fails at once if the server asks for more than there is', async () => {
    const busy = { status: 503, headers: { 'retry-after': '50' } }
    const fetch = async (): Promise<Response> => new Response('', busy)
    const client = createRpcClient({ transport: http('http://node.example', { fetch }) })
    const error = await rejection(client.call(txByHash, { hash }, { timeoutMs: 40_000 }))
    expect(error).toMatchObject({ name: 'TransportError', status: 503, retryAfterMs: 50_000 })
  })

  it.each([-1, Number.NaN])('refuses an interval of %d', async (intervalMs) => {
    const { client, calls } = withTx(() => refuse('tx (AB) not found'))
    const waiting = waitFor(client, txByHash, waiter, { hash }, { intervalMs })
    await expect(waiting).rejects.toThrow('intervalMs takes number >= 0')
    expect(calls()).toBe(0)
  })

  it('waits for a value when the document names one', async () => {
    const { client } = withTx((count) => ({ state: { 'a/b': count < 3 ? 'open' : 'done' } }))
    const seen: unknown[] = []
    const until = endsAt({ pointer: '/state/a~1b', values: ['done', 'failed'] })
    const onUpdate = (value: unknown) => void seen.push(value)
    await waitFor(client, txByHash, { ...waiter, until }, { hash }, { onUpdate })
    expect(seen).toHaveLength(3)
  })

  it.each([
    ['an error', new Error('mine')],
    ['one like those that pass', new TransportError('mine')],
  ])('rejects with what onUpdate throws, now or later: %s', async (_, own) => {
    const { client, calls } = withTx(() => ({ height: '7' }))
    const now = (): void => {
      throw own
    }
    const later = async (): Promise<void> => now()
    for (const onUpdate of [now, later]) {
      expect(await rejection(waitFor(client, txByHash, waiter, { hash }, { onUpdate }))).toBe(own)
    }
    expect(calls()).toBe(2)
  })

  it.each([null, {}, [], 'text', { message: 'no' }, { height: undefined }])(
    'goes on after %j, which has none of the names of a result',
    async (nothing) => {
      const named = { ...waiter, names: ['hash', 'height'] }
      const { client } = withTx((count) => (count < 3 ? nothing : { height: '7' }))
      const seen: unknown[] = []
      const onUpdate = (value: unknown) => void seen.push(value)
      expect(await waitFor(client, txByHash, named, { hash }, { onUpdate })).toEqual({
        height: '7',
      })
      expect(seen).toHaveLength(1)
      const never = withTx(() => nothing)
      const late = waitFor(never.client, txByHash, named, { hash }, { timeoutMs: 30 })
      expect(await rejection(late)).toMatchObject({
        name: 'TimeoutError',
        cause: { name: 'TransportError', fault: 'body', operation: 'tx' },
      })
    },
  )

  it('rejects where the document calls the end a failure', async () => {
    const { client } = withTx((count) => ({ state: count < 3 ? 'open' : 'refused' }))
    const until = endsAt({ pointer: '/state', values: ['done'], failure: ['refused'] })
    const error = await rejection(waitFor(client, txByHash, { ...waiter, until }, { hash }))
    expect(error).toMatchObject({
      name: 'WaitFailedError',
      operation: 'tx',
      outcome: 'failure',
      state: 'refused',
      last: { state: 'refused' },
    })
    const other = withTx(() => ({ state: 'forgotten' }))
    const lost = endsAt({ pointer: '/state', values: ['done'], givenUp: ['forgotten'] })
    expect(
      await rejection(waitFor(other.client, txByHash, { ...waiter, until: lost }, { hash })),
    ).toMatchObject({ outcome: 'given-up' })
  })

  it('ends at the deadline, with the last failure', async () => {
    const { client } = withTx(() => refuse('tx (AB) not found'))
    const error = await rejection(waitFor(client, txByHash, waiter, { hash }, { timeoutMs: 30 }))
    expect(error).toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 30,
      cause: { reason: 'tx-not-found' },
    })
  })

  it('ends with other errors, with the signal, and when the client is closed', async () => {
    const other = withTx(() => refuse('transaction indexing is disabled'))
    expect(await rejection(waitFor(other.client, txByHash, waiter, { hash }))).toMatchObject({
      reason: 'other',
    })
    const { client, transport } = withTx(() => refuse('tx (AB) not found'))
    const controller = new AbortController()
    const wait = waitFor(client, txByHash, waiter, { hash }, { signal: controller.signal })
    controller.abort('mine')
    expect(await rejection(wait)).toBe('mine')
    const closed = rejection(waitFor(client, txByHash, waiter, { hash }))
    transport.close()
    expect(await closed).toMatchObject({ message: 'The transport is closed' })
  })
})
