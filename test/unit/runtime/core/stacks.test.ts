/*
 * People read the stack of an error. Browsers and Workers compute its first line when the error is created, Node when
 * the stack is first read: what is written into `message` in between is missing there, and is found here.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import * as core from '../../../../packages/runtime/src/core/index.js'
import * as decode from '../../../../packages/runtime/src/decode/index.js'
import * as overHttp from '../../../../packages/runtime/src/http/index.js'
import * as rpc from '../../../../packages/runtime/src/rpc/comet/index.js'
import { status } from '../rpc/document.fixture.js'
import { rejection, startNode } from '../rpc/node.fixture.js'

const SECRET = 'tok_0123456789abcdef'

/** As in newer engines: the stack exists as soon as the error does. */
const early = new Proxy(Error, {
  construct(target, given, newTarget) {
    const error: Error = Reflect.construct(target, given, newTarget)
    expect(error.stack).toBeTypeOf('string')
    return error
  },
})
const roots = [core.TagwireError, decode.DecodeError]
beforeAll(() => {
  for (const root of roots) Object.setPrototypeOf(root, early)
})
afterAll(() => {
  for (const root of roots) Object.setPrototypeOf(root, Error)
})

/** Fails unless the stack begins with the name and the message, and nothing shows the secret. */
function expectWhole(error: unknown): void {
  if (!(error instanceof Error)) throw new Error(`not an error: ${error}`)
  const { name, message, stack = '' } = error
  expect(stack.slice(0, stack.indexOf('\n    at '))).toBe(`${name}: ${message}`)
  expect(`${message}${stack}${JSON.stringify(error)}`).not.toContain(SECRET)
  if (error.cause instanceof core.TagwireError) expectWhole(error.cause)
}

const options = { retry: false } as const
const problem = { path: 'a', message: SECRET, expected: 'b', received: 'c' }
const response = { status: 400, code: 1, reason: SECRET, details: [], body: SECRET }

/** One of every class, with the secret wherever a server or a document puts texts. */
const errors: Readonly<Record<string, () => Error>> = {
  ApiError: () => new overHttp.ApiError(SECRET, { ...response, headers: new Headers() }),
  TransportError: () => new core.TransportError(SECRET, { body: SECRET, cause: new Error(SECRET) }),
  TimeoutError: () => new core.TimeoutError(SECRET, { timeoutMs: 1, last: SECRET }),
  ValidationError: () => new core.ValidationError(SECRET, { problems: [problem], value: SECRET }),
  WaitFailedError: () =>
    new core.WaitFailedError(SECRET, { outcome: 'failure', state: 'a', last: SECRET }),
  PaginationError: () => new overHttp.PaginationError(SECRET, { state: { at: SECRET } }),
  RpcError: () => new rpc.RpcError({ code: 1, message: SECRET, data: SECRET }, 'a'),
  GapError: () => new rpc.GapError({ from: 1, to: 2 }, new Error(SECRET)),
  ChainMismatchError: () =>
    new rpc.ChainMismatchError(SECRET, { expected: { hash: SECRET }, received: { hash: SECRET } }),
  OverflowError: () => new rpc.OverflowError(1),
  DecodeError: () => new decode.DecodeError('hex', SECRET, ['a', 0, SECRET]),
}

describe('the stack of an error starts with its name and message', () => {
  it('whatever the class, also when a credential has been removed from both', () => {
    const redact = core.createRedactor([SECRET])
    for (const [name, create] of Object.entries(errors)) {
      const error = create()
      expect(error.stack).toContain(`${name}: ${error.message}\n`)
      // Bun prints a name that is a member, and no getter of the class.
      expect(Object.getOwnPropertyDescriptor(error, 'name')).toMatchObject({
        value: name,
        enumerable: false,
      })
      expectWhole(redact(error))
    }
  })

  it('for every class that programs can meet', () => {
    const all = [core, overHttp, rpc, decode].flatMap((entry) => Object.entries(entry))
    const classes = all.filter(([, each]) => isErrorClass(each))
    const names = new Set(classes.map(([name]) => name))
    names.delete('TagwireError')
    expect([...names].sort()).toEqual(Object.keys(errors).sort())
  })
})

function isErrorClass(value: unknown): boolean {
  return typeof value === 'function' && value.prototype instanceof Error
}

describe.each([
  ['http', (url: string) => rpc.http(url, options)],
  ['http in batches', (url: string) => rpc.http(url, { ...options, batch: true })],
  ['uri', (url: string) => rpc.uri(url, options)],
  ['webSocket', (url: string) => rpc.webSocket(url.replace('http', 'ws'), { WebSocket })],
  ['fallback', (url: string) => rpc.fallback([rpc.http(url, options), rpc.http(url, options)])],
])('what goes wrong over %s shows the method and the address in the stack too', (_, transport) => {
  async function failures(error: object): Promise<unknown[]> {
    const node = await startNode()
    const refusal = (id: unknown) => ({ jsonrpc: '2.0', id, error })
    node.onRequest = (text, response) => {
      const asked = text ? JSON.parse(text) : { id: -1 }
      const answer = Array.isArray(asked) ? asked.map(({ id }) => refusal(id)) : refusal(asked.id)
      return Boolean(response.end(JSON.stringify(answer)))
    }
    node.onMessage = ({ id }, { socket }) => {
      socket.send(JSON.stringify(refusal(id)))
      return true
    }
    const client = rpc.createRpcClient({ transport: transport(`${node.url}/?key=${SECRET}`) })
    onTestFinished(() => client.close())
    const found = await Promise.all([client.call(status), client.call(status)].map(rejection))
    await client.close()
    return [...found, await rejection(client.call(status))]
  }

  it('when the node refuses', async () => {
    const [first, second, closed] = await failures({
      code: 1,
      message: 'no',
      data: `not ${SECRET}`,
    })
    for (const error of [first, second]) {
      expect(String(error)).toMatch(
        /^RpcError: no: not \*\*\* \(status, \w+:\/\/127\.0\.0\.1:\d+\)$/,
      )
      expect(error).toMatchObject({
        code: 1,
        method: 'status',
        operation: 'status',
        reason: 'other',
      })
      expect(error).toHaveProperty('address')
    }
    expect(first).not.toBe(second)
    for (const error of [first, second, closed]) expectWhole(error)
  })
})
