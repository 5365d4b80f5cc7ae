import { expect, test } from 'vitest'
import type { RuntimeSources } from '../../../../generator/src/emit/inline-runtime/runtime-files.js'
import { joinModules } from '../../../../generator/src/emit/one-file/one-file.js'
import type { EmittedModule } from '../../../../generator/src/emit/typescript/structures.js'
import { exportFrom, importFrom } from '../../../../generator/src/emit/typescript/structures.js'

/** Modules of a package and files of a runtime, as texts, and what they are together. */

interface Given {
  /** By name: `types` is `src/types.ts`. */
  readonly modules: Readonly<Record<string, string>>
  /** What the index exports, by module. */
  readonly index: Readonly<Record<string, readonly string[]>>
  readonly runtime?: Readonly<Record<string, string>>
  readonly entries?: readonly string[]
  readonly tables?: readonly string[]
}

function join({ modules, index, runtime = {}, entries = [], tables = [] }: Given) {
  const sources: RuntimeSources = {
    texts: new Map(Object.entries(runtime).map(([name, text]) => [`${name}.ts`, text])),
    conditions: new Map(),
  }
  const own = Object.entries(modules).map(
    ([name, text]): EmittedModule => ({ path: `src/${name}.ts`, imports: [], statements: [text] }),
  )
  const lists = Object.entries(index).map(([name, names]) => exportFrom(`./${name}.js`, names))
  const { statements, moved } = joinModules({
    modules: [...own, { path: 'src/index.ts', imports: [], statements: lists }],
    entries: entries.map((name) => `src/${name}.ts`),
    tables: tables.map((name) => `src/${name}.ts`),
    runtime: sources,
  })
  const text = statements.join('\n').replaceAll(/^\/\/.*\n+/gm, '')
  return { text, statements, moved }
}

test('only what the exports need is there, in its section', () => {
  const { text, statements } = join({
    modules: {
      types:
        'export interface Order {\n  id: string\n}\n\nexport interface Unused {\n  id: string\n}',
      client:
        "import { send, never } from '@tagwire/runtime/http'\nimport type { Order } from './types.js'\n\n" +
        'export function order(): Order {\n  return send()\n}\n\nexport function other() {\n  return never()\n}',
    },
    index: { client: ['order'], types: ['Order'] },
    runtime: {
      'http/index': "export { never } from './never.js'\nexport { send } from './send.js'",
      'http/send':
        '// biome-ignore lint/style: says nothing here\n/** Sends. */\nexport function send(): any {\n  return deep()\n}\n\nfunction deep() {}\n\nfunction dead() {}',
      'http/never': 'export function never(): void {}',
    },
  })
  expect(statements.map((each) => /^\/\/ [^-].*$/m.exec(String(each))?.[0])).toEqual([
    '// Types of the document',
    '// Client',
    '// Of @tagwire/runtime (MIT): everything else that the code above uses',
    undefined,
  ])
  expect(text).toBe(
    'export interface Order {\n  id: string\n}\n' +
      'export function order(): Order {\n  return send()\n}\n' +
      '/** Sends. */\nfunction send(): any {\n  return deep()\n}\nfunction deep() {}',
  )
})

test('of several declarations with one name, that of the document keeps it', () => {
  const { text } = join({
    modules: {
      types: 'export interface Deadline {\n  at: string\n}',
      client:
        "import { type Deadline as Deadline_, start } from '@tagwire/runtime/core'\nimport type { Deadline } from './types.js'\n\n" +
        'const start_ = 1\n\nexport function begin(deadline: Deadline): Deadline_ {\n  return start({ start_ })\n}',
    },
    index: { types: ['Deadline'], client: ['begin'] },
    runtime: {
      'core/index':
        "export { start } from './start.js'\nexport type { Deadline } from './deadline.js'",
      'core/deadline': 'export interface Deadline {\n  readonly ms: number\n}',
      'core/start':
        "import type { Deadline } from './deadline.js'\n\nconst start_ = 2\n\nexport function start(deadline: object): Deadline {\n  return { ms: start_, ...{ start_ }, ...deadline }\n}",
    },
  })
  expect(text).toContain('export interface Deadline {\n  at: string')
  expect(text).toContain('function begin(deadline: Deadline): Deadline_ {')
  expect(text).toContain('interface Deadline_ {\n  readonly ms')
  expect(text).toContain('const start_ = 1')
  expect(text).toContain('const start__ = 2')
  expect(text).toContain('return start({ start_ })')
  expect(text).toContain('return { ms: start__, ...{ start_: start__ }, ...deadline }')
})

test('a name is not given where something inside would hide it', () => {
  const { text } = join({
    modules: {
      client:
        "import { read as take } from '@tagwire/runtime/core'\n\n" +
        'export function load(read: number): number {\n  return take(read)\n}',
    },
    index: { client: ['load'] },
    runtime: {
      'core/index': "export { read } from './read.js'",
      'core/read': 'export function read(from: number): number {\n  return from\n}',
    },
  })
  expect(text).toContain('return read_(read)')
  expect(text).toContain('function read_(from')
})

test('a type of the document is renamed inside where it would hide one of the platform, and exported as it is called', () => {
  const { text } = join({
    modules: {
      types: 'export interface Response {\n  ok: 1\n}\n\nexport type Both = Response | string',
      client: 'export function ask(answer: globalThis.Response): boolean {\n  return answer.ok\n}',
    },
    index: { types: ['Both', 'Response'], client: ['ask'] },
    runtime: {},
  })
  // Nothing else means the one of the platform.
  expect(text).toContain('export interface Response {')

  const used = join({
    modules: {
      types: 'export interface Response {\n  ok: 1\n}\n\nexport type Both = Response | string',
      client:
        "import { get } from '@tagwire/runtime/core'\n\nexport const read: object = get(new Response())",
    },
    index: { types: ['Both', 'Response'], client: ['read'] },
    runtime: {
      'core/index': "export { get } from './get.js'",
      'core/get': 'export function get(from: Response): object {\n  return from\n}',
    },
  })
  expect(used.text).toContain(
    'interface Response_ {\n  ok: 1\n}\n\nexport type { Response_ as Response }',
  )
  expect(used.text).toContain('export type Both = Response_ | string')
  expect(used.text).toContain('get(new Response())')
  expect(used.text).toContain('function get(from: Response): object')
})

test('what an entry exports makes way for what the document does, and is named in a warning', () => {
  const { text, moved } = join({
    modules: {
      types: 'export type validators = string',
      validate: 'export const validators = { all: 1 }',
      operations: "export const validators = 'operation'\n\nexport const other = 2",
    },
    index: { types: ['validators'] },
    entries: ['validate'],
    tables: ['operations'],
  })
  expect(moved).toEqual([{ name: 'validators', as: 'validators_' }])
  expect(text).toContain('export type validators = string')
  expect(text).toContain('export const validators_ = { all: 1 }')
  expect(text).toContain('export const other = 2')
  expect(text).not.toContain("'operation'")
})

test('what runs when the file is loaded comes after all that it uses', () => {
  const { text } = join({
    modules: {
      client:
        "import { make, plain, Kind } from '@tagwire/runtime/core'\n\nexport const table = { plain }\n\n" +
        'export const first = make(2)\n\nexport class Last extends Kind {}',
    },
    index: { client: ['table', 'first', 'Last'] },
    runtime: {
      'core/index': "export { make, plain, Kind } from './make.js'",
      'core/make':
        'export function make(by: number): number {\n  return by * FACTOR\n}\n\nconst FACTOR = DEEPER + 1\n\nconst DEEPER = 1\n\n' +
        'export const plain = (): number => LATE\n\nconst LATE = 3\n\nexport class Kind extends Base {}\n\nclass Base {}',
    },
  })
  const at = (what: string): number => text.indexOf(what)
  expect(at('const DEEPER')).toBeLessThan(at('const FACTOR'))
  expect(at('const FACTOR')).toBeLessThan(at('const first'))
  expect(at('const plain')).toBeLessThan(at('const table'))
  expect(at('class Base')).toBeLessThan(at('class Kind'))
  expect(at('class Kind')).toBeLessThan(at('class Last'))
  // Functions are there from the beginning, and what they use later is not needed earlier.
  expect(at('function make')).toBeGreaterThan(at('class Last'))
  expect(at('const LATE')).toBeGreaterThan(at('class Last'))
})

test.each([
  [
    "import { get } from 'lodash'\n\nexport const look = get",
    'src/client.ts imports `get` of lodash',
  ],
  ["import * as all from './types.js'\n\nexport const look = all", 'imports `*`'],
  ['export enum look {\n  one,\n}', 'src/client.ts has `enum look {`'],
  ['console.log(1)\n\nexport const look = 1', 'src/client.ts has `console.log(1)`'],
  ['export default 1', 'src/client.ts has `export default 1`'],
])('%j cannot be part of it', (client, message) => {
  expect(() =>
    join({ modules: { types: 'export type A = 1', client }, index: { client: ['look'] } }),
  ).toThrow(message)
})

test('structures with imports are read as they are printed', () => {
  const { statements } = joinModules({
    modules: [
      {
        path: 'src/client.ts',
        imports: [
          importFrom({ moduleSpecifier: './types.js', namedImports: ['A'], isTypeOnly: true }),
        ],
        statements: ['export type B = A[]'],
      },
      { path: 'src/types.ts', imports: [], statements: ['export type A = 1'] },
      { path: 'src/index.ts', imports: [], statements: [exportFrom('./client.js', ['B'], true)] },
    ],
    entries: [],
    tables: [],
    runtime: { texts: new Map(), conditions: new Map() },
  })
  expect(statements.map(String).join('\n')).toMatch(
    /type A = 1\n[\s\S]*export type B = A\[\]|export type B = A\[\][\s\S]*type A = 1/,
  )
})
