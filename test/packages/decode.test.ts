import { readFileSync } from 'node:fs'
import {
  attribute,
  type Cursor,
  createNodeRpcClient,
  eventQuery,
  http,
  methods,
  type ResultStatus,
  webSocket,
} from '@tagwire/node-rpc'
import {
  type DecodedEventNotification,
  type DecodedResultBlock,
  type DecodedResultStatus,
  decodedEventDataKind,
  decodeResultABCIInfo,
  decodeResultStatus,
  decoders,
  decodeTxResult,
  encodeResultStatus,
  isDecodedPublicKeyEd25519,
  matchDecodedPublicKey,
  responseDecoders,
} from '@tagwire/node-rpc/decode'
import { mockNodeRpc } from '@tagwire/node-rpc/mock'
import { createRoutingClient, type Route } from '@tagwire/routing'
import {
  type DecodedRoute,
  decodeRoute,
  encodeRoute,
  responseDecoders as routingDecoders,
} from '@tagwire/routing/decode'
import { mockRouting } from '@tagwire/routing/mock'
import { DecodeError } from '@tagwire/runtime/decode'
import { describe, expect, expectTypeOf, test } from 'vitest'

interface Transcript {
  readonly exchanges: readonly {
    readonly method: string
    readonly reason?: string
    readonly answer: { readonly result?: unknown }
  }[]
}

const { exchanges }: Transcript = JSON.parse(
  readFileSync(new URL('../e2e/node/transcripts/http.json', import.meta.url), 'utf8'),
)
const wireNames = new Map<string, string>(
  Object.entries(methods).map(([name, method]) => [method.name, name]),
)

describe('answers of a real node', () => {
  const answers = exchanges.flatMap(({ method, reason, answer }) => {
    const name = wireNames.get(method) ?? ''
    const known = new Map(Object.entries(responseDecoders)).get(name)
    return reason === undefined && known ? [{ method, known, result: answer.result }] : []
  })

  test.each(answers)('$method is decoded, and encoded to the original', ({ known, result }) => {
    const { decode, encode } = known as {
      decode: (value: unknown) => unknown
      encode: typeof decode
    }
    const before = structuredClone(result)
    const decoded = decode(result)
    expect(decoded).not.toEqual(result)
    expect(result).toEqual(before)
    // What the node leaves out is written out.
    expect(encode(decoded)).toMatchObject(Object(result))
    expect(decode(encode(decoded))).toEqual(decoded)
  })

  test('there are answers of most methods', () => {
    expect(answers.length).toBeGreaterThan(20)
  })
})

const status = exchanges.find(({ method }) => method === 'status')?.answer.result as ResultStatus

describe('a decoded status', () => {
  test('has integers, bytes and times', () => {
    const { sync_info, validator_info } = decodeResultStatus(status)
    expect(sync_info.latest_block_height).toBe(4n)
    expect(sync_info.latest_block_time).toBe(1795238095_586899107n)
    expect(sync_info.latest_app_hash).toEqual(Uint8Array.from([4, 0, 0, 0, 0, 0, 0, 0]))
    expect(validator_info.pub_key.value).toHaveLength(32)
    expectTypeOf(sync_info.latest_block_height).toEqualTypeOf<bigint>()
  })

  test('tags keep working', () => {
    const { pub_key } = decodeResultStatus(status).validator_info
    expect(isDecodedPublicKeyEd25519(pub_key)).toBe(true)
    const size = matchDecodedPublicKey(pub_key, {
      'tendermint/PubKeyEd25519': (value) => value.byteLength,
      otherwise: () => 0,
    })
    expect(size).toBe(32)
    expect(decodedEventDataKind({ type: 'tendermint/event/Tx', value: {} })).toBe(
      'tendermint/event/Tx',
    )
  })

  test('what does not fit is an error with its path, or kept', () => {
    const broken = { ...status, sync_info: { ...status.sync_info, latest_block_height: 'many' } }
    expect(() => decodeResultStatus(broken)).toThrow(DecodeError)
    expect(() => decodeResultStatus(broken)).toThrow(
      'sync_info.latest_block_height: expected a 64-bit integer as text, received "many"',
    )
    const kept = decoders.ResultStatus.decode(broken, { mismatch: 'keep' })
    expect(kept.sync_info.latest_block_height).toBe('many')
    expectTypeOf(kept.sync_info.latest_block_height).toEqualTypeOf<bigint | string>()
  })

  test('is encoded to the original value', () => {
    expect(encodeResultStatus(decodeResultStatus(status))).toEqual(status)
  })
})

describe('a client with decoders', () => {
  test('of a node returns decoded responses, items and events', async () => {
    const transport = mockNodeRpc({ status: () => status })
    const node = createNodeRpcClient({ transport, decode: responseDecoders })
    const answer = await node.status()
    expectTypeOf(answer).toEqualTypeOf<DecodedResultStatus>()
    expect(answer).toEqual(decodeResultStatus(status))
    const items = node.txSearchAll({ query: "tx.height='1'" })
    for await (const { height } of items) expectTypeOf(height).toEqualTypeOf<bigint>()
    const events = node.subscribe("tm.event='Tx'")
    expect(typeof events.next).toBe('function')
    await events.return()
    await node.close()
  })

  test('is typed, and a client without them is as it was', () => {
    const decoding = () =>
      createNodeRpcClient({ transport: http('http://127.0.0.1'), decode: responseDecoders })
    expectTypeOf<ReturnType<ReturnType<typeof decoding>['block']>>().toEqualTypeOf<
      Promise<DecodedResultBlock>
    >()
    const live = () =>
      createNodeRpcClient({ transport: webSocket('ws://127.0.0.1'), decode: responseDecoders })
    expectTypeOf<ReturnType<typeof live>>().toHaveProperty('subscribe')
    const follow = async () => {
      for await (const event of live().subscribe(eventQuery('Tx'))) {
        expectTypeOf(event).toExtend<DecodedEventNotification>()
        expectTypeOf(event.cursor).toEqualTypeOf<Cursor | undefined>()
      }
      for await (const event of live().subscribe("tm.event='Tx'", { from: 1 })) {
        expectTypeOf(event).toExtend<DecodedEventNotification>()
        expectTypeOf(event.cursor).toEqualTypeOf<Cursor | undefined>()
      }
      const heights = live().subscribe(eventQuery('Tx'), { by: 'height' })
      expectTypeOf(heights.ready).toEqualTypeOf<Promise<void>>()
      for await (const { height, events, cursor } of heights) {
        expectTypeOf(height).toEqualTypeOf<number>()
        expectTypeOf(cursor).toEqualTypeOf<Cursor>()
        for (const event of events) expectTypeOf(event).toExtend<DecodedEventNotification>()
        expectTypeOf(events[0]?.cursor).toEqualTypeOf<Cursor | undefined>()
      }
    }
    expectTypeOf(follow).returns.resolves.toBeVoid()
    const plain = createNodeRpcClient({ transport: mockNodeRpc({ status: () => status }) })
    expectTypeOf(plain.status).returns.resolves.toEqualTypeOf<ResultStatus>()
  })

  test('of a service over HTTP, too', async () => {
    const routing = createRoutingClient({ fetch: mockRouting(), decode: routingDecoders })
    const plain = createRoutingClient({ fetch: mockRouting() })
    const request = {
      source_asset_denom: 'uatom',
      source_asset_chain_id: 'cosmoshub-4',
      dest_asset_denom: 'uosmo',
      dest_asset_chain_id: 'osmosis-1',
      amount_in: '1000000',
    }
    const decoded = await routing.route(request)
    expectTypeOf(decoded).toEqualTypeOf<DecodedRoute>()
    expect(decoded.amount_in).toBe(1000000n)
    const route = await plain.route(request)
    expectTypeOf(route).toEqualTypeOf<Route>()
    expect(decodeRoute(route)).toEqual(decoded)
    expect(encodeRoute(decoded)).toEqual(route)
  })
})

describe('what the node leaves out', () => {
  const result = { events: [{ type: 'app' }, { attributes: [] }] }
  const sparse = { height: '7', result }

  test('is there in decoded values', () => {
    const decoded = decodeTxResult(sparse)
    expect(decoded).toEqual({
      height: 7n,
      index: 0,
      tx: new Uint8Array(),
      result: {
        code: 0,
        data: new Uint8Array(),
        log: '',
        info: '',
        gas_wanted: 0n,
        gas_used: 0n,
        events: [
          { type: 'app', attributes: [] },
          { type: '', attributes: [] },
        ],
        codespace: '',
      },
    })
    expectTypeOf(decoded.result.code).toEqualTypeOf<number>()
    expectTypeOf(decoded.result.gas_used).toEqualTypeOf<bigint>()
    expect(sparse).toEqual({ height: '7', result })
  })

  test('and an application that says nothing has an answer', () => {
    expect(decodeResultABCIInfo({ response: {} }).response).toEqual({
      data: '',
      version: '',
      app_version: 0n,
      last_block_height: 0n,
      last_block_app_hash: new Uint8Array(),
    })
  })

  test('attributes are found by their key', () => {
    const event = {
      type: 'transfer',
      attributes: [{ key: 'sender', value: 'alice', index: true }],
    }
    const decoded = decodeTxResult({ result: { events: [event] } })
    expect(decoded.result.events.map((each) => attribute(each, 'sender'))).toEqual(['alice'])
    expect(attribute({}, 'sender')).toBeUndefined()
  })
})
