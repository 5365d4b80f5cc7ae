import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Network } from '../../generator/src/source/remote/fetch.js'

// The suite refers to schemas on a server of its own at localhost. The generator fetches over https and
// from public addresses only, so the server has another name here, and nothing leaves this machine.

const HOST = 'https://json-schema-test-suite.example'

/** A schema of the suite with its server under the other name. */
export function withRemotes(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema)
      .replaceAll('http://localhost:1234', HOST)
      .replaceAll(
        'http://json-schema.org/draft-07/schema',
        'https://json-schema.org/draft-07/schema',
      ),
  )
}

/** The files of the server: small schemas, each for one way to refer to it. */
function served(draft: string): Readonly<Record<string, object>> {
  const modern = draft === 'draft2020-12'
  const defs = modern ? '$defs' : 'definitions'
  const id = draft === 'draft4' ? 'id' : '$id'
  const named = (name: string): object => (modern ? { $anchor: name } : { [id]: `#${name}` })
  const integer = { type: 'integer' }
  const text = { type: 'string' }
  return {
    'integer.json': integer,
    'subSchemas.json': { [defs]: { integer, refToInteger: { $ref: `#/${defs}/integer` } } },
    'locationIndependentIdentifier.json': {
      [defs]: { refToInteger: { $ref: '#foo' }, A: { ...named('foo'), ...integer } },
    },
    'detached-ref.json': {
      [defs]: { foo: { $ref: '#detached' }, detached: { ...named('detached'), ...integer } },
    },
    'tree.json': {
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
    },
    'extendible-dynamic-ref.json': {
      type: 'object',
      required: ['elements'],
      properties: { elements: { type: 'array', items: { $dynamicRef: '#elements' } } },
      additionalProperties: false,
      [defs]: { elements: { $dynamicAnchor: 'elements' } },
    },
    // Relative to the schema's own `$id`.
    'name-defs.json': {
      [defs]: { orNull: { anyOf: [{ type: 'null' }, { $ref: '#' }] } },
      ...text,
    },
    'name.json': {
      [defs]: { orNull: { anyOf: [{ type: 'null' }, { $ref: '#' }] } },
      ...text,
    },
    'ref-and-defs.json': {
      $id: `${HOST}/${draft}/ref-and-defs.json`,
      [defs]: { inner: { properties: { bar: text } } },
      $ref: `#/${defs}/inner`,
    },
    'ref-and-definitions.json': {
      $id: `${HOST}/ref-and-definitions.json`,
      [defs]: { inner: { properties: { bar: text } } },
      allOf: [{ $ref: `#/${defs}/inner` }],
    },
    'nested/foo-ref-string.json': { type: 'object', properties: { foo: { $ref: 'string.json' } } },
    'nested/string.json': text,
    'baseUriChange/folderInteger.json': integer,
    'baseUriChangeFolder/folderInteger.json': integer,
    'baseUriChangeFolderInSubschema/folderInteger.json': integer,
    'detached-dynamicref.json': {
      [defs]: {
        foo: { $dynamicRef: '#detached' },
        detached: { $dynamicAnchor: 'detached', ...integer },
      },
    },
    'different-id-ref-string.json': {
      $id: `${HOST}/${draft}/real-id-ref-string.json`,
      [defs]: { bar: text },
      $ref: `#/${defs}/bar`,
    },
    'urn-ref-string.json': {
      $id: 'urn:uuid:feebdaed-ffff-0000-ffff-0000deadbeef',
      [defs]: { bar: text },
      $ref: `#/${defs}/bar`,
    },
    'nested-absolute-ref-to-string.json': {
      [defs]: { bar: { $id: `${HOST}/the-nested-id.json`, ...text } },
      $ref: `${HOST}/the-nested-id.json`,
    },
  }
}

/** Answers for the server of the suite and for the addresses of the meta-schemas. */
export function networkOf(draft: string): Network {
  const files = served(draft)
  return {
    resolve: async () => ['192.0.43.8'],
    get: async ({ href }) => {
      const name = href.replace(`${HOST}/`, '').replace(`${draft}/`, '')
      const text = href.startsWith(HOST) ? JSON.stringify(files[name]) : metaSchema(href)
      return text === undefined ? { status: 404, text: '' } : { status: 200, text }
    },
  }
}

const requireOfGenerator = createRequire(new URL('../../generator/package.json', import.meta.url))

/** The validator that the generator uses for its own configuration brings them along. */
function metaSchema(address: string): string | undefined {
  const [, modern] =
    /^https:\/\/json-schema\.org\/draft\/2020-12\/(\w+(?:\/[\w-]+)?)$/.exec(address) ?? []
  const old = address === 'https://json-schema.org/draft-07/schema'
  if (modern === undefined && !old) return undefined
  const file = old ? 'json-schema-draft-07.json' : `json-schema-2020-12/${modern}.json`
  return readFileSync(requireOfGenerator.resolve(`ajv/dist/refs/${file}`), 'utf8')
}
