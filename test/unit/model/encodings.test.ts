import { expect, test } from 'vitest'
import {
  argumentForm,
  isMessageEncoding,
  isUriEncoding,
} from '../../../generator/src/model/operations/encodings.js'

test.each([
  ['json', 'json'],
  ['decimal-string', 'integer'],
  ['base64', 'bytes'],
  ['hex', 'bytes'],
  ['hex-quantity', 'integer'],
  ['hex-bytes', 'bytes'],
] as const)('callers pass what messages contain as %s as %s', (jsonrpc, form) => {
  expect(argumentForm({ jsonrpc, uri: 'json' })).toBe(form)
})

test('callers pass JSON where no encoding is set', () => {
  expect(argumentForm(undefined)).toBe('json')
})

test.each([
  ['json', true, true],
  ['hex', true, false],
  ['quoted', false, true],
  ['toString', false, false],
  [undefined, false, false],
])('the encoding %s: of messages %s, of addresses %s', (name, inMessages, inAddresses) => {
  expect([isMessageEncoding(name), isUriEncoding(name)]).toEqual([inMessages, inAddresses])
})
