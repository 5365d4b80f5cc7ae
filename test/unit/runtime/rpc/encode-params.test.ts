import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encodeParams,
  encodeQuery,
  hexBytes,
  hexQuantity,
  type ParamKind,
  type RpcMethod,
} from '../../../../packages/runtime/src/rpc/comet/index.js'
import { runs } from '../../../property/length.js'
import { abciQuery, block, txByHash } from './document.fixture.js'

const list: RpcMethod = {
  name: 'dial_peers',
  safe: false,

  params: [
    { name: 'peers', kind: 'json', required: true },
    { name: 'persistent', kind: 'json' },
  ],
}

type Named = Extract<ParamKind, string>

// The compiler requires a line for every kind here, too.
const kinds: Readonly<Record<Named, readonly [given: unknown, message: unknown, uri: string]>> = {
  integer: [-5n, '-5', '-5'],
  bytes: [Uint8Array.of(0xfb, 0xff), '+/8=', '0xfbff'],
  hex: [Uint8Array.of(0xfb, 0xff), 'fbff', '0xfbff'],
  text: ['a"b', 'a"b', '"a\\"b"'],
  json: [{ a: [1n] }, { a: ['1'] }, '{"a":["1"]}'],
}

it.each(Object.entries(kinds))('%s is written as it is in messages and URIs', (name, row) => {
  const [given, message, uri] = row
  const kind = Object.keys(kinds).find((each): each is Named => each === name) ?? 'json'
  for (const each of [kind, { jsonrpc: kind, uri: kind }]) {
    const method: RpcMethod = { name: 'm', safe: true, params: [{ name: 'p', kind: each }] }
    expect(encodeParams(method, { p: given })).toEqual({ p: message })
    expect(encodeQuery(method, { p: given })).toBe(`p=${encodeURIComponent(uri)}`)
  }
})

it.each([
  [hexQuantity, 255n, '0xff'],
  [hexQuantity, 'latest', 'latest'],
  [hexBytes, Uint8Array.of(0xfb, 0xff), '0xfbff'],
])('%o writes hexadecimal in messages and URIs', (kind, given, text) => {
  const method: RpcMethod = { name: 'm', safe: true, params: [{ name: 'p', kind }] }
  expect(encodeParams(method, { p: given })).toEqual({ p: text })
  expect(encodeQuery(method, { p: given })).toBe(`p=${encodeURIComponent(`"${text}"`)}`)
})

describe('integers', () => {
  it('are the same text whatever their type', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const text = String(value)
        for (const held of [value, text]) {
          expect(encodeParams(block, { height: held })).toEqual({ height: text })
          expect(encodeQuery(block, { height: held })).toBe(`height=${text}`)
        }
      }),
      runs(100),
    )
  })

  it('as numbers are exact or refused', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        if (Number.isSafeInteger(value)) {
          expect(encodeParams(block, { height: value })).toEqual({ height: String(value) })
        } else {
          expect(() => encodeParams(block, { height: value })).toThrow(/height: .* exact integer/)
        }
      }),
      runs(100),
    )
    expect(encodeParams(block, { height: -0 })).toEqual({ height: '0' })
  })

  it.each(['', '5.0', '1e3', ' 5', '0x5', true, {}, [5]])('refuses %j', (height) => {
    expect(() => encodeParams(block, { height })).toThrow(/height/)
  })
})

describe('bytes', () => {
  it('are encoded as each transport requires', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const buffer = Buffer.from(bytes)
        const hex = buffer.toString('hex')
        for (const held of [bytes, `0x${hex}`, `0x${hex.toUpperCase()}`]) {
          expect(encodeParams(txByHash, { hash: held })).toEqual({
            hash: buffer.toString('base64'),
          })
          expect(encodeParams(abciQuery, { data: held })).toEqual({ data: hex })
          expect(encodeQuery(txByHash, { hash: held })).toBe(`hash=0x${hex}`)
        }
      }),
      runs(100),
    )
  })

  it('of any size become base64', () => {
    const bytes = Uint8Array.from({ length: 1_000_001 }, (_, i) => i * 31)
    const { hash } = encodeParams(txByHash, { hash: bytes })
    expect(hash).toBe(Buffer.from(bytes).toString('base64'))
  })

  it.each(['abcd', '0xabc', '0xzz', '0x 1', 'YWJj', 5, [1, 2]])('refuses %j', (hash) => {
    expect(() => encodeParams(txByHash, { hash })).toThrow(/hash: expected a Uint8Array or 0x/)
  })
})

describe('parameters', () => {
  it('are an object even when nothing is given, and leave out what is undefined or null', () => {
    expect(encodeParams(block, {})).toEqual({})
    expect(encodeParams(abciQuery, { path: undefined, data: null })).toEqual({})
    expect(encodeQuery(abciQuery, { path: undefined })).toBe('')
  })

  it('are quoted, bare or JSON in a URI', () => {
    expect(encodeQuery(abciQuery, { path: `/a?b="ü&'` })).toBe(
      `path=${encodeURIComponent(JSON.stringify(`/a?b="ü&'`))}`,
    )
    expect(encodeQuery(txByHash, { hash: '0x', prove: true })).toBe('hash=0x&prove=true')
    expect(encodeQuery(list, { peers: ['a@b:1'] })).toBe('peers=%5B%22a%40b%3A1%22%5D')
  })

  it('write integers inside of records as texts', () => {
    expect(encodeParams(list, { peers: [{ power: 2n ** 60n }] })).toEqual({
      peers: [{ power: '1152921504606846976' }],
    })
  })

  it('are null where that is given for what is needed and may be anything', () => {
    expect(encodeParams(list, { peers: null, persistent: null })).toEqual({ peers: null })
    expect(encodeQuery(list, { peers: null })).toBe('peers=null')
    expect(() => encodeParams(list, { peers: undefined })).toThrow('needs the parameter peers')
    expect(() => encodeParams(txByHash, { hash: null })).toThrow('tx needs the parameter hash')
  })

  it.each([
    ['a bigint', 5n, 'block: expected { height }, got 5'],
    ['a text', '5', "block: expected { height }, got '5'"],
    ['an empty text', '', "block: expected { height }, got ''"],
    ['a number', 5, 'block: expected { height }, got 5'],
    ['NaN', Number.NaN, 'block: expected { height }, got NaN'],
    ['a flag', true, 'block: expected { height }, got true'],
    ['a list', [], 'block: expected { height }, got '],
    ['a symbol', Symbol('five'), 'block: expected { height }, got Symbol(five)'],
    ['a function', () => 5, 'block: expected { height }, got () => 5'],
    ['a map', new Map([['height', 5]]), 'block: expected { height }, got [object Map]'],
    ['a time', new Date(0), 'block: expected { height }, got Thu Jan 01 1970'],
  ])('are an object of them, not %s', (_, given, message) => {
    // What the compiler refuses, and a program without types passes.
    const call = (encode: (method: RpcMethod, params: never) => unknown): unknown =>
      encode(block, given as never)
    expect(() => call(encodeParams)).toThrow(message)
    expect(() => call(encodeQuery)).toThrow(message)
  })

  it('are none where a method has none', () => {
    const status: RpcMethod = { name: 'status', safe: true, params: [] }
    expect(() => encodeParams(status, [1])).toThrow('status: expected {  }, got 1')
  })

  it('may be of any class and any realm', () => {
    class Params {
      height = 5
    }
    const bare: object = Object.assign(Object.create(null), { height: 5 })
    for (const params of [new Params(), bare, runInNewContext('({ height: 5 })')]) {
      expect(encodeParams(block, params)).toEqual({ height: '5' })
    }
  })

  const lost: readonly [string, unknown, string][] = [
    ['NaN', Number.NaN, 'NaN'],
    ['infinity', Number.NEGATIVE_INFINITY, '-Infinity'],
    ['a function', () => 1, '() => 1'],
    ['a symbol', Symbol('one'), 'Symbol(one)'],
    ['a map', new Map([['a', 1]]), '[object Map]'],
    ['a set', new Set([1]), '[object Set]'],
    ['bytes', Uint8Array.of(1, 2), '1,2'],
    ['a pattern', /a/, '/a/'],
  ]

  it.each(lost)('that JSON has no words for are refused: %s', (_, value, shown) => {
    const message = `peers: expected JSON, got ${shown}`
    for (const peers of [value, [value], { deep: [{ in: value }] }]) {
      expect(() => encodeParams(list, { peers })).toThrow(message)
      expect(() => encodeQuery(list, { peers })).toThrow(message)
    }
  })

  it('are written as JSON does where it says the same', () => {
    const when = new Date(0)
    const own = { toJSON: () => ['as', 'given'] }
    const peers = [when, own, { left: undefined }, -0, 1e300, 2 ** 60, null, 'é\u2028']
    const written = [when.toJSON(), ['as', 'given'], {}, 0, 1e300, 2 ** 60, null, 'é\u2028']
    expect(encodeParams(list, { peers })).toEqual({ peers: written })
    expect(encodeQuery(list, { peers })).toBe(
      `peers=${encodeURIComponent(JSON.stringify(written))}`,
    )
  })

  it.each([5, 5n, true, ['/a'], new Date(0), Symbol('a')])('of texts are texts: not %s', (path) => {
    const message = `path: expected a text, got ${String(path)}`
    expect(() => encodeParams(abciQuery, { path })).toThrow(message)
    expect(() => encodeQuery(abciQuery, { path })).toThrow(message)
  })

  it('with a wrong or missing name are refused', () => {
    expect(() => encodeParams(block, { hieght: 5 })).toThrow("block has no parameter 'hieght'")
    expect(() => encodeParams(txByHash, {})).toThrow('tx needs the parameter hash')
    expect(() => encodeQuery(abciQuery, { path: 5 })).toThrow('path: expected a text')
  })
})
