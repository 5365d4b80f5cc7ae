import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { asValidator, decoded } from '../../../../packages/runtime/src/core/index.js'
import {
  DecodeError,
  type Decoder,
  decoder,
  decodersOf,
  int64,
  record,
} from '../../../../packages/runtime/src/decode/index.js'
import {
  type Cursor,
  createRpcClient,
  eventQuery,
  webSocket,
} from '../../../../packages/runtime/src/rpc/comet/index.js'
import { eventStream, responseCheck } from '../../../../packages/runtime/src/rpc/index.js'
import { source } from '../rpc/document.fixture.js'
import { rejection, type ScriptedNode, startNode, txOf } from '../rpc/node.fixture.js'

interface TxEvent<Height> {
  readonly data: { readonly value: { readonly TxResult: { readonly height: Height } } }
}

interface Events {
  readonly Tx: TxEvent<string>
}

const height = record({ height: int64 })
const eventDecoder: Decoder<TxEvent<string>, TxEvent<bigint>> = decoder(
  record({ data: record({ value: record({ TxResult: height }) }) }),
)
const decode = decodersOf({ subscribe: eventDecoder })

const problem = { path: '/data', message: 'is wrong', expected: 'data', received: 'nothing' }

/** A client that validates events, with what its validator was given. */
function connect(node: ScriptedNode, validates: boolean) {
  const checked: unknown[] = []
  const subscribeEvent = asValidator({
    check(value: unknown) {
      checked.push(value)
      const isEvent = typeof value === 'object' && value !== null && 'data' in value
      return isEvent ? [] : [problem]
    },
    drift: () => [],
  })
  const transport = webSocket(node.wsUrl, { WebSocket })
  const check = responseCheck(validates ? { subscribeEvent } : undefined)
  const client = createRpcClient({ transport, check })
  onTestFinished(() => client.close())
  const stream = eventStream<Events>(client, { ...source, validator: 'subscribeEvent' })
  return { checked, plain: { subscribe: stream } }
}

/** Two transactions at height 1, none at 2, one at 3. */
async function startChain(): Promise<ScriptedNode> {
  const node = await startNode()
  node.commit([txOf('a=1'), txOf('a=2')])
  node.commit()
  node.commit([txOf('a=3')])
  return node
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

interface Placed {
  readonly data: { readonly value: { readonly TxResult: { readonly height: unknown } } }
  readonly cursor?: Cursor
}

const heightOf = ({ data }: Placed) => data.value.TxResult.height
const Tx = eventQuery('Tx')
const range = { from: 1, to: 3 }
const places = ['1/1', '1/2', '3/1']
const placeOf = ({ cursor }: Placed) => `${cursor?.height}/${cursor?.index}`

describe.each([
  ['validated and decoded', true, true],
  ['validated', true, false],
  ['decoded', false, true],
  ['as received', false, false],
])('events that are %s', (_, validates, decodes) => {
  const heights = decodes ? [1n, 1n, 3n] : ['1', '1', '3']

  async function open() {
    const { plain, checked } = connect(await startChain(), validates)
    return { client: decodes ? decoded(plain, { decode }) : plain, checked }
  }

  test('come one by one, with their cursors', async () => {
    const { client, checked } = await open()
    const events = await allOf(client.subscribe(Tx, range))
    expect(events.map(heightOf)).toEqual(heights)
    expect(events.map(placeOf)).toEqual(places)
    expect(events.flatMap((event) => Object.keys(event))).not.toContain('cursor')
    expect(checked).toHaveLength(validates ? 3 : 0)
  })

  test('come one by one, with heights that are complete', async () => {
    const { client, checked } = await open()
    const complete: number[] = []
    const onComplete = (height: number) => complete.push(height)
    const events = await allOf(client.subscribe(Tx, { ...range, onComplete }))
    expect(events.map(heightOf)).toEqual(heights)
    expect(events.map(placeOf)).toEqual(places)
    expect(complete).toEqual([1, 2, 3])
    expect(checked).toHaveLength(validates ? 3 : 0)
  })

  test('come by height', async () => {
    const { client, checked } = await open()
    const complete: number[] = []
    const onComplete = (height: number) => complete.push(height)
    const whole = await allOf(client.subscribe(Tx, { ...range, by: 'height', onComplete }))
    expect(whole.map(({ height }) => height)).toEqual([1, 2, 3])
    expect(whole.map(({ cursor }) => cursor.height)).toEqual([2, 3, 4])
    expect(whole.map(({ events }) => events.length)).toEqual([2, 0, 1])
    const events = whole.flatMap<Placed>(({ events }) => events)
    expect(events.map(heightOf)).toEqual(heights)
    expect(events.map(placeOf)).toEqual(places)
    expect(complete).toEqual([1, 2, 3])
    expect(checked).toHaveLength(validates ? 3 : 0)
  })

  test('go on where the last one was, also live', async () => {
    const node = await startChain()
    const { plain } = connect(node, validates)
    const client = decodes ? decoded(plain, { decode }) : plain
    const events = client.subscribe(Tx, { from: 3 })
    await events.next()
    node.commit([txOf('a=4'), txOf('a=5')])
    const live: Placed = (await events.next()).value ?? expect.unreachable()
    await events.return()
    expect(placeOf(live)).toBe('4/1')
    const rest = await allOf(client.subscribe(Tx, { from: live.cursor, to: 4 }))
    expect(rest.map(placeOf)).toEqual(['4/2'])
  })
})

test('an event of a height that cannot be decoded is named by its path', async () => {
  const { plain } = connect(await startChain(), false)
  const wrong = decoder<Events['Tx'], never>(record({ query: int64 }))
  const client = decoded(plain, { decode: decodersOf({ subscribe: wrong }) })
  const whole = client.subscribe(Tx, { ...range, by: 'height' })
  const error = await rejection(whole.next())
  expect(error).toBeInstanceOf(DecodeError)
  expect(error).toMatchObject({ path: ['events', 0, 'query'] })
  expect(await whole.next()).toEqual({ done: true, value: undefined })
})

test('an event that is not valid ends a subscription by height', async () => {
  const node = await startChain()
  const transport = webSocket(node.wsUrl, { WebSocket })
  const subscribeEvent = asValidator({ check: () => [problem], drift: () => [] })
  const check = responseCheck({ subscribeEvent })
  const client = createRpcClient({ transport, check })
  onTestFinished(() => client.close())
  const stream = eventStream<Events>(client, { ...source, validator: 'subscribeEvent' })
  const error = await rejection(stream(Tx, { ...range, by: 'height' }).next())
  expect(error).toMatchObject({
    name: 'ValidationError',
    message: expect.stringContaining('/data'),
  })
})
