import { describe, expect, it } from 'vitest'
import { asValidator } from '../../../../packages/runtime/src/core/index.js'
import {
  anyKind,
  anyName,
  anyNameOrNull,
  anyRecord,
  connectHttp,
  type HttpOperation,
} from '../../../../packages/runtime/src/http/index.js'
import { createSampleClient } from './client.fixture.js'
import { failureOf } from './server.fixture.js'

const operation: HttpOperation<undefined, { chains?: unknown }> = {
  name: 'chains',
  method: 'GET',
  path: '/chains',
  bare: true,
  expects: anyRecord,
}

function answer(body: unknown, validate?: object): Promise<unknown> {
  const fetch = async (): Promise<Response> => Response.json(body)
  const api = connectHttp({ fetch, ...validate }, { server: 'https://api.example.org' })
  return api.call(operation, undefined)
}

describe('a look at the top of an answer', () => {
  it.each([null, [], 'text', 7, { code: 5, message: 'no', details: [] }])(
    'refuses %j',
    async (body) => {
      const error = await failureOf(answer(body))
      expect(error).toMatchObject({ name: 'TransportError', fault: 'body', status: 200 })
      expect(String(error)).toContain('200 with a body that is not the object described')
      expect(error).toHaveProperty('body', JSON.stringify(body))
    },
  )

  it.each([{ chains: [] }, { chains: null, message: 'and more' }, {}, { unheard_of: 1 }])(
    'lets %j pass',
    async (body) => {
      expect(await answer(body)).toEqual(body)
    },
  )

  it('leaves the word to a validator, where there is one', async () => {
    const problem = { path: '', message: 'not so', expected: 'object', received: 'null' }
    const validators = { chains: asValidator({ check: () => [problem], drift: () => [] }) }
    const error = await failureOf(answer(null, { validate: validators }))
    expect(error).toMatchObject({ name: 'ValidationError', problems: [problem] })
  })
})

describe('names of kinds, of which there may be others', () => {
  const kinds = {
    ...operation,
    names: ['transfer', 'swap', 'memo'],
    expects: anyKind,
  }

  function call(body: unknown): Promise<unknown> {
    const fetch = async (): Promise<Response> => Response.json(body)
    return connectHttp({ fetch }, { server: 'https://api.example.org' }).call(kinds, undefined)
  }

  it.each([
    [{ message: 'no routes found' }, 'no routes found'],
    [{ error: { message: 'in words' } }, 'in words'],
    [{ detail: [{ msg: 'in a list' }] }, 'in a list'],
    [{ code: 5 }, '{"code":5}'],
    [{}, '{}'],
    [null, 'null'],
    [[{ transfer: {} }], '[{"transfer":{}}]'],
    [5, '5'],
  ])('refuse %j, in its own words', async (body, words) => {
    const error = await failureOf(call(body))
    expect(error).toMatchObject({ name: 'TransportError', fault: 'body', status: 200 })
    expect(String(error)).toContain(`200 with a body that is not the object described: ${words}`)
  })

  it.each([
    { swap: {} },
    { transfer: null, message: 'and more' },
    { memo: 'beside a new kind', brand_new: {} },
    { brand_new: {} },
    { brand_new: 'text' },
    { brand_new: { message: 'of its own' } },
    'brand_new',
  ])('let %j pass', async (body) => {
    expect(await call(body)).toEqual(body)
  })
})

describe('names of which a success has at least one', () => {
  const named = { ...operation, names: ['chains', 'total'], expects: anyName }

  function call(body: unknown, options: object = {}): Promise<unknown> {
    const fetch = async (): Promise<Response> => Response.json(body)
    const service = { server: 'https://api.example.org', keyHeader: 'x-key' }
    return connectHttp({ fetch, ...options }, service).call(named, undefined)
  }

  it.each([
    [{ message: 'no routes found' }, 'no routes found'],
    [{ error: { message: 'in words' } }, 'in words'],
    [{ code: 5 }, '{"code":5}'],
    [{}, '{}'],
    [null, 'null'],
    [[{ chains: [] }], '[{"chains":[]}]'],
    ['busy', 'busy'],
  ])('refuse %j, in its own words', async (body, words) => {
    const error = await failureOf(call(body))
    expect(error).toMatchObject({ name: 'TransportError', fault: 'body', status: 200 })
    expect(String(error)).toContain(`200 with a body that is not the object described: ${words}`)
    expect(error).toHaveProperty('body', JSON.stringify(body))
  })

  it('refuse it with validators too, whatever these do', async () => {
    const validators = { chains: asValidator({ check: () => [], drift: () => [] }) }
    for (const onMismatch of ['throw', 'warn'] as const) {
      for (const body of [{}, null, [], [{ chains: [] }], 'x', 5]) {
        const error = await failureOf(call(body, { validate: { validators, onMismatch } }))
        expect(error).toMatchObject({ name: 'TransportError', fault: 'body', status: 200 })
      }
    }
  })

  it('refuse what is neither null nor has one, of a type with null', async () => {
    const fetch = (body: unknown) => async (): Promise<Response> => Response.json(body)
    const orNull = (body: unknown): Promise<unknown> =>
      connectHttp({ fetch: fetch(body) }, { server: 'https://api.example.org' }).call(
        { ...named, expects: anyNameOrNull },
        undefined,
      )
    for (const body of [{}, { code: 5 }, [], 'x', 5]) {
      expect(await failureOf(orNull(body))).toMatchObject({ fault: 'body', status: 200 })
    }
    expect(await orNull(null)).toBeNull()
    expect(await orNull({ chains: [] })).toEqual({ chains: [] })
  })

  it.each([{ chains: [] }, { total: null }, { code: 0, message: 'ok', chains: [] }])(
    'let %j pass, which has one',
    async (body) => {
      expect(await call(body)).toEqual(body)
    },
  )

  it('show no credential', async () => {
    const error = await failureOf(call({ message: 'not for key-123' }, { apiKey: 'key-123' }))
    expect(String(error)).not.toContain('not for key-123')
  })
})

describe('the address of the service', () => {
  it.each([
    'api.skip.build',
    'localhost:8080',
    'ftp://x.example',
    'https://',
    'https:/x',
    ' https://x',
  ])('%j is refused when the client is made', (baseUrl) => {
    expect(() => createSampleClient({ baseUrl })).toThrow(
      'baseUrl has to begin with https://, http:// or /',
    )
  })

  it.each(['https://x.example', 'HTTP://x.example/v1/', '/api', '//x.example', ''])(
    '%j is not',
    (baseUrl) => {
      expect(() => createSampleClient({ baseUrl })).not.toThrow()
    },
  )
})
