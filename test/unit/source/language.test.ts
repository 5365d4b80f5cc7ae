import { expect, test } from 'vitest'
import type { Dictionary } from '../../../generator/src/model/json.js'
import { isDescription, languageOf } from '../../../generator/src/source/language.js'

const languageIn = (value: unknown) =>
  languageOf({ value, source: { file: 'a.json', pointer: '' } })

test.each([
  ['https://json-schema.org/draft/2020-12/schema', 'schema'],
  ['http://json-schema.org/draft-07/schema#', 'schema'],
  ['../node_modules/tagwire/schema.json', undefined],
  ['https://example.com/config.schema.json', undefined],
  // The name of the organisation somewhere in an address does not make it theirs.
  ['https://example.com/json-schema.org/draft-07/schema', undefined],
  ['https://json-schema.org.example.com/draft-07/schema', undefined],
])('a file whose $schema is %s is read as %s', (address, language) => {
  expect(languageIn({ $schema: address, title: 'Settings' })).toBe(language)
})

test('keywords of a schema count more than an unknown `$schema`', () => {
  expect(languageIn({ $schema: 'https://example.com/meta', type: 'object' })).toBe('schema')
})

test.each<[Dictionary, boolean]>([
  [{ openrpc: '1.3.2' }, true],
  [{ A: { $ref: '#/B' } }, true],
  [{ $schema: 'https://example.com/meta' }, true],
  [{ A: { type: 'string' } }, true],
  [{ schemas: {} }, true],
  ...['allOf', 'oneOf', 'anyOf', 'enum', 'prefixItems'].map(
    (word) => [{ [word]: [] }, true] satisfies [Dictionary, boolean],
  ),
  [{ type: 'service_account', name: 'x' }, false],
  [{ openapi: 3, paths: 'x', oneOf: 'x' }, false],
  [{ A: { B: { type: 'string' } } }, false],
  [{}, false],
])('%j is a description or a part of one: %s', (value, is) => {
  expect(isDescription(value)).toBe(is)
})
