import { afterEach, expect, test } from 'vitest'
import { guessImportExtension } from '../../../generator/src/pipeline/surroundings/guess-import-extension.js'
import { createProject, type Project } from '../cli/cli.fixture.js'

let project: Project
afterEach(() => project.remove())

const bundled = { 'package.json': '{ "devDependencies": { "vite": "^7" } }' }

test.each<[string, string, Record<string, string>]>([
  ['.js', 'nothing to go by', {}],
  ['', 'a bundler', bundled],
  [
    '',
    'a bundler, and options for it by reference',
    {
      ...bundled,
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'tsconfig.app.json': '{ "compilerOptions": { "moduleResolution": "bundler" } }',
    },
  ],
  ['.js', 'nodenext', { 'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext" } }' }],
  [
    '.js',
    'node16 from a package that it extends, with comments',
    {
      'tsconfig.json': '{ // ours\n "extends": "@acme/tsconfig/node", }',
      'node_modules/@acme/tsconfig/node.json': '{ "compilerOptions": { "module": "node16" } }',
    },
  ],
  [
    '',
    'commonjs as of old',
    {
      'tsconfig.json':
        '{ "compilerOptions": { "module": "commonjs", "moduleResolution": "node10" } }',
    },
  ],
  ['', 'commonjs', { 'tsconfig.json': '{ "compilerOptions": { "module": "commonjs" } }' }],
  [
    '.ts',
    'types that are stripped',
    {
      'tsconfig.json':
        '{ "compilerOptions": { "module": "nodenext", "rewriteRelativeImportExtensions": true } }',
    },
  ],
  ['.ts', 'Deno', { 'deno.jsonc': '{}' }],
])('imports end with "%s": %s', (extension, _, files) => {
  project = createProject({ 'package.json': '{}', ...files })
  expect(guessImportExtension(`${project.folder}/src/api`).extension).toBe(extension)
})

test('an endless chain of files that extend each other has an end', () => {
  project = createProject({ 'package.json': '{}', 'tsconfig.json': '{ "extends": "./tsconfig" }' })
  expect(guessImportExtension(`${project.folder}/src/api`).extension).toBe('')
})
