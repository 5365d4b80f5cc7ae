import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { locatorOf } from '../../../generator/src/diagnostics/print.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

/** Texts that are no document, and documents of other encodings: what is said, and of which place. */

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-texts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HEAD = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\nwebhooks: {}\n"
const SCHEMAS = `${HEAD}components:\n  schemas:\n`

function nested(levels: number): string {
  const start =
    '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"components":{"schemas":{"A":'
  return `${start}${'{"type":"array","items":'.repeat(levels)}{}${'}'.repeat(levels)}}}}`
}

async function faultsOf(name: string, text: string | Uint8Array): Promise<string[]> {
  writeFileSync(path.join(folder, name), text)
  const { document, diagnostics } = await readModel(name, folder)
  const locator = locatorOf(document)
  return diagnostics.map(({ code, severity, message, at }) => {
    const { line, column } = at ? locator.locate(at) : { line: 0, column: 0 }
    return `${line}:${column} ${severity} ${code} ${message}`
  })
}

const TOO_DEEP = 'error TW1002 it is nested more than 400 levels deep'

test.each([
  ['deep.json', nested(5_000), `1:9628 ${TOO_DEEP}`],
  ['deep.yaml', `${SCHEMAS}    A: ${nested(450)}\n`, `6:9563 ${TOO_DEEP}`],
  [
    'two.yaml',
    `${HEAD}---\na: 1\n`,
    '4:1 error TW1002 a second document begins here, and only one can be read',
  ],
  ['alias.yaml', `${SCHEMAS}    A: *b\n`, '6:8 error TW1002 there is no &b before this *b'],
  [
    'latin1.yaml',
    Buffer.from(`${SCHEMAS}    A: { title: é }\n`, 'latin1'),
    '6:17 error TW1002 this is not UTF-8: save the file in that encoding',
  ],
  [
    'utf16.yaml',
    Buffer.from(`\uFEFF${HEAD}`, 'utf16le'),
    '1:1 error TW1002 this is not UTF-8: save the file in that encoding',
  ],
  [
    'binary.yaml',
    `${SCHEMAS}    A: !!binary aGVsbG8=\n`,
    '6:5 error TW2005 a schema is an object, or `true` or `false`, but this is "aGVsbG8="',
  ],
])('%s', async (name, text, fault) => {
  expect(await faultsOf(name, text)).toEqual([fault])
})

test.each([
  ['nested.json', nested(390)],
  ['bom.yaml', `\uFEFF${HEAD}`],
  ['replaced.yaml', `${SCHEMAS}    A: { title: "\uFFFD" }\n`],
  ['merged.yaml', `${SCHEMAS}    A: &a { type: string }\n    B: { <<: *a, description: b }\n`],
])('%s is read', async (name, text) => {
  expect(await faultsOf(name, text)).toEqual([])
})

test('a byte order mark is not a column', async () => {
  expect(await faultsOf('mark.yaml', '\uFEFFopenapi: 3.1\n')).toEqual([
    '1:1 error TW1003 the version is a number, 3.1, and not a text of three numbers',
  ])
})

test('bounds that bind nothing are named', async () => {
  const schemas = [
    'A: { type: integer, multipleOf: 0 }',
    'B: { type: string, minLength: -1, maxLength: 1.5 }',
    'C: { type: array, minItems: -1 }',
    'D: { type: object, maxProperties: 0.5 }',
  ]
  const text = `${SCHEMAS}${schemas.map((each) => `    ${each}\n`).join('')}`
  expect(await faultsOf('bounds.yaml', text)).toEqual([
    '6:25 warning TW2005 `multipleOf` is not a number above 0, so it is not checked',
    '7:24 warning TW2005 `minLength` is not a whole number from 0 on, so it is not checked',
    '7:39 warning TW2005 `maxLength` is not a whole number from 0 on, so it is not checked',
    '8:23 warning TW2005 `minItems` is not a whole number from 0 on, so it is not checked',
    '9:24 warning TW2005 `maxProperties` is not a whole number from 0 on, so it is not checked',
  ])
})

test('a dangling reference is reported once, whatever its target should be', async () => {
  const refs = "parameters: [{ $ref: '#/a' }], requestBody: { $ref: '#/b' }"
  const text = `${HEAD}paths:\n  /x: { post: { operationId: x, ${refs}, responses: { '200': { $ref: '#/c' } } } }\n`
  const found = await faultsOf('dangling.yaml', text)
  expect(found.map((each) => each.replace(/^\S+ /, ''))).toEqual(
    ['a', 'b', 'c'].map(
      (name) =>
        `error TW1004 cannot resolve $ref #/${name}: there is nothing at this location of dangling.yaml`,
    ),
  )
})

test('servers of single operations that no HTTP client can call are named', async () => {
  const get = "get: { operationId: x, responses: { '204': { description: d } }"
  const text = `${HEAD}servers: [{ url: 'https://a.example' }]
paths:
  /x: { servers: [{ url: 'https://b.example' }], ${get}, servers: [{ url: 'wss://c.example' }] } }
  /y: { servers: [{ url: 'mailto:d' }, { url: 'https://u:p@e.example' }] }
`
  expect(await faultsOf('places.yaml', text)).toEqual([
    '6:115 warning TW5012 none of these servers supports HTTP, so the client uses the default one',
    '7:21 warning TW5004 "mailto:d" is not a URL that a client could call',
    '7:42 warning TW5004 "https://u:p@e.example" is not a URL that a client could call',
  ])
})

test('URLs with an impossible host or port are reported, whatever the values of their variables', async () => {
  const urls = ['https://[::1', 'https://a.example:99999', 'https://{host}:{port}']
  const servers = `[${urls.map((url) => `{ url: '${url}' }`).join(', ')}]`
  expect(await faultsOf('servers.yaml', `${HEAD}servers: ${servers}\n`)).toEqual([
    '4:13 warning TW5004 "https://[::1" is not a URL that a client could call',
    '4:38 warning TW5004 "https://a.example:99999" is not a URL that a client could call',
  ])
})

test('a value in place of a URL is shown as is', async () => {
  expect(await faultsOf('servers.yaml', `${HEAD}servers: [{ url: 5 }, {}]\n`)).toEqual([
    '4:13 warning TW5004 5 is not a URL that a client could call',
    '4:23 warning TW5004 a server needs a `url`',
  ])
})

test('places of parameters are corrected, and braces without a partner named', async () => {
  const misplaced = '{ name: q, in: quer, schema: {} }'
  const text = `${HEAD}paths:\n  '/x/{y': { get: { operationId: x, parameters: [${misplaced}], responses: { '204': {} } } }\n`
  expect(await faultsOf('places.yaml', text)).toEqual([
    '5:14 warning TW5003 a brace in /x/{y is unmatched; it is sent as it is',
    '5:61 error TW5005 a parameter is in the path, query, header or cookie; there is no "quer"',
  ])
})
