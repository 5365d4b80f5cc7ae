import { describe, expect, test } from 'vitest'
import { setMember } from '../../../generator/src/pipeline/surroundings/edit-json.js'
import { mergePackageJson } from '../../../generator/src/pipeline/surroundings/merge-package-json.js'

const entry = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })

const GENERATED = JSON.stringify({
  name: '@acme/api',
  version: '0.0.0',
  description: 'Shop: types.',
  type: 'module',
  sideEffects: false,
  main: './dist/index.js',
  types: './dist/index.d.ts',
  exports: {
    '.': entry('index'),
    './validate': entry('validate'),
    './package.json': './package.json',
  },
  files: ['dist', 'src', 'validate'],
  scripts: { build: 'tsc -p tsconfig.json' },
  dependencies: { '@tagwire/runtime': '^1.0.0' },
  devDependencies: { typescript: '^5.9.3' },
})

const ACCOUNT = JSON.stringify({
  generator: 'tagwire 1.0.0',
  document: {},
  files: { 'src/mock.ts': 'sha256-x' },
})

function merged(existing: string, account?: string): Record<string, unknown> {
  return JSON.parse(mergePackageJson(GENERATED, existing, account))
}

describe('what maintainers wrote into package.json', () => {
  test('survives, in its order and layout', () => {
    const existing = `{
    "private": true,
    "name": "@acme/api",
    "version": "3.1.4", "keywords": [],
    "publishConfig": { "access": "restricted" },
    "scripts": { "build": "tsdown", "lint": "eslint ." },
    "repository": "github:acme/shop",
    "exports": { "./extra": "./extra.js" },
    "devDependencies": { "tsdown": "^1" }
}
`
    const text = mergePackageJson(GENERATED, existing)
    for (const line of existing.split('\n').slice(1, 7))
      expect(text).toContain(line.replace(/,$/, ''))
    expect(JSON.parse(text)).toMatchObject({
      private: true,
      version: '3.1.4',
      scripts: { build: 'tsdown', lint: 'eslint .' },
      devDependencies: { tsdown: '^1' },
      exports: { '.': entry('index'), './extra': './extra.js' },
      dependencies: { '@tagwire/runtime': '^1.0.0' },
    })
    expect(Object.keys(JSON.parse(text)).slice(0, 3)).toEqual(['private', 'name', 'description'])
    expect(mergePackageJson(GENERATED, text)).toBe(text)
  })

  test('an entry is removed with a generated module, and kept for a module of the user', () => {
    const exports = { './mock': entry('mock'), './own': entry('own'), './schema': './own.js' }
    const existing = JSON.stringify({ exports, files: ['dist', 'mock', 'own'] })
    const { exports: left, files } = merged(existing, ACCOUNT)
    expect(Object.keys(left as object).sort()).toEqual(
      ['.', './own', './package.json', './schema', './validate'].sort(),
    )
    expect(files).toEqual(['dist', 'own', 'src', 'validate'])
  })

  test.each([
    [
      'a range of the workspace',
      { dependencies: { '@tagwire/runtime': 'workspace:*', zod: '^4' } },
    ],
    ['a peer', { dependencies: { zod: '^4' }, peerDependencies: { '@tagwire/runtime': '*' } }],
  ])('%s stays', (_, existing) => {
    expect(merged(JSON.stringify(existing)).dependencies).toEqual(existing.dependencies)
  })

  test('what is not needed any more leaves the dependencies', () => {
    const existing = { dependencies: { 'openapi-fetch': '~0.16.0', zod: '^4' } }
    expect(merged(JSON.stringify(existing)).dependencies).toEqual({
      '@tagwire/runtime': '^1.0.0',
      zod: '^4',
    })
  })

  test('a file that is not JSON is replaced', () => {
    expect(mergePackageJson(GENERATED, '{ "name":')).toBe(GENERATED)
  })
})

test.each([
  ['{}', '{\n  "b": 1\n}'],
  ['{ "a": { "b": 2 } }', '{ "a": { "b": 2 },\n  "b": 1 }'],
  ['{\r\n\t"a": "}\\"",\r\n\t"b": [2, {}]\r\n}', '{\r\n\t"a": "}\\"",\r\n\t"b": 1\r\n}'],
])('one member of %j is set in place', (before, after) => {
  expect(setMember(before, 'b', 1)).toBe(after)
})
