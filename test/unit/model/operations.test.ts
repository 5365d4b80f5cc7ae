import { expect, test } from 'vitest'
import { isJsonType, isOfType, matchesType } from '../../../generator/src/model/json.js'
import { failureKey, statusOf } from '../../../generator/src/model/operations/status.js'
import { isServerAddress } from '../../../generator/src/model/servers/server-address.js'

test.each([
  ['200', '200', 200],
  ['4xx', '4XX', '4XX'],
  ['5XX', '5XX', '5XX'],
  ['default', 'default', 'default'],
  ['2xx', '2XX', undefined],
  ['600', undefined, 600],
  ['20', undefined, 20],
  ['fine', undefined, undefined],
])('the status %s is %s, and types of failures call it %s', (key, status, failure) => {
  expect(statusOf(key)).toBe(status)
  expect(failureKey(key)).toBe(failure)
})

test.each([
  ['https://a.example/v1', true],
  ['wss://a.example', true],
  ['/v1', true],
  ['../v1', true],
  ['', true],
  ['https://{region}.a.example/{base}', true],
  ['https://user:secret@a.example', false],
  ['//user@a.example', false],
  ['ftp://a.example', false],
  ['a.example', false],
  ['https://', false],
  ['https://a b.example', false],
])('%j can be called: %s', (url, can) => {
  expect(isServerAddress(url)).toBe(can)
})

test('types of JSON are those of its values', () => {
  const values = ['a', 1.5, 2, true, {}, [], null]
  const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const
  const table = values.map((value) => types.filter((type) => isOfType(value, type)))
  expect(table).toEqual([
    ['string'],
    ['number'],
    ['number', 'integer'],
    ...[['boolean'], ['object'], ['array'], ['null']],
  ])
  expect([matchesType(1, ['string', 'integer']), matchesType(1, 'string')]).toEqual([true, false])
  // An unknown type has its own message.
  expect([isJsonType('float'), matchesType(1, 'float'), matchesType(1, [])]).toEqual([
    ...[false, true],
    true,
  ])
})
