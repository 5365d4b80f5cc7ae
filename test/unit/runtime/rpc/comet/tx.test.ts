import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitTx, txHash } from '../../../../../packages/runtime/src/rpc/comet/index.js'

const bytes = fc.uint8Array({ maxLength: 400 })

test('a transaction is known by the SHA-256 of its bytes', () => {
  fc.assert(
    fc.property(bytes, (tx) => {
      const expected = createHash('sha256').update(tx).digest('hex').toUpperCase()
      expect(txHash(tx)).toBe(expected)
      expect(txHash(Buffer.from(tx).toString('base64'))).toBe(expected)
    }),
  )
})

function field(number: number, value: Uint8Array): Uint8Array {
  const length: number[] = []
  let rest = value.length
  for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128)
  return Uint8Array.from([(number << 3) | 2, ...length, rest, ...value])
}

describe('taking a transaction apart', () => {
  test('gives the parts that it was put together from', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.array(bytes, { maxLength: 3 }), (body, authInfo, signatures) => {
        const tx = Uint8Array.from(
          [field(1, body), field(2, authInfo), ...signatures.map((each) => field(3, each))].flatMap(
            (part) => [...part],
          ),
        )
        expect(splitTx(tx)).toEqual({ body, authInfo, signatures })
        expect(splitTx(Buffer.from(tx).toString('base64'))).toEqual({ body, authInfo, signatures })
      }),
    )
  })

  test.each([
    ['name=value', /field 13 of wire type 6/],
    ['\x0a', /ends inside a number/],
    ['\x0a\x05a', /ends inside a field/],
    ['\x0a\xff\xff\xff\xff\xff\x01', /more than 32 bits/],
  ])('says of %j why it is none', (text, why) => {
    expect(() => splitTx(Uint8Array.from(text, (each) => each.charCodeAt(0)))).toThrow(why)
  })

  test('parts that are left out are empty', () => {
    const none = new Uint8Array()
    expect(splitTx(none)).toEqual({ body: none, authInfo: none, signatures: [] })
  })
})
