import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeToken, parseFragment, parsePointer } from '../../../generator/src/model/pointer.js'
import { runs } from '../../property/length.js'

test('a pointer works for all keys', () => {
  const keys = fc.array(fc.oneof(fc.string(), fc.constantFrom('', '~', '/', '~1', '~0', 'a/b')))
  fc.assert(
    fc.property(keys, (tokens) => {
      const pointer = tokens.map((token) => `/${escapeToken(token)}`).join('')
      expect(parsePointer(pointer)).toEqual(tokens)
    }),
    runs(200),
  )
})

test.each([
  ['', { pointer: '' }],
  ['/components/schemas/Route', { pointer: '/components/schemas/Route' }],
  ['/paths/~1a%20b', { pointer: '/paths/~1a b' }],
  ['route', { anchor: 'route' }],
  ['/broken%', { pointer: '/broken%' }],
])('the fragment %j', (fragment, want) => {
  expect(parseFragment(fragment)).toEqual(want)
})
