// What `deepObject` writes is what servers read: `qs` parses it in Express, Fastify and many others.
import fc from 'fast-check'
import qs from 'qs'
import { describe, expect, test } from 'vitest'
import {
  deepObject,
  deepObjectBrackets,
  deepObjectRepeat,
  type Style,
} from '../../packages/runtime/src/http/index.js'
import { patienceMs, runs } from './length.js'

/** Names without brackets, and none that `qs` refuses because every object has it. */
const key = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((name) => !/[[\]]/.test(name) && !(name in {}) && !/^\d+$/.test(name))

const text = fc.string({ unit: 'grapheme', maxLength: 12 })

/** Empty values are serialized as nothing and cannot be restored, so nothing here is empty. */
function values(item: 'text' | 'anything'): fc.Arbitrary<object> {
  return fc.letrec<{ value: unknown; record: object }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      text,
      tie('record'),
      fc.array(item === 'text' ? text : tie('value'), { minLength: 2, maxLength: 12 }),
    ),
    record: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  })).record
}

function parsed(write: Style, value: unknown): unknown {
  const pairs = write(value, { name: 'it', explode: true, encode: encodeURIComponent })
  return qs.parse(pairs.join('&'), { depth: 40, parameterLimit: 100_000, strictDepth: true }).it
}

describe('a parser of queries reads back', { timeout: patienceMs }, () => {
  test('arrays with indices, whatever they contain', () => {
    fc.assert(
      fc.property(values('anything'), (value) => {
        expect(parsed(deepObject, value)).toEqual(value)
      }),
      runs(100),
    )
  })

  test.each([
    ['brackets', deepObjectBrackets],
    ['repeated names', deepObjectRepeat],
  ])('lists of texts with %s', (_, write) => {
    fc.assert(
      fc.property(values('text'), (value) => {
        expect(parsed(write, value)).toEqual(value)
      }),
      runs(100),
    )
  })

  test('the items of an order', () => {
    const items = [{ price: 'p_1', quantity: '2' }, { price: 'p_2' }]
    expect(parsed(deepObject, items)).toEqual(items)
  })
})
