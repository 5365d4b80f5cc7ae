import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Encoding } from '../../../generator/src/model/operations/operation.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-words-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['as it is', 'x.json', '"x-tagwire-no": 1'],
  ['with an escape', 'x.json', String.raw`"x-t\u0061gwire-no": 1`],
  ['with an escape of YAML', 'x.yaml', String.raw`"x-t\x61gwire-no": 1`],
])('a word that there is not is found, written %s', async (_, file, word) => {
  const head = '"openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {}'
  writeFileSync(path.join(folder, file), `{ ${head}, ${word} }`)
  const { diagnostics } = await readModel(path.join(folder, file), folder)
  expect(diagnostics.map(({ code }) => code)).toContain('TW6001')
})

test('the vocabulary itself is a valid schema, which checks rely on', () => {
  const require = createRequire(new URL('../../../generator/package.json', import.meta.url))
  const { Ajv2020 } = require('ajv/dist/2020.js')
  const file = new URL('../../../generator/assets/vocabulary.schema.json', import.meta.url)
  const ajv = new Ajv2020({ strict: false })
  ajv.validateSchema(JSON.parse(readFileSync(file, 'utf8')))
  expect(ajv.errors).toBeNull()
})

test('the encodings of the vocabulary are those of the model', () => {
  const messages: Readonly<Record<Encoding['jsonrpc'], true>> = {
    json: true,
    'decimal-string': true,
    base64: true,
    hex: true,
    'hex-quantity': true,
    'hex-bytes': true,
  }
  const uris: Readonly<Record<Encoding['uri'], true>> = {
    json: true,
    decimal: true,
    quoted: true,
    '0x-hex': true,
  }
  const file = new URL('../../../spec/vocabulary.schema.json', import.meta.url)
  const { $defs } = JSON.parse(readFileSync(file, 'utf8'))
  expect($defs['x-tagwire-encoding'].properties).toEqual({
    jsonrpc: { enum: Object.keys(messages) },
    uri: { enum: Object.keys(uris) },
  })
  const docs = readFileSync(new URL('../../../docs/extensions.md', import.meta.url), 'utf8')
  const row = docs.split('\n').find((line) => line.startsWith('| `x-tagwire-encoding`'))
  for (const word of Object.keys({ ...messages, ...uris })) expect(row).toContain(`\`${word}\``)
})

test.each([
  ['a value that there is not', 'x-tagwire-tag', 7, 'error TW6002 x-tagwire-tag must be '],
  ['a value that there is', 'x-tagwire-tag', 'key', ''],
  ['another word', 'x-tagwire-tags', 'key', 'error TW6001 there is no extension x-tagwire-tags'],
])('an extension of a schema with %s', async (_, word, value, expected) => {
  const A = { oneOf: [{ type: 'object', properties: { a: {} }, required: ['a'] }], [word]: value }
  const members = { paths: {}, components: { schemas: { A } } }
  const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, ...members }
  writeFileSync(path.join(folder, 'word.json'), JSON.stringify(document))
  const { diagnostics } = await readModel(path.join(folder, 'word.json'), folder)
  const found = diagnostics.map((each) => `${each.severity} ${each.code} ${each.message}`)
  expect(found.filter((each) => each.includes('TW600')).join()).toMatch(new RegExp(`^${expected}`))
  expect(found.join() === '').toBe(expected === '')
})

const head = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\n'

test.each([
  [
    'settings of an HTTP operation',
    'paths:\n  /a:\n    get:\n      operationId: a\n      x-tagwire-requires: indexer\n      responses: {}\n',
    'It belongs to methods of OpenRPC.',
  ],
  [
    'a world of a schema',
    'components:\n  schemas:\n    A: { type: string, x-tagwire-safe: true }\n',
    'It belongs to operations of OpenAPI and methods of OpenRPC.',
  ],
])('an extension that nothing reads at its place is a warning: %s', async (_, text, help) => {
  writeFileSync(path.join(folder, 'misplaced.yaml'), head + text)
  const { diagnostics } = await readModel(path.join(folder, 'misplaced.yaml'), folder)
  expect(diagnostics.filter(({ code }) => code === 'TW6003')).toMatchObject([
    { severity: 'warning', help },
  ])
})
