import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { asValidator } from '../../../../../packages/runtime/src/core/index.js'
import {
  connectHttp,
  type HttpClientOptions,
  type HttpOperation,
  itemsValidator,
  linesBody,
  sequenceBody,
  withItems,
} from '../../../../../packages/runtime/src/http/index.js'

/** Bodies of many items: lists, and iterables that are sent one item after the other. */

const add: HttpOperation<unknown, unknown> = {
  name: 'add',
  method: 'POST',
  path: '/pets',
  place: (operation, input, type) => {
    const { body } = operation
    if (!body) throw new TypeError('no body')
    return { target: operation.path, ...body.write(input, body, type) }
  },
  body: { type: 'application/jsonl', write: linesBody },
}

const sequence = { ...add, body: { type: 'application/json-seq', write: sequenceBody } }

let close = (): void => undefined
afterEach(() => close())

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function clientOf(handler: Handler, options: HttpClientOptions = {}) {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = Object(server.address())
  const own = { baseUrl: `http://127.0.0.1:${port}`, retry: false as const, ...options }
  return connectHttp(withItems(own), { server: '' })
}

/** Answers with what it got. */
const echo: Handler = (request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (data) => {
    text += data
  })
  request.on('end', () => {
    const { 'content-type': type, 'content-length': length } = request.headers
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ text, type, length }))
  })
}

async function* named(...names: readonly string[]) {
  for (const name of names) {
    await setImmediate()
    yield { name }
  }
}

function* sync() {
  yield { name: 'a' }
  yield 'two\nlines'
}

describe('what is sent', () => {
  test.each([
    ['a list', add, [{ name: 'a' }, 1], '{"name":"a"}\n1\n', '15'],
    ['nothing', add, [], '', '0'],
    ['an async iterable', add, named('a', 'ö'), '{"name":"a"}\n{"name":"ö"}\n', undefined],
    ['an iterable', add, sync(), '{"name":"a"}\n"two\\nlines"\n', undefined],
    ['a set', add, new Set([1, 2]), '1\n2\n', undefined],
    ['a sequence', sequence, named('a'), '\u001e{"name":"a"}\n', undefined],
    ['bytes', add, new TextEncoder().encode('{}\n'), '{}\n', '3'],
    ['a stream of bytes', add, new Blob(['1\n']).stream(), '1\n', undefined],
    ['a text', add, '1\n2', '1\n2', '3'],
  ])('%s', async (_, operation, input, text, length) => {
    const api = await clientOf(echo)
    const type = operation.body?.type
    const sent = await api.call(operation, input)
    expect(sent).toEqual({ text, type, ...(length === undefined ? {} : { length }) })
  })

  test.each([[{ name: 'a' }], [7], [undefined], [null]])('%j is no body', async (input) => {
    const api = await clientOf(echo)
    await expect(api.call(add, input)).rejects.toThrow('add: body has to be items')
  })
})

test('an item is taken when the connection takes the one before', async () => {
  let taken = 0
  let release = (): void => undefined
  const api = await clientOf((request, response) => {
    request.pause()
    release = () => {
      echo(request, response)
      request.resume()
    }
  })
  async function* large() {
    for (; taken < 300; ) {
      taken++
      yield 'x'.repeat(100_000)
    }
  }
  const call = api.call(add, large())
  await vi.waitFor(() => expect(taken).toBeGreaterThan(1))
  let before = 0
  while (before < taken) {
    before = taken
    for (let turn = 0; turn < 50; turn++) await setImmediate()
  }
  expect(taken).toBeLessThan(300)
  release()
  await call
  expect(taken).toBe(300)
})

test('the error of what yields the items is that of the call, and nothing is sent again', async () => {
  let requests = 0
  const api = await clientOf(
    (request) => {
      requests++
      request.on('error', () => undefined).resume()
    },
    { retry: { attempts: 3 } },
  )
  const wrong = new Error('no more')
  let returned = false
  async function* failing() {
    try {
      yield 1
      throw wrong
    } finally {
      returned = true
    }
  }
  await expect(api.call(add, failing())).rejects.toBe(wrong)
  expect(returned).toBe(true)
  expect(requests).toBeLessThan(2)
  await expect(api.call(add, [undefined])).rejects.toThrow('an item of the body is no JSON')
})

test('who aborts a call ends what yields its items', async () => {
  const api = await clientOf((request) => void request.resume())
  let returned = false
  const reason = new Error('enough')
  const stop = new AbortController()
  async function* endless() {
    try {
      for (let count = 0; ; count++) {
        await setImmediate()
        if (count === 3) stop.abort(reason)
        yield 1
      }
    } finally {
      returned = true
    }
  }
  const call = api.call(add, endless(), { signal: stop.signal })
  await expect(call).rejects.toBe(reason)
  await vi.waitFor(() => expect(returned).toBe(true))
})

describe('validators', () => {
  const item = asValidator({
    check: (value: unknown) =>
      typeof value === 'number'
        ? []
        : [{ path: '', message: 'expected number', expected: 'number', received: 'text' }],
  })
  const requests = { add: itemsValidator(item) }

  test('all items of a list are checked before anything is sent', async () => {
    const seen = vi.fn()
    const api = await clientOf(seen, { validate: { requests } })
    const failed = await Promise.resolve(api.call(add, [1, 'a', 'b'])).catch((error) => error)
    expect(failed).toMatchObject({
      name: 'ValidationError',
      problems: [{ path: '[1]' }, { path: '[2]' }],
    })
    expect(seen).not.toHaveBeenCalled()
  })

  test('an item of an iterable is checked when it is its turn', async () => {
    const api = await clientOf((request) => void request.on('error', () => undefined).resume(), {
      validate: { requests },
    })
    async function* items() {
      yield 1
      yield 'a'
    }
    const failed = await Promise.resolve(api.call(add, items())).catch((error) => error)
    expect(failed).toMatchObject({ name: 'ValidationError', value: 'a' })
  })

  test('a body beside parameters is checked with them', () => {
    const whole = asValidator({
      check: (value: unknown) =>
        'id' in Object(value)
          ? []
          : [{ path: 'id', message: 'missing', expected: 'text', received: 'nothing' }],
    })
    const { check } = itemsValidator(item, whole, 'body')
    expect(check({ id: 'a', body: [1] })).toEqual([])
    expect(check({ body: ['a'] }).map(({ path }) => path)).toEqual(['id', 'body[0]'])
  })
})

test('where requests cannot be streamed, the error says what can be sent', async () => {
  const api = await clientOf(echo)
  const { Request } = globalThis
  // As browsers do that know no streams here: the body becomes a text.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string, init: RequestInit) {
        super(input, { ...init, body: String(init.body) })
      }
    },
  )
  try {
    await expect(api.call(add, named('a'))).rejects.toThrow('pass a list of items')
    expect(await api.call(add, [1])).toMatchObject({ text: '1\n' })
  } finally {
    vi.unstubAllGlobals()
  }
})
