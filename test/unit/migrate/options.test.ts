import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { MigrationError } from '../../../packages/migrate/src/errors.js'
import { flagNotes, readInvocation } from '../../../packages/migrate/src/project/flags.js'
import { redoclyApis } from '../../../packages/migrate/src/project/redocly.js'
import { argumentsOf, commandsIn } from '../../../packages/migrate/src/project/shell.js'
import { writeChanges } from '../../../packages/migrate/src/write.js'
import { DRAWN, manifest, SCRIPT, testProject } from './project.fixture.js'

/** Command lines, scripts, redocly.yaml, and what goes wrong. */

test.each([
  ['openapi-typescript a.yaml', ['a.yaml']],
  ['npx -y openapi-typescript@7 a.yaml', ['a.yaml']],
  ['pnpm exec openapi-typescript a.yaml', ['a.yaml']],
  ['cross-env A=1 openapi-typescript "my api.yaml"', ['my api.yaml']],
  ['./node_modules/.bin/openapi-typescript a.yaml', ['a.yaml']],
  ['openapi-typescript-codegen a.yaml', undefined],
  ['echo openapi-typescript', undefined],
])('%s', (script, expected) => {
  expect(argumentsOf(commandsIn(script)[0] ?? expect.fail(), 'openapi-typescript')).toEqual(
    expected,
  )
})

test('a script is a list of commands, with what is only known when it runs', () => {
  expect(
    commandsIn("a && b 'c d' > e.ts; curl $URL | f").map(({ words, redirect, isUnsure }) => [
      words,
      redirect,
      isUnsure,
    ]),
  ).toEqual([
    [['a'], undefined, false],
    [['b', 'c d'], 'e.ts', false],
    [['curl', '$URL'], undefined, true],
    [['f'], undefined, true],
  ])
})

test('flags are read as openapi-typescript reads them', () => {
  const words =
    'in.yaml -o out.ts --enum --immutable=true --default-non-nullable=false -t --array-length false --exportType --what'
  const { input, output, flags, unknown } = readInvocation(words.split(' '))
  expect({ input, output, unknown }).toEqual({
    input: 'in.yaml',
    output: 'out.ts',
    unknown: ['--what'],
  })
  expect(Object.fromEntries(flags)).toEqual({
    ...{
      enum: true,
      immutable: true,
      defaultNonNullable: false,
      exportType: true,
      arrayLength: false,
    },
  })
  expect(flagNotes(flags).map(({ flag }) => flag)).toEqual(['emptyObjectsUnknown', 'enum'])
})

test('options that have a counterpart are in the configuration', () => {
  const project = testProject({
    'package.json': manifest({ types: `${SCRIPT} --enum --immutable` }, { dependencies: {} }),
  })
  project.migrate('--write')
  const config = project.files()['tagwire.config.ts']
  expect(config).toContain("emit: ['schema'],")
  expect(config).toContain('enumObjects: true,\n      readonly: true,')
})

const REDOCLY = `extends: [minimal]
apis:
  core@v2: # the first
    root: ./openapi/core.yaml
    x-openapi-ts:
      output: './src/core.ts'
      default-non-nullable: false
  "billing":
    root: https://example.com/billing.json
    x-openapi-ts:
      output: src/billing.ts

rules: {}
`

test('entries of redocly.yaml', () => {
  expect(
    redoclyApis(REDOCLY).map(({ name, line, root, output, flags }) => [
      name,
      line,
      root,
      output,
      [...flags],
    ]),
  ).toEqual([
    ['core@v2', 2, './openapi/core.yaml', './src/core.ts', [['defaultNonNullable', false]]],
    ['billing', 7, 'https://example.com/billing.json', 'src/billing.ts', []],
  ])
})

test('each document of redocly.yaml is a package; one at an address is fetched first', () => {
  const project = testProject({
    'package.json': manifest({ types: 'openapi-typescript', check: 'openapi-typescript --check' }),
    'redocly.yaml': REDOCLY,
    'src/core.ts': DRAWN,
    'src/a.ts':
      "import type { paths } from './core'\nimport type { paths as Billing } from './billing'\n",
  })
  expect(project.migrate('--write')).toMatchObject({ code: 0 })
  const files = project.files()
  expect(JSON.parse(files['package.json'] ?? '').scripts).toEqual({
    types: 'tagwire update billing && tagwire generate',
    check: 'tagwire check',
  })
  expect(files['src/a.ts']).toBe(
    "import type { paths } from './core/schema'\nimport type { paths as Billing } from './billing/schema'\n",
  )
  expect(files['tagwire.config.ts']).toMatch(/core: \{\n {6}spec: 'openapi\/core.yaml'/)
  expect(files['tagwire.config.ts']).toMatch(
    /billing: \{\n {6}spec: 'https:\/\/example.com\/billing.json'/,
  )
})

test('two scripts for the same file: the first one counts, the other is left', () => {
  const project = testProject({
    'package.json': manifest({
      types: SCRIPT,
      dev: SCRIPT.replace('api.yaml', 'dev.yaml'),
      sh: 'openapi-typescript $API -o src/x.ts',
    }),
  })
  const { out } = project.migrate()
  expect(out).toContain('Another script writes src/petstore.d.ts from another document')
  expect(out).toContain('Its words are only known when it runs.')
})

test('a generic name gives way to that of the folder, which is not repeated', () => {
  const project = testProject({
    'package.json': manifest({ types: 'openapi-typescript openapi.json -o src/orders/schema.ts' }),
    'src/orders/schema.ts': DRAWN,
    'src/petstore.d.ts': '',
  })
  const { documents } = JSON.parse(project.migrate('--json').out)
  expect(documents).toEqual([
    {
      name: 'orders',
      spec: 'openapi.json',
      schemaFile: 'src/orders/schema.ts',
      out: 'src/orders/tagwire',
    },
  ])
})

test('--out is the folder', () => {
  const { documents } = JSON.parse(testProject({}).migrate('--json', '--out', './src/shop/').out)
  expect(documents).toMatchObject([{ out: 'src/shop' }])
})

describe('errors', () => {
  test.each([
    ['TM1001', { 'package.json': '' }, 'There is no package.json'],
    ['TM1002', { 'package.json': '{ "name": }' }, 'package.json:1:11 error TM1002'],
    ['TM1003', { 'tsconfig.json': '' }, 'There is no tsconfig.json'],
    ['TM1004', { 'tsconfig.json': '{\n  "compilerOptions": {{}\n}' }, 'tsconfig.json:2:'],
    ['TM1005', { 'package.json': manifest({}) }, 'though it is among the dependencies'],
    [
      'TM1005',
      { 'package.json': manifest({}), 'packages/web/package.json': manifest({ types: SCRIPT }) },
      'npx @tagwire/migrate packages/web',
    ],
    ['TM1006', { 'tagwire.config.json': '{ "packages": {} }' }, "    spec: 'api.yaml',"],
    ['TM1007', { 'redocly.yaml': 'apis:\n  a: { root: b }\n' }, 'redocly.yaml:2:3 error TM1007'],
  ])('%s %o', (code, files, text) => {
    const project = testProject(files)
    const before = project.files()
    const found = project.migrate('--write')
    expect(found).toMatchObject({ code: 1, out: '' })
    expect(found.err).toContain(`error ${code}`)
    expect(found.err).toContain(text)
    expect(found.err).toContain('help: ')
    expect(found.err).not.toMatch(/\n\s+at /)
    expect(found.err).not.toContain('\u001b')
    expect(project.files()).toEqual(before)
    expect(JSON.parse(project.migrate('--json').out).errors).toMatchObject([{ code }])
  })

  test('--out for several documents is TM1008', () => {
    const scripts = { a: SCRIPT, b: 'openapi-typescript b.yaml -o src/b.ts' }
    const { code, err } = testProject({ 'package.json': manifest(scripts) }).migrate(
      '--out',
      'src/x',
    )
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('TM1008') })
  })

  test('--calls before there is anything generated is TM1011', () => {
    const { code, err } = testProject({}).migrate('--calls')
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('TM1011') })
  })

  test.each([
    [['--wirte'], "Unknown option '--wirte'"],
    [['a', 'b'], 'One folder at a time'],
    [['--out', ' '], '--out requires a path'],
    [['--out'], "Option '--out <value>' argument missing"],
    [['--calls', '--out', 'x'], '--out belongs to the first step'],
  ])('%o is a faulty command line', (args, text) => {
    const { code, out, err } = testProject({}).migrate(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(text)
  })
})

test('help and version', () => {
  const { migrate } = testProject({})
  expect(migrate('--help')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Move a project[\s\S]*Exit code: 0/),
  })
  expect(migrate('-v')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

test('everything is written, or nothing', () => {
  const project = testProject({ 'a.txt': 'a' })
  // A folder cannot be replaced by a file.
  mkdirSync(path.join(project.folder, 'b.txt'))
  const before = project.files()
  const changes = [
    { kind: 'edit', file: 'a.txt', before: 'a', after: 'A' },
    { kind: 'delete', file: 'tsconfig.json', before: before['tsconfig.json'] ?? '' },
    { kind: 'create', file: 'c.txt', after: 'c' },
  ] as const
  expect(() =>
    writeChanges(project.folder, [...changes, { kind: 'delete', file: 'b.txt', before: '' }]),
  ).toThrow()
  expect(project.files()).toEqual(before)
  writeFileSync(path.join(project.folder, 'a.txt'), 'changed')
  expect(() => writeChanges(project.folder, changes)).toThrow(MigrationError)
  writeFileSync(path.join(project.folder, 'a.txt'), 'a')
  writeChanges(project.folder, changes)
  expect(project.files()).toMatchObject({ 'a.txt': 'A', 'c.txt': 'c' })
})
