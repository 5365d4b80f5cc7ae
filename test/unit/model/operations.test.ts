import { expect, test } from 'vitest'
import { isJsonType, isOfType, matchesType } from '../../../generator/src/model/json.js'
import { isCertainRecord } from '../../../generator/src/model/operations/container-kinds.js'
import {
  serializationOf,
  styleNamed,
  stylesOf,
} from '../../../generator/src/model/operations/parameter-styles.js'
import { failureKey, statusOf } from '../../../generator/src/model/operations/status.js'
import { ownServer } from '../../../generator/src/model/servers/own-server.js'
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

test.each([
  ['path', 'simple label matrix', { style: 'simple', explode: false }],
  ['query', 'form spaceDelimited pipeDelimited deepObject', { style: 'form', explode: true }],
  ['header', 'simple', { style: 'simple', explode: false }],
  ['cookie', 'form cookie', { style: 'form', explode: true }],
] as const)('a parameter in a %s has the styles %s', (place, styles, usual) => {
  expect(stylesOf(place).join(' ')).toBe(styles)
  expect(serializationOf({ place })).toEqual(usual)
  const all = ['simple', 'label', 'form', 'deepObject', 'cookie', 'csv', undefined]
  const named = all.flatMap((name) => styleNamed(name, place).style ?? [])
  expect(named).toEqual(all.filter((name) => name && styles.split(' ').includes(name)))
})

test.each([
  ['spaceDelimited', undefined, false],
  ['spaceDelimited', true, true],
  ['form', false, false],
  ['cookie', undefined, true],
  ['deepObject', true, false],
] as const)('%s with `explode: %s` is exploded: %s', (style, explode, exploded) => {
  const place = style === 'cookie' ? 'cookie' : 'query'
  expect(serializationOf({ place, style, ...(explode === undefined ? {} : { explode }) })).toEqual({
    style,
    explode: exploded,
  })
})

test.each([
  ['no property', '', true],
  ['a code', 'code', true],
  ['a message', 'message', true],
  ['a code and a message', 'code message', false],
])('an object with %s is no error with a success status: %s', (_, names, certain) => {
  const source = { file: 'a.yaml', pointer: '' }
  const fields = names
    .split(' ')
    .map((name) => ({ name, shape: { kind: 'json' } as const, required: true, source }))
  const content = {
    mediaType: 'application/json',
    shape: { kind: 'record', fields },
    rule: {},
  } as const
  expect(isCertainRecord([content], new Map())).toBe(certain)
  expect(isCertainRecord([content, content], new Map())).toBe(false)
  const open = { ...content, shape: { ...content.shape, rest: { kind: 'json' } } } as const
  expect(isCertainRecord([open], new Map())).toBe(false)
})

test.each([
  ['https://a.example/v1', 'https://a.example/v1/', undefined],
  ['https://a.example/v1', 'https://b.example/', 'https://b.example/'],
  ['https://a.example/v1', '/v2', 'https://a.example/v2'],
  ['https://a.example/v1/', '../v2', 'https://a.example/v2'],
  ['/v1/', '../v2', '/v2'],
  ['/v1', '//b.example/v2', '//b.example/v2'],
  [undefined, '/v2', '/v2'],
  [undefined, '/', undefined],
])('beside the server %s, an operation with the server %s has %s as its own', (first, url, own) => {
  const source = { file: 'a.yaml', pointer: '' }
  const servers = first === undefined ? [] : [{ url: first, source }]
  expect(ownServer({ servers }, { servers: [{ url, source }] })).toBe(own)
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
