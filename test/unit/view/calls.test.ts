import { describe, expect, test } from 'vitest'
import type { Events } from '../../../generator/src/model/extensions.js'
import type { Encoding, Operation } from '../../../generator/src/model/operations/operation.js'
import { methodDescriptor } from '../../../generator/src/view/rpc/method-descriptor.js'
import {
  eventVariant,
  liveMethods,
  plainMethods,
  statedResumption,
  subscription,
} from '../../../generator/src/view/rpc/subscription.js'
import { lowered, openapi, ref } from '../schema-model.fixture.js'
import { plain } from './facts.fixture.js'
import { answering, operation, parameter } from './operations.fixture.js'

// Methods of JSON-RPC: their descriptors, which the runtime reads, and what subscribes.

const answers = answering({ kind: 'json' })
const call = (id: string, name: string, more: Partial<Operation> = {}): Operation => ({
  ...operation(name, {
    ...answers,
    binding: { kind: 'call', method: id, byPosition: false },
    ...more,
  }),
  id,
})
const takes = (...parameters: Operation['input']['parameters']): Partial<Operation> => ({
  input: { parameters },
})
const byPosition = { binding: { kind: 'call', method: 'x', byPosition: true } } as const

const tx = { name: 'tx', safe: true, params: [] }

test.each<[string, Operation, object]>([
  ['has its name', call('tx', 'tx'), {}],
  [
    'has its key, if that is not its name in camel case',
    call('get.Block', 'getBlock'),
    { name: 'get.Block', key: 'getBlock' },
  ],
  ['has no key otherwise', call('eth_getBlock', 'ethGetBlock'), { name: 'eth_getBlock' }],
  [
    'has the parameters in their order, and which are required',
    call('tx', 'tx', takes(parameter('b'), parameter('1', { required: false }))),
    {
      params: [
        { name: 'b', kind: 'json', required: true },
        { name: '1', kind: 'json' },
      ],
    },
  ],
  ['says what is not safe', call('tx', 'tx', { safe: false }), { safe: false }],
  ['says what goes by position', call('tx', 'tx', byPosition), { byPosition: 'byPosition()' }],
  ['says what has no answer', call('tx', 'tx', { outputs: [] }), { notifies: 'notifies()' }],
  [
    'says which transports there are',
    call('tx', 'tx', { extensions: { transports: ['http'], requires: 'rpc.unsafe' } }),
    { transports: ['http'], requires: 'rpc.unsafe' },
  ],
])('a method %s', (_, method, facts) => {
  expect(plain(methodDescriptor(method))).toEqual({ ...tx, ...facts })
})

test.each<[Encoding | undefined, unknown]>([
  [undefined, 'json'],
  [{ jsonrpc: 'decimal-string', uri: 'decimal' }, 'integer'],
  [{ jsonrpc: 'base64', uri: '0x-hex' }, 'bytes'],
  [{ jsonrpc: 'hex', uri: '0x-hex' }, 'hex'],
  [{ jsonrpc: 'json', uri: 'quoted' }, 'text'],
  [{ jsonrpc: 'hex-quantity', uri: 'json' }, 'hexQuantity()'],
  [{ jsonrpc: 'hex-bytes', uri: 'json' }, 'hexBytes()'],
  [
    { jsonrpc: 'hex', uri: 'json' },
    { jsonrpc: 'hex', uri: 'json' },
  ],
])('a parameter that is sent as %j is %j', (encoding, kind) => {
  const given = parameter('a', { required: false, ...(encoding ? { encoding } : {}) })
  expect(plain(methodDescriptor(call('x', 'x', takes(given))).params)).toEqual([
    { name: 'a', kind },
  ])
})

const kind = (name: string, resume: string) => ({
  name,
  resume,
  tag: name,
  description: '',
  level: '',
  keys: [],
})
const events: Events = {
  query: 'q',
  key: 'k',
  unsubscribe: 'unsubscribe',
  notification: 'Message',
  data: 'in/side',
  kinds: [kind('Tx', 'gaps'), kind('Vote', 'reconnect')],
}

describe('events', () => {
  const plain = call('status', 'status')
  const both = call('both', 'both', { extensions: { transports: ['http', 'websocket'] } })
  const live = call('leave', 'leave', { extensions: { transports: ['websocket'] } })
  const subscribing = call('subscribe', 'subscribe', { extensions: { events } })

  test('methods are plain, or need a connection that stays; the one that subscribes is neither', async () => {
    const { model } = await lowered(openapi({}))
    const whole = { ...model, operations: [plain, subscribing, both, live] }
    expect(subscription(whole)).toEqual({ operation: subscribing, events })
    expect(plainMethods(whole)).toEqual([plain, both])
    expect(liveMethods(whole)).toEqual([live])
    expect(subscription(model)).toBeUndefined()
  })

  test('only kinds that are not just connected again say how they resume', () => {
    expect(statedResumption(events)).toEqual({ Tx: 'gaps' })
  })

  test('have the type of their variant', async () => {
    const oneKey = (key: string) => ({
      type: 'object',
      required: [key],
      properties: { [key]: { type: 'string' } },
    })
    const message = (data: object) => ({ type: 'object', properties: { 'in/side': data } })
    const schemas = {
      Data: { oneOf: [oneKey('tx'), oneKey('vote')] },
      Message: message(ref('Data')),
      Text: { type: 'string' },
    }
    const { model } = await lowered(openapi(schemas))
    expect(eventVariant(model, events, 'tx')).toBe('DataTx')
    expect(eventVariant(model, events, 'block')).toBeUndefined()
    const other = await lowered(openapi({ ...schemas, Message: message(ref('Text')) }))
    expect(eventVariant(other.model, events, 'tx')).toBeUndefined()
  })
})

test('a method has the codes of errors that the document describes', () => {
  expect(methodDescriptor(call('x', 'x'), [-1, 5])).toMatchObject({ codes: [-1, 5] })
})
