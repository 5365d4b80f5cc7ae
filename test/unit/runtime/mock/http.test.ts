import { describe, expect, it } from 'vitest'
import {
  ApiError,
  connectHttp,
  type Fetch,
  type HttpOperation,
  isApiError,
  placeQuery,
  placeSimple,
} from '../../../../packages/runtime/src/http/index.js'
import {
  createHttpMock,
  type MockHandlers,
  mockFailure,
  sequence,
} from '../../../../packages/runtime/src/mock/index.js'

interface Pet {
  readonly id: number
  readonly name: string
}

const operations: {
  readonly pet: HttpOperation<{ id: number; lang?: string }, Pet>
  readonly mine: HttpOperation<undefined, Pet>
  readonly pets: HttpOperation<{ tags?: string[]; old?: boolean; limit?: number }, Pet[]>
  readonly rename: HttpOperation<{ id: number; body: { name: string } }, Pet>
  readonly add: HttpOperation<Pet, Pet>
  readonly drop: HttpOperation<{ id: number }, undefined>
} = {
  pet: { name: 'pet', method: 'GET', path: '/pets/{id}', place: placeSimple, headers: ['lang'] },
  mine: { name: 'mine', method: 'GET', path: '/pets/mine' },
  pets: { name: 'pets', method: 'GET', path: '/pets', place: placeQuery },
  rename: { name: 'rename', method: 'PUT', path: '/pets/{id}', place: placeSimple },
  add: { name: 'add', method: 'POST', path: '/pets' },
  drop: { name: 'drop', method: 'DELETE', path: '/pets/{id}', place: placeSimple, noContent: true },
}

const facts = {
  operations,
  requests: {
    pet: { path: { id: 'number' }, headers: { lang: 'text' } },
    pets: { query: { tags: ['text'], old: 'boolean', limit: 'number' } },
    rename: { path: { id: 'number' }, body: {} },
    add: { body: { required: true } },
    drop: { path: { id: 'number' } },
  },
  examples: { pet: { id: 1, name: 'of the document' }, mine: { id: 2, name: 'mine' } },
} as const

function mock(handlers: MockHandlers<typeof operations> = {}): Fetch {
  return createHttpMock(facts, handlers)
}

function connect(fetch: Fetch, baseUrl = 'https://pets.test/base') {
  return connectHttp({ fetch, retry: false }, { server: baseUrl })
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => expect.unreachable(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
}

describe('inputs are returned as the caller passed them', () => {
  const seen: unknown[] = []
  function noting<Input, Output>(answer: (input: Input) => Output): (input: Input) => Output {
    return (input) => {
      seen.push(input)
      return answer(input)
    }
  }
  const api = connect(
    mock({
      pet: noting(({ id }) => ({ id, name: 'a' })),
      pets: noting(() => []),
      rename: noting(({ id, body }) => ({ id, ...body })),
      add: noting((pet) => pet),
    }),
  )

  it.each([
    [operations.pet, { id: 7, lang: 'de' }],
    [operations.pets, { tags: ['a b', 'c/d'], old: true, limit: 3 }],
    [operations.pets, { tags: ['one'], old: false }],
    [operations.pets, {}],
    [operations.rename, { id: 7, body: { name: 'ü' } }],
    [operations.add, { id: 1, name: 'new', extra: [{ deep: null }] }],
  ])('%s', async (operation, input) => {
    await api.call<unknown, unknown, unknown>(operation, input)
    expect(seen.pop()).toEqual(input)
  })
})

describe('precedence of handlers, rules, world and examples', () => {
  it('a handler, else the example of the document', async () => {
    const api = connect(mock({ add: () => ({ id: 9, name: 'handled' }) }))
    expect(await api.call(operations.add, { id: 1, name: 'x' })).toEqual({ id: 9, name: 'handled' })
    expect(await api.call(operations.pet, { id: 5 })).toEqual(facts.examples.pet)
  })

  it('a path without parameters before one with', async () => {
    const api = connect(mock())
    expect(await api.call(operations.mine, undefined)).toEqual(facts.examples.mine)
  })

  it('says so when there is neither handler nor example', async () => {
    const error = await failureOf(connect(mock()).call(operations.add, { id: 1, name: 'x' }))
    expect(error).toMatchObject({ status: 501 })
    expect(String(error)).toContain('give the mock a handler')
  })

  it('an operation without content needs neither', async () => {
    expect(await connect(mock()).call(operations.drop, { id: 1 })).toBeUndefined()
  })

  it('does not take an inherited name for a handler or an example', async () => {
    const strange = { toString: { ...operations.mine, name: 'toString', path: '/strange' } }
    const fetch = createHttpMock({ operations: strange, examples: {} }, {})
    expect((await fetch('https://pets.test/strange')).status).toBe(501)
  })

  it('404 for an unknown path, 405 for a known one with another method', async () => {
    const fetch = mock()
    expect((await fetch('https://pets.test/cats')).status).toBe(404)
    expect((await fetch('https://pets.test/pets', { method: 'PATCH' })).status).toBe(405)
  })

  it('400 for a body that is not JSON, before a handler sees it', async () => {
    const fetch = mock({ add: () => ({ id: 9, name: 'handled' }) })
    const send = (headers: Record<string, string>) =>
      fetch('https://pets.test/pets', { method: 'POST', body: '{"id":1', headers })
    const answer = await send({ 'content-type': 'application/json' })
    expect(answer.status).toBe(400)
    const problems = [{ in: 'body', path: '', message: 'expected JSON' }]
    expect(await answer.json()).toMatchObject({ title: 'Bad Request', problems })
    expect((await send({})).status).toBe(415)
  })

  it('a Request, a relative address and any base path work', async () => {
    const fetch = mock()
    const answers = [
      await fetch(new Request('https://pets.test/a/b/pets/3')),
      await fetch('/pets/3'),
      await fetch('http://127.0.0.1:1/pets/3?x=y'),
    ]
    for (const answer of answers) expect(await answer.json()).toEqual(facts.examples.pet)
    expect(answers[0]?.headers.get('x-tagwire-mock')).toBe('example')
  })
})

describe('what a handler can give', () => {
  const refusal = mockFailure({ status: 400, reason: 'TOO_MANY', message: 'no more pets' })

  it.each([
    ['returned', () => refusal],
    [
      'thrown',
      () => {
        throw refusal
      },
    ],
    ['returned later', async () => refusal],
  ])('a refusal, %s', async (_, add) => {
    const api = connect(mock({ add }))
    for (const _again of [1, 2]) {
      const error = await failureOf(api.call(operations.add, { id: 1, name: 'x' }))
      expect(isApiError(error, 'TOO_MANY')).toBe(true)
      expect(error).toMatchObject({ status: 400, code: 3, operation: 'add' })
      expect(String(error)).toContain('no more pets')
    }
  })

  it('an ApiError that a client threw before', async () => {
    const first = await failureOf(
      connect(mock({ add: () => refusal })).call(operations.add, { id: 1, name: 'x' }),
    )
    if (!(first instanceof ApiError)) expect.unreachable('no ApiError')
    else {
      const again = connect(mock({ add: () => first }))
      const second = await failureOf(again.call(operations.add, { id: 1, name: 'x' }))
      expect(second).toMatchObject({ status: 400, reason: 'TOO_MANY', body: first.body })
    }
  })

  it('a response of its own', async () => {
    const html = new Response('<html>', { status: 200 })
    const error = await failureOf(
      connect(mock({ mine: () => html })).call(operations.mine, undefined),
    )
    expect(error).toMatchObject({ name: 'TransportError', fault: 'body', body: '<html>' })
  })

  it('any other exception is a failing network', async () => {
    const broken = (): never => {
      throw new Error('cable cut')
    }
    const error = await failureOf(connect(mock({ mine: broken })).call(operations.mine, undefined))
    expect(error).toMatchObject({ name: 'TransportError', fault: 'network' })
  })

  it('a sequence: one answer a call, the last one stays', async () => {
    const mine = sequence<undefined, Pet>(
      mockFailure({ status: 503 }),
      { id: 1, name: 'first' },
      (_, { count }) => ({ id: count, name: 'then' }),
    )
    const api = connect(mock({ mine }))
    expect(await failureOf(api.call(operations.mine, undefined))).toMatchObject({ status: 503 })
    expect(await api.call(operations.mine, undefined)).toEqual({ id: 1, name: 'first' })
    expect(await api.call(operations.mine, undefined)).toEqual({ id: 2, name: 'then' })
    expect(await api.call(operations.mine, undefined)).toEqual({ id: 3, name: 'then' })
  })

  it('nothing, ever: the caller can still abort', async () => {
    const api = connect(mock({ mine: () => new Promise<never>(() => {}) }))
    const controller = new AbortController()
    const call = failureOf(api.call(operations.mine, undefined, { signal: controller.signal }))
    controller.abort('enough')
    expect(await call).toBe('enough')
    const slow = failureOf(api.call(operations.mine, undefined, { timeoutMs: 20 }))
    expect(await slow).toMatchObject({ name: 'TimeoutError' })
  })
})
