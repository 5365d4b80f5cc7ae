import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cyclesIn } from '../../generator/src/model/collections/cycles.js'

const root = fileURLToPath(new URL('../../generator/src', import.meta.url))

/**
 * Who may import whom. A document flows source → normalize → lower → lint → view → emit → output, and a room knows only
 * what it needs of the ones before it. `room: files` means only these files of it.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  model: [],
  diagnostics: ['model'],
  source: ['diagnostics', 'model'],
  grammar: ['source', 'model', 'diagnostics'],
  normalize: ['source', 'model', 'diagnostics'],
  lower: ['source', 'normalize', 'model', 'diagnostics'],
  lint: ['model', 'diagnostics'],
  view: ['model'],
  // Data for mocks and pages is checked before it is written.
  emit: ['.: own-files', 'model', 'view', 'check: check', 'check: finding', 'check: samples'],
  output: ['.: own-files', 'emit: generated-file', 'diagnostics', 'model'],
  // The entry is what an emitter imports as `tagwire/emitter`.
  config: [
    '.: emitter',
    'diagnostics',
    'emit: emitter-api/emitter',
    // Emitters that never end are stopped while they load, too.
    'emit: emitter-api/time-limit',
    'emit: emitter-api/watchdog',
    'source: folder-help',
    'source: node',
    'source: syntax/json-fault',
    'source: syntax/merge-conflict',
    'model',
  ],
  check: ['model'],
  compare: ['model', 'check'],
  probe: [
    'model',
    'check',
    // Values for requests are made as those that show what a change breaks.
    'compare: schemas/samples/sample-values',
    'diagnostics',
    'source: document',
    'source: node',
    'source: references',
    'view: http/bodies',
    'view: http/parameters',
    'view: http/received',
  ],
}

/** Rooms that put the others together. */
const ANYTHING = new Set(['.', 'pipeline', 'cli'])

/** Packages that one file alone imports, so that one file alone changes when they do. */
const OWNERS: Readonly<Record<string, string>> = {
  '@eslint-community/regexpp': 'lower/patterns/read-pattern.ts',
  '@tagwire/runtime/core': 'probe/live/live.ts',
  '@tagwire/runtime/http': 'probe/arguments/write-arguments.ts',
  '@tagwire/runtime/rpc': 'view/rpc/method-descriptor.ts',
  '@tagwire/runtime/sample': 'check/samples.ts',
  '@tagwire/runtime/server': 'probe/arguments/read-texts.ts',
  '@tagwire/runtime/validate': 'check/texts.ts',
  '#babel-parser': 'emit/one-file/syntax.ts',
  '#json-schema-ref-parser': 'source/read-files.ts',
  yaml: 'source/syntax/yaml.ts',
  '#jsonpath': 'source/overlay/json-path.ts',
  '#vocabulary': 'grammar/vocabulary.ts',
  '#handlebars': 'emit/readme/template.ts',
  oxfmt: 'emit/typescript/layout.ts',
  '#ts-morph': 'emit/typescript/morph.ts',
  '#openapi-typescript': 'emit/http/openapi-typescript.ts',
  diff: 'cli/bounded-patch.ts',
  jiti: 'config/import-with-tool.ts',
}

interface Import {
  readonly file: string
  readonly target: string
}

const imports: readonly Import[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => importsOf(file).map((target) => ({ file, target })))

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const statements = [...text.matchAll(/^(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'/gm)]
    // What structures look like may be known anywhere; ts-morph itself is loaded in one place.
    .filter(([statement, target]) => target !== '#ts-morph' || !/^import type\b/.test(statement))
  const calls = text.matchAll(
    /\b(?:import|require|createRequire\(import\.meta\.url\))\('([^']+)'\)/g,
  )
  const bare = text.matchAll(/^import '([^']+)'/gm)
  return [...statements, ...calls, ...bare].flatMap((match) => match[1] ?? [])
}

function roomOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '.') : '.'
}

/** A file of the generator that another one names, as a path below `src`; packages as they are. */
function resolve({ file, target }: Import): string {
  if (!target.startsWith('.')) return target
  return path.posix.join(path.posix.dirname(file), target).replace(/\.js$/, '')
}

const inside = imports.filter(({ target }) => target.startsWith('.'))

test('the scan sees the imports', () => {
  expect(imports.length).toBeGreaterThan(200)
  expect(imports).toContainEqual({
    file: 'pipeline/assemble/parts.ts',
    target: '../../emit/http/schema.js',
  })
})

test('every room is in the table', () => {
  const rooms = new Set(imports.map(({ file }) => roomOf(file)))
  const known = new Set([...Object.keys(MAY_IMPORT), ...ANYTHING])
  expect([...rooms].filter((room) => !known.has(room))).toEqual([])
})

test('rooms import only what they may', () => {
  const wrong = inside.filter((each) => {
    const from = roomOf(each.file)
    const target = resolve(each)
    const to = roomOf(target)
    if (ANYTHING.has(from) || from === to) return false
    const allowed = MAY_IMPORT[from] ?? []
    const [name = to, ...inside] = target.split('/')
    const file = inside.length > 0 ? `${name}: ${inside.join('/')}` : `.: ${name}`
    return !allowed.includes(to) && !allowed.includes(file)
  })
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

test('permissions are used', () => {
  const used = new Set(inside.map((each) => `${roomOf(each.file)} → ${roomOf(resolve(each))}`))
  const unused = Object.entries(MAY_IMPORT).flatMap(([room, targets]) =>
    targets.map((to) => `${room} → ${to.replace(/:.*/, '')}`).filter((pair) => !used.has(pair)),
  )
  expect(unused).toEqual([])
})

describe('one file owns each package', () => {
  test.each(Object.entries(OWNERS))('%s', (name, owner) => {
    const users = imports.filter(({ target }) => target === name || target.startsWith(`${name}/`))
    expect([...new Set(users.map(({ file }) => file))]).toEqual([owner])
  })

  test('and no other package is imported', () => {
    const packages = imports
      .map(({ target }) => target)
      .filter((target) => !target.startsWith('.') && !target.startsWith('node:'))
    expect([...new Set(packages)].filter((name) => OWNERS[name] === undefined)).toEqual([])
  })
})

test('only one file fetches, and one forwards what it records', () => {
  const users = imports.filter(({ target }) => /^node:(https?|http2|dns|tls|dgram)\b/.test(target))
  const files = new Set(users.map(({ file }) => file))
  expect([...files].sort()).toEqual(['probe/record/proxy.ts', 'source/remote/https.ts'])
})

test('nothing changes the environment of the process, and only the command line reads it', () => {
  const files = [...new Set(imports.map(({ file }) => file))]
  const users = files.filter((file) =>
    /\bprocess\.env\b|\benv\b.*= process\b/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(users).toEqual(['cli/host.ts'])
})

test('files that run do not import one another in a circle', () => {
  const files = [...new Set(imports.map(({ file }) => file))]
  const graph = new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const running = text.matchAll(/^(?:import|export)(?! type\b)[^'"`;]*?\bfrom '(\.[^']+)'/gm)
      // What is imported later runs too.
      const later = text.matchAll(/\bimport\('(\.[^']+)'\)/g)
      const targets = [...running, ...later].flatMap(({ 1: target = '' }) =>
        resolve({ file, target }),
      )
      return [file.replace(/\.ts$/, ''), targets] as const
    }),
  )
  expect(cyclesIn(graph).map((each) => each.sort())).toEqual([])
})

/** A folder that someone opens should be read at a glance. Documents to reject are cases, one a file. */
const CASES = new Set(['packages/types/reject'])

/** What is written by hand. */
const SOURCES = ['emit-docs', 'emit-mcp', 'emit-msw', 'emit-query', 'emit-server', 'emit-zod']
  .concat('migrate', 'routing-execute', 'routing-sandbox', 'runtime')
  .map((name) => `packages/${name}/src`)

test.each(['generator/src', ...SOURCES, 'test', 'docs/site'])(
  'no folder of %s has more than twenty files',
  (top) => {
    const home = fileURLToPath(new URL(`../../${top}`, import.meta.url))
    const counts = new Map<string, number>()
    for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
      const folder = path.relative(home, entry.parentPath).split(path.sep).join('/')
      if (!entry.isFile() || /(^|\/)(\..+|node_modules|dist|expected)(\/|$)/.test(folder)) continue
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    expect(counts.size).toBeGreaterThan(0)
    const large = [...counts].filter(([folder, files]) => files > 20 && !CASES.has(folder))
    expect(large).toEqual([])
  },
)
