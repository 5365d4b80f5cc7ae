import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { catalogue } from '../../../generator/src/diagnostics/catalogue.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'
import { otherLanguageOf } from '../../../generator/src/source/syntax/other-languages.js'

/** Files of other languages: what they are, and what to do, instead of faults of syntax. */

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-languages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  [
    'a.yaml',
    "asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\nchannels: {}\n",
    'this is AsyncAPI',
  ],
  ['a.graphql', 'type Query {\n  pets(first: Int = 3): [Pet!]!\n}\n', 'this is a GraphQL schema'],
  [
    'b.graphql',
    '# Pets\n"""\nThe pets.\n"""\nextend type Query @key(fields: "a") {\n  a: Int\n}\n',
    'this is a GraphQL schema',
  ],
  ['c.graphql', 'schema {\n  query: Query\n}\n', 'this is a GraphQL schema'],
  [
    'a.json',
    '{"data":{"__schema":{"types":[]}}}',
    'this is the introspection result of a GraphQL service',
  ],
  [
    'b.json',
    '{"info":{"name":"T","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[]}',
    'this is a Postman collection',
  ],
  ['b.yaml', "swagger: '1.2'\ninfo: {}\npaths: {}\n", 'this is Swagger "1.2"'],
  ['a.raml', '#%RAML 1.0\ntitle: T\n/pets:\n  get:\n', 'this is RAML'],
  [
    'a.wsdl',
    '<?xml version="1.0"?>\n<!-- x -->\n<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>\n',
    'this is WSDL',
  ],
  ['a.har', '{"log":{"version":"1.2","entries":[]}}', 'this is a HAR file'],
  ['a.proto', '// Pets\nsyntax = "proto3";\nmessage A {}\n', 'this is a Protocol Buffers file'],
  ['c.yaml', 'overlay: 1.0.0\ninfo: {}\nactions: []\n', 'this is an OpenAPI Overlay'],
  ['d.yaml', 'arazzo: 1.0.0\ninfo: {}\n', 'this is Arazzo'],
  ['e.yaml', 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\n', 'this is a Kubernetes'],
  ['package.json', '{"name":"x","version":"1.0.0"}', 'this is a package.json'],
])('%s %j', async (name, text, said) => {
  writeFileSync(path.join(folder, name), text)
  const { diagnostics } = await readModel(name, folder)
  expect(diagnostics).toEqual([
    expect.objectContaining({
      code: 'TW1003',
      severity: 'error',
      message: expect.stringContaining(said),
      help: expect.stringMatching(/^[A-Z].+\.$/),
    }),
  ])
  expect(diagnostics[0]?.help).not.toBe(catalogue.TW1003.fix)
})

test('a document that speaks of another language is not mistaken for it', async () => {
  const text = `# type Query {\nopenapi: 3.1.0\ninfo: { title: 'type Query {', version: '1' }\npaths: {}\n`
  writeFileSync(path.join(folder, 'real.yaml'), text)
  expect((await readModel('real.yaml', folder)).diagnostics).toEqual([])
})

test.each([
  { log: { version: '1.2' } },
  { log: { entries: [] } },
  { kind: 'pet' },
  { apiVersion: 'v1' },
  { name: 'x' },
  { version: '1.0.0' },
  { overlay: '1.0.0' },
  { data: { schema: {} } },
  [],
])('%j is none of them', (value) => {
  expect(otherLanguageOf(value)).toBeUndefined()
})
