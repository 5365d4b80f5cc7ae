import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { compiler } from '../compiler.js'
import { codesOf, generate } from '../unit/lower/generate.fixture.js'

/**
 * Documents whose schemas, enums, unions and operations have every name that a package has for other reasons: exports of
 * the runtime, what generated modules declare, and words and globals of JavaScript. Also those from which such names
 * are derived: the values of an enum `Validator` are `validators`.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-names-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WORDS =
  'any as async await break case catch class const continue debugger declare default delete do else enum export ' +
  'extends false finally for from function get if implements import in instanceof interface is keyof let module ' +
  'namespace never new null of package private protected public readonly return set static super switch this throw ' +
  'true try type typeof undefined unique unknown var void while with yield arguments eval infer satisfies asserts'

const TYPES =
  'AsyncDisposable AsyncGenerator AsyncIterable AsyncIterableIterator AsyncIterator Awaited BodyInit Disposable Exclude ' +
  'Extract HeadersInit InstanceType Iterable Iterator NonNullable Omit Parameters Partial Pick PromiseLike PropertyKey ' +
  'Readonly ReadonlyArray ReadonlyMap Record RequestInit Required ReturnType'

/** Names that only some packages have. */
const ELSEWHERE =
  'CodeFormat checkRequest decoders requestRules rules schemes servers service source world paths webhooks'

function textsBelow(place: string, ends: string): string[] {
  const home = path.join(root, place)
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ends))
    .map((file) => readFileSync(path.join(home, file), 'utf8'))
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, names = '']) =>
    names.split(',').flatMap((each) => /([\w$]+)\s*$/.exec(each)?.[1] ?? []),
  )
}

const EXPORTED = /export (?:type )?\{([^}]*)\}/g
const DECLARED = /^(?:export )?(?:const|function|interface|type) ([\w$]+)/gm
const CLIENTS = ['client', 'history', 'methods', 'mock', 'operations', 'requests', 'rules'].map(
  (name) => `src/${name}.ts`,
)

function namesOfOthers(): string[] {
  const runtime = textsBelow('packages/runtime/src', 'index.ts').flatMap((text) =>
    namesIn(text, EXPORTED),
  )
  const ours = ['packages/routing', 'packages/node-rpc'].flatMap((place) =>
    CLIENTS.flatMap((file) => textsBelow(place, file)).flatMap((text) => namesIn(text, DECLARED)),
  )
  const globals = Object.getOwnPropertyNames(globalThis).filter((name) =>
    /^[A-Za-z]\w*$/.test(name),
  )
  return [...runtime, ...ours, ...globals, ...`${WORDS} ${TYPES} ${ELSEWHERE}`.split(' ')]
}

const ENDINGS = [
  'Kind',
  'Tags',
  'Arms',
  'Unknown',
  'Shared',
  'Validator',
  'Decoder',
  'Input',
  'Client',
]
const BEGINNINGS = ['is', 'match', 'make', 'create']

/** What a schema could be called so that a name is derived from it. */
function sourcesOf(name: string): string[] {
  const stem = name.replace(/ies$/, 'y').replace(/(?<=s|x|z|ch|sh)es$|s$/, '')
  const cut = [
    ...ENDINGS.flatMap((end) => (name.endsWith(end) ? name.slice(0, -end.length) : [])),
    ...BEGINNINGS.flatMap((start) => (name.startsWith(start) ? name.slice(start.length) : [])),
  ]
  return [name, stem, ...cut].filter((each) => each !== '')
}

/** One of those that differ in the case of letters only. */
function distinct(names: readonly string[], isCapital: boolean): string[] {
  const first = (name: string): string => name.charAt(0)
  const cased = names.map((name) =>
    isCapital
      ? first(name).toUpperCase() + name.slice(1)
      : first(name).toLowerCase() + name.slice(1),
  )
  return [...new Map(cased.map((name) => [name.toLowerCase(), name])).values()]
}

const long = { type: 'string', format: 'int64' }
const kinds: Readonly<Record<string, object>> = {
  objects: { type: 'object', required: ['id'], properties: { id: long } },
  enums: { type: 'string', enum: ['a', 'b'] },
  unions: {
    oneOf: ['one', 'two'].map((key) => ({
      type: 'object',
      required: [key],
      properties: { [key]: { type: 'object', properties: { x: long } } },
    })),
  },
}

function operation(name: string): object {
  const schema = { $ref: `#/components/schemas/${name}` }
  const content = { 'application/json': { schema } }
  return {
    post: {
      operationId: name,
      parameters: [{ in: 'query', name: 'q', schema }],
      requestBody: { required: true, content },
      responses: { 200: { description: 'Yes.', content }, 400: { description: 'No.', content } },
    },
  }
}

function documentOf(names: readonly string[], schema: object): object {
  const each = <Value>(of: (name: string) => Value): Record<string, Value> =>
    Object.fromEntries(names.map((name) => [name, of(name)]))
  return {
    openapi: '3.1.0',
    info: { title: 'Names', version: '1' },
    servers: [{ url: 'https://{host}.example', variables: { host: { default: 'a' } } }],
    security: [{ key: [] }],
    paths: Object.fromEntries(names.map((name) => [`/${name}`, operation(name)])),
    components: {
      schemas: each(() => schema),
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
    },
  }
}

const all = namesOfOthers().flatMap(sourcesOf)

describe('schemas with the names of others compile and load', () => {
  test.each(
    Object.entries(kinds).flatMap(([kind, schema]) =>
      [true, false].map((isCapital) => ({ kind, isCapital, schema })),
    ),
  )('$kind, capital: $isCapital', { timeout: 600_000 }, async ({ kind, isCapital, schema }) => {
    const names = distinct(all, isCapital)
    expect(names.length).toBeGreaterThan(600)
    const made = await generate(documentOf(names, schema))
    expect(codesOf(made).filter((code) => code.startsWith('error'))).toEqual([])
    const home = path.join(folder, `${kind}-${isCapital}`)
    for (const { path: file, text } of made.files ?? []) {
      mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
      writeFileSync(path.join(home, file), text)
    }
    const modules = path.join(home, 'node_modules')
    mkdirSync(path.join(modules, '@tagwire'), { recursive: true })
    symlinkSync(path.join(root, 'packages/runtime'), path.join(modules, '@tagwire/runtime'))
    symlinkSync(path.join(root, 'node_modules/openapi-fetch'), path.join(modules, 'openapi-fetch'))
    const { stdout } = spawnSync(compiler, ['-p', home, '--pretty', 'false'], { encoding: 'utf8' })
    expect(stdout.split('\n').filter((line) => line.includes('error'))).toEqual([])
    const built = readdirSync(path.join(home, 'dist')).filter((file) => file.endsWith('.js'))
    expect(built.length).toBeGreaterThan(8)
    for (const file of built) await import(pathToFileURL(path.join(home, 'dist', file)).href)
  })
})
