import { expect, test } from 'vitest'
import {
  createHttpMock,
  type HttpMockOptions,
  type MockSamples,
  sampledBy,
  sampledResults,
} from '../../../../packages/runtime/src/mock/index.js'
import { createMockTransport } from '../../../../packages/runtime/src/rpc/mock-transport.js'
import type { SampleRule } from '../../../../packages/runtime/src/sample/index.js'

function json(rule: SampleRule): string {
  return JSON.stringify(rule)
}

const samples: MockSamples = {
  answers: {
    getUser: { rule: json({ reference: 'User' }) },
    listUsers: { rule: json({ types: ['array'], list: { items: { reference: 'User' } } }) },
  },
  rules: {
    User: json({
      types: ['object'],
      record: { fields: [{ name: 'email', rule: { types: ['string'] }, required: true }] },
    }),
  },
}
const operations = {
  getUser: { name: 'getUser', method: 'GET', path: '/users/{id}', params: [] },
  listUsers: { name: 'listUsers', method: 'GET', path: '/users', params: [] },
  getText: { name: 'getText', method: 'GET', path: '/text', params: [] },
  getShown: { name: 'getShown', method: 'GET', path: '/shown', params: [] },
}

async function got(path: string, options: HttpMockOptions = {}) {
  const facts = {
    operations,
    examples: { getShown: { from: 'the document' } },
    sample: sampledBy(samples),
  }
  const response = await createHttpMock(facts, {}, options)(`https://a.example${path}`)
  return {
    status: response.status,
    by: response.headers.get('x-tagwire-mock'),
    body: await response.json(),
  }
}

test('without examples, data is made up on demand only', async () => {
  expect(await got('/users/1')).toMatchObject({
    status: 501,
    body: { message: expect.stringContaining("onUnknown: 'example'") },
  })
  const made = await got('/users/1', { onUnknown: 'example' })
  expect(made).toMatchObject({ status: 200, by: 'sample' })
  expect(made.body).toEqual({ email: expect.stringMatching(/@example\.com$/) })
  expect(await got('/users/1', { onUnknown: 'example' })).toEqual(made)
})

test('examples of the document win, and what is no JSON still needs a handler', async () => {
  const options = { onUnknown: 'example' } as const
  expect(await got('/shown', options)).toMatchObject({
    by: 'example',
    body: { from: 'the document' },
  })
  expect(await got('/text', options)).toMatchObject({ status: 501 })
})

test('a call without data says what is left to do', async () => {
  const { body } = await got('/text', { onUnknown: 'example' })
  expect(body.message).toBe(
    'the document has no example for getText; give the mock a handler: no data that it allows was found',
  )
})

test('texts and streams are made up, too: a stream for those who accept one', async () => {
  const item = json({
    types: ['object'],
    record: {
      fields: [
        { name: 'event', rule: { values: ['moved'] }, required: true },
        { name: 'data', rule: { reference: 'User' }, required: true },
      ],
    },
  })
  const made: MockSamples = {
    ...samples,
    answers: {
      ...samples.answers,
      getText: { rule: json({ types: ['string'] }), type: 'text/csv' },
      userLines: { rule: json({ reference: 'User' }), type: 'application/jsonl', stream: 'lines' },
      userParts: { rule: json({ reference: 'User' }), type: 'multipart/mixed', stream: 'parts' },
      userEvents: { rule: item, type: 'text/event-stream', stream: 'json-events' },
    },
  }
  const accept = 'text/event-stream'
  const all = {
    ...operations,
    userLines: { name: 'userLines', method: 'GET', path: '/lines', accept: 'application/jsonl' },
    userParts: { name: 'userParts', method: 'GET', path: '/parts', accept: 'multipart/mixed' },
    user: { name: 'user', method: 'GET', path: '/user' },
    userEvents: { name: 'userEvents', method: 'GET', path: '/user', accept },
  }
  const facts = {
    operations: all,
    requests: { user: { produces: ['application/json', accept] } },
    examples: { user: { is: 'shown' } },
    sample: sampledBy(made),
  }
  const handlers = {}
  const fetch = createHttpMock(facts, handlers, { onUnknown: 'example', items: 3 })
  const textOf = async (path: string, headers = {}) => {
    const response = await fetch(`https://a.example${path}`, { headers })
    return [response.headers.get('content-type'), await response.text()] as const
  }
  expect(await textOf('/text')).toEqual(['text/csv', expect.stringMatching(/\w/)])
  const [type, lines] = await textOf('/lines')
  expect(type).toBe('application/jsonl')
  const users = lines.trim().split('\n')
  expect(users.map((each) => JSON.parse(each))).toEqual(
    Array.from({ length: 3 }, () => ({ email: expect.stringContaining('@') })),
  )
  expect(new Set(users).size).toBeGreaterThan(1)
  const [ofParts, parts] = await textOf('/parts')
  const [, boundary] = /^multipart\/mixed; boundary=(.+)$/.exec(ofParts ?? '') ?? []
  expect(parts.split(`--${boundary}`)).toEqual([
    '',
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^\r\n.*\r\n\r\n\{"email".*\r\n$/)),
    '--\r\n',
  ])
  expect((await textOf('/user'))[1]).toBe('{"is":"shown"}')
  const [, events] = await textOf('/user', { accept })
  expect(events).toMatch(/^(?:event: moved\ndata: \{"email":"[^"]+"\}\n\n){3}$/)
  const own = createHttpMock(facts, { userEvents: () => new Response('own') })
  expect(await (await own('https://a.example/user', { headers: { accept } })).text()).toBe('own')
})

test('a text of the document is its example, a download is bytes of its type', async () => {
  const word = json({ types: ['string'] })
  const answers = {
    getText: { rule: json({ values: ['a,b\n1,2'] }), type: 'text/csv', shown: true },
    getShown: { rule: word, type: 'image/*', bytes: true },
    getUser: { rule: word, type: 'application/pdf', bytes: true },
  } as const
  const facts = { operations, examples: {}, sample: sampledBy({ answers, rules: {} }) }
  const get = async (path: string, options: HttpMockOptions) => {
    const response = await createHttpMock(facts, {}, options)(`https://a.example${path}`)
    const { status, headers } = response
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status, by: headers.get('x-tagwire-mock'), type: headers.get('content-type'), bytes }
  }
  for (const options of [{}, { onUnknown: 'example' }] as const) {
    const { bytes, ...text } = await get('/text', options)
    expect(text).toEqual({ status: 200, by: 'example', type: 'text/csv' })
    expect(new TextDecoder().decode(bytes)).toBe('a,b\n1,2')
  }
  expect(await get('/shown', {})).toMatchObject({ status: 501 })
  const image = await get('/shown', { onUnknown: 'example' })
  expect(image).toMatchObject({ by: 'sample', type: 'image/png' })
  expect([...image.bytes.subarray(1, 4)]).toEqual([...new TextEncoder().encode('PNG')])
  const file = await get('/users/1', { onUnknown: 'example' })
  expect(file).toMatchObject({ by: 'sample', type: 'application/pdf' })
  expect(file.bytes.length).toBeGreaterThan(0)
})

test('seed and items', async () => {
  const list = async (options: HttpMockOptions) =>
    (await got('/users', { onUnknown: 'example', ...options })).body
  expect(await list({ items: 5 })).toHaveLength(5)
  const lists = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => list({ seed })))
  expect(new Set(lists.map((each) => JSON.stringify(each))).size).toBeGreaterThan(2)
})

test.each([
  [{ seed: '1' }, 'seed takes number'],
  [{ items: -1 }, 'items takes number >= 0'],
  [{ items: 1.5 }, 'items takes a whole number'],
  [{ items: Number.POSITIVE_INFINITY }, 'items takes a whole number'],
  [{ seed: Number.NaN }, 'seed takes finite number'],
  [{ onUnknown: 'sample' }, "onUnknown takes 'error' | 'example'"],
])('%o is refused', (wrong, says) => {
  expect(() =>
    Reflect.apply(createHttpMock, undefined, [{ operations, examples: {} }, {}, wrong]),
  ).toThrow(says)
  expect(() => Reflect.apply(sampledResults, undefined, [sampledBy(samples), wrong])).toThrow(says)
})

test('the mock of a JSON-RPC package makes up results, too', async () => {
  const call = (options: Parameters<typeof sampledResults>[1]) =>
    createMockTransport(
      { made: sampledResults(sampledBy(samples), options) },
      {
        streamEvents: () => {
          throw new Error('no subscriptions')
        },
        wants: () => undefined,
      },
    ).call({ method: { name: 'get_user', params: [], safe: true }, params: {} })
  await expect(call({})).rejects.toThrow('no answer to get_user')
  expect(await call({ onUnknown: 'example' })).toHaveProperty('email')
})
