import { afterEach, describe, expect, test } from 'vitest'
import type { ImportExtension } from '../../../generator/src/model/import-extension.js'
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
  [
    '.js',
    'nodenext',
    {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext" } }',
    },
  ],
  [
    '.ts',
    'nodenext without a compiler that writes: Node strips the types',
    {
      'package.json': '{ "type": "module" }',
      'tsconfig.json':
        '{ "compilerOptions": { "module": "nodenext", "noEmit": true, "allowImportingTsExtensions": true } }',
    },
  ],
  [
    '.js',
    'node16 from a package that it extends, with comments',
    {
      'package.json': '{ "type": "module" }',
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

const json = (value: object): string => JSON.stringify(value, undefined, 2)
const needs = (...names: readonly string[]): string =>
  json({ devDependencies: Object.fromEntries(names.map((name) => [name, '*'])) })

/** The settings that the templates of tools write, as far as they have to do with modules. */
describe('what the templates of tools bring', () => {
  test.each<[string, ImportExtension, string, Record<string, string>]>([
    [
      'Angular 22',
      '',
      '@angular/core in package.json',
      {
        'package.json': needs('@angular/core', 'typescript', 'vitest'),
        'tsconfig.json': `/* To learn more about Typescript configuration file: https://www.typescriptlang.org/docs */
{
  "compileOnSave": false,
  "compilerOptions": { "isolatedModules": true, "target": "ES2022", "module": "preserve" },
  "angularCompilerOptions": { "enableI18nLegacyMessageIdFormat": false },
  "files": [],
  "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.spec.json" }]
}
`,
        'tsconfig.app.json': json({
          extends: './tsconfig.json',
          compilerOptions: { types: [] },
          include: ['src/**/*.ts'],
          exclude: ['src/**/*.spec.ts'],
        }),
      },
    ],
    [
      'Expo 57',
      '',
      'expo in package.json',
      {
        'package.json': needs('expo', 'react-native'),
        'tsconfig.json': json({ extends: 'expo/tsconfig.base', compilerOptions: { strict: true } }),
        'node_modules/expo/package.json': json({ name: 'expo', main: 'src/Expo.ts' }),
        'node_modules/expo/tsconfig.base.json': json({
          compilerOptions: { module: 'preserve', moduleResolution: 'bundler' },
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the compiler replaces it.
          exclude: ['${configDir}/node_modules'],
        }),
      },
    ],
    [
      'Nuxt 4, before it has prepared its types',
      '',
      'nuxt in package.json',
      {
        'package.json': needs('nuxt', 'vue'),
        'tsconfig.json': json({
          files: [],
          references: [
            { path: './.nuxt/tsconfig.app.json' },
            { path: './.nuxt/tsconfig.server.json' },
          ],
        }),
      },
    ],
    [
      'Nuxt 4',
      '',
      'nuxt in package.json',
      {
        'package.json': needs('nuxt', 'vue'),
        'tsconfig.json': json({ files: [], references: [{ path: './.nuxt/tsconfig.app.json' }] }),
        '.nuxt/tsconfig.app.json': json({
          compilerOptions: {
            module: 'preserve',
            moduleResolution: 'Bundler',
            allowImportingTsExtensions: true,
          },
          include: ['./nuxt.d.ts', '../src/**/*'],
        }),
      },
    ],
    [
      'SvelteKit 2, before its first sync',
      '.ts',
      'rewriteRelativeImportExtensions in tsconfig.json',
      {
        'package.json': json({ type: 'module', devDependencies: { '@sveltejs/kit': '^2' } }),
        'tsconfig.json': `{
	"extends": "./.svelte-kit/tsconfig.json",
	"compilerOptions": {
		"rewriteRelativeImportExtensions": true,
		"moduleResolution": "bundler"
	}
	// Path aliases are handled by https://svelte.dev/docs/kit/configuration#alias
}
`,
      },
    ],
    [
      'SvelteKit as it was',
      '',
      '@sveltejs/kit in package.json',
      {
        'package.json': needs('@sveltejs/kit'),
        'tsconfig.json': json({
          extends: './.svelte-kit/tsconfig.json',
          compilerOptions: { moduleResolution: 'bundler' },
        }),
      },
    ],
    [
      'Astro 5',
      '',
      'astro in package.json',
      {
        'package.json': needs('astro'),
        'tsconfig.json': json({ extends: 'astro/tsconfigs/strict', include: ['**/*'] }),
        'node_modules/astro/package.json': json({
          name: 'astro',
          exports: { './tsconfigs/*': './tsconfigs/*.json' },
        }),
        'node_modules/astro/tsconfigs/strict.json': json({ extends: './base.json' }),
        'node_modules/astro/tsconfigs/base.json': json({
          compilerOptions: {
            module: 'ESNext',
            moduleResolution: 'Bundler',
            allowImportingTsExtensions: true,
          },
        }),
      },
    ],
    [
      'Vite 7: references alone',
      '',
      'vite in package.json',
      {
        'package.json': json({ type: 'module', devDependencies: { vite: '^7' } }),
        'tsconfig.json': json({
          files: [],
          references: [{ path: './tsconfig.app.json' }, { path: './tsconfig.node.json' }],
        }),
        'tsconfig.app.json': json({
          compilerOptions: { module: 'ESNext', moduleResolution: 'bundler' },
          include: ['src'],
        }),
        'tsconfig.node.json': json({
          compilerOptions: { module: 'nodenext' },
          include: ['vite.config.ts'],
        }),
      },
    ],
    [
      'Vue: the first reference is that of its tools',
      '',
      'vite in package.json',
      {
        'package.json': json({ type: 'module', devDependencies: { vite: '^7' } }),
        'tsconfig.json': json({
          files: [],
          references: [{ path: './tsconfig.node.json' }, { path: './tsconfig.app.json' }],
        }),
        'tsconfig.node.json': json({
          extends: ['@tsconfig/node22'],
          include: ['vite.config.*'],
        }),
        'tsconfig.app.json': json({
          compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' },
          include: ['env.d.ts', 'src/**/*'],
        }),
        'node_modules/@tsconfig/node22/tsconfig.json': json({
          compilerOptions: { module: 'nodenext', moduleResolution: 'node16' },
        }),
      },
    ],
    [
      'NestJS 11: its tests run in Jest, which knows nothing of extensions',
      '',
      'nodenext in tsconfig.json, CommonJS in package.json',
      {
        'package.json': needs('@nestjs/cli', 'jest', 'ts-jest'),
        'tsconfig.json': json({
          compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext' },
        }),
      },
    ],
    [
      'several that it extends: the last counts',
      '.js',
      'node20 in tsconfig.json',
      {
        'package.json': json({ type: 'module' }),
        'tsconfig.json': '\uFEFF{ "extends": ["./one", "./two.json"], /* own */ }',
        'one.json': json({ compilerOptions: { module: 'esnext', moduleResolution: 'bundler' } }),
        'two.json': json({ compilerOptions: { module: 'node20', moduleResolution: null } }),
      },
    ],
  ])('%s: "%s" (%s)', (_, extension, because, files) => {
    project = createProject({ 'package.json': '{}', ...files })
    const guess = guessImportExtension(`${project.folder}/src/api`)
    expect(guess).toEqual({ extension, because })
  })
})

test('the tsconfig.json of a workspace is for its packages, and the nearest one counts', () => {
  project = createProject({
    'package.json': json({ workspaces: ['packages/*'] }),
    'tsconfig.json': json({ compilerOptions: { module: 'nodenext' } }),
    'packages/api/package.json': json({ type: 'module' }),
    'packages/web/package.json': json({ type: 'module' }),
    'packages/web/src/tsconfig.json': json({ compilerOptions: { module: 'preserve' } }),
  })
  expect(guessImportExtension(`${project.folder}/packages/api/src/shop`)).toEqual({
    extension: '.js',
    because: 'nodenext in ../../tsconfig.json',
  })
  expect(guessImportExtension(`${project.folder}/packages/web/src/shop`)).toEqual({
    extension: '',
    because: 'src/tsconfig.json',
  })
})

test('an endless chain of files that extend each other has an end', () => {
  project = createProject({ 'package.json': '{}', 'tsconfig.json': '{ "extends": "./tsconfig" }' })
  expect(guessImportExtension(`${project.folder}/src/api`).extension).toBe('')
})
