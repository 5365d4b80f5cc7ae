import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { goldenCases } from '../../golden/cases.js'
import { type Comparison, compareDrawings } from './drawings.fixture.js'
import { CORPUS, GOLDENS } from './known.fixture.js'

/** `./schema` stands in for the file that openapi-typescript writes: see `docs/guides/11-from-openapi-typescript.md`. */

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(path.join(os.tmpdir(), 'tagwire-drawings-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What openapi-typescript refuses, or what is not for it. */
const NOT_DRAWN = new Set(
  'all-of anchors contract contract-v1 discriminator-faults discriminator-mapping dynamic-references hostile json-schema openapi-3.2 openrpc-forms platform-names-rpc security'.split(
    ' ',
  ),
)

/** It moves a schema of another file into the components, under a name of its own. */
const NOT_OURS: Readonly<Record<string, readonly string[]>> = {
  'multi-file': [`components['schemas']['place']`],
}

function check(name: string, found: Comparison | undefined, known: readonly string[]): void {
  if (!found) throw new Error(`${name} was not compared`)
  expect.soft(found.missing, name).toEqual(NOT_OURS[name] ?? [])
  expect.soft(found.different, name).toEqual(known)
  // Recursive types of openapi-typescript's own.
  const errors = found.errors.filter((line) => !line.startsWith(`${name}/theirs/`))
  expect.soft(errors, name).toEqual([])
}

test('schemas, other components and calls of our documents have the types that openapi-typescript draws', async () => {
  const cases = goldenCases.filter(({ name }) => !/^bad-/.test(name) && !NOT_DRAWN.has(name))
  const documents = Object.fromEntries(
    cases
      .filter(({ spec }) => spec !== 'openrpc.yaml')
      .map(({ name, folder: golden, spec }) => [name, path.join(golden, spec)]),
  )
  documents.routing = path.join(root, 'spec/routing/openapi.yaml')
  const found = await compareDrawings(documents, path.join(folder, 'ours'))
  const all = [...found.values()]
  const count = (of: (each: Comparison) => number): number =>
    all.reduce((sum, each) => sum + of(each), 0)
  expect(count(({ schemas }) => schemas.length)).toBeGreaterThan(380)
  expect(count(({ operations }) => operations.length)).toBeGreaterThan(100)
  for (const name of Object.keys(documents)) check(name, found.get(name), GOLDENS[name] ?? [])
}, 120_000)

test('a difference is found, in a schema, in another component and in a call', async () => {
  const text = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Different', version: '1' },
    paths: {
      '/a': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Form' } } },
          },
          responses: { 200: { $ref: '#/components/responses/Fine' } },
        },
      },
    },
    components: {
      // An array for us, anything for openapi-typescript.
      schemas: { Form: { type: 'object', properties: { list: { items: { type: 'string' } } } } },
      responses: {
        Fine: {
          description: 'Fine.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Form' } } },
        },
      },
    },
  })
  const spec = path.join(folder, 'different.json')
  writeFileSync(spec, text)
  const found = await compareDrawings({ different: spec }, path.join(folder, 'different'))
  expect(found.get('different')).toMatchObject({
    missing: [],
    errors: [],
    different: [
      expect.stringContaining(`components['schemas']['Form']`),
      expect.stringContaining(`components['responses']['Fine']`),
      expect.stringContaining('POST /a: request'),
      expect.stringContaining('POST /a: response'),
    ],
  })
}, 60_000)

/** A folder with documents of others: `TAGWIRE_CORPUS=FOLDER`. */
const corpus = process.env.TAGWIRE_CORPUS
const openapi = corpus === undefined ? undefined : path.join(corpus, 'openapi')
const found = openapi !== undefined && existsSync(openapi) ? readdirSync(openapi).sort() : []

/** openapi-typescript does not read them. */
const REFUSED = new Set(['oai-mega-3.2.yaml', 'redocly-anchor-31.yaml', 'svix-server.json'])

if (found.length === 0) {
  process.stderr.write('SKIPPED: types of documents of others (set TAGWIRE_CORPUS)\n')
}

test.skipIf(found.length === 0).each(found.filter((name) => !REFUSED.has(name)))(
  '%s has the types that openapi-typescript draws',
  async (name) => {
    const spec = path.join(openapi ?? '', name)
    const compared = await compareDrawings({ [name]: spec }, path.join(folder, 'corpus', name))
    check(name, compared.get(name), CORPUS[name] ?? [])
  },
  60_000,
)
