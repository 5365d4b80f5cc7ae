import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { DRAWN, HEADER, manifest, SCRIPT, testProject } from './project.fixture.js'

/** The first step: imports, scripts and configuration. */

/** Writes the migration, and returns the files that it left. */
function migrated(files: Readonly<Record<string, string>>): Record<string, string> {
  const project = testProject(files)
  const { code, err } = project.migrate('--write')
  expect({ code, errors: err.includes('error') }).toEqual({ code: 0, errors: false })
  return project.files()
}

test('nothing is written without --write, and the same is said in every run', () => {
  const project = testProject({ 'src/a.ts': "import type { paths } from './petstore'\n" })
  const before = project.files()
  const first = project.migrate()
  expect(first).toMatchObject({ code: 0 })
  expect(first.out).toContain('Would change (4 files)')
  expect(first.err).toContain('Run it again with --write')
  expect(project.files()).toEqual(before)
  expect(project.migrate()).toEqual(first)
  expect(`${first.out}${first.err}`).not.toContain('\u001b')
})

test('the file of openapi-typescript becomes a folder, its script and its imports follow', () => {
  const files = migrated({
    'src/a.ts':
      "import type { components, paths } from './petstore'\nexport type Pet = components['schemas']['Pet']\n",
  })
  expect(Object.keys(files)).toEqual([
    'package.json',
    'src/a.ts',
    'tagwire.config.ts',
    'tsconfig.json',
  ])
  expect(files['src/a.ts']).toBe(
    "import type { components, paths } from './petstore/schema'\nexport type Pet = components['schemas']['Pet']\n",
  )
  expect(files['package.json']).toBe(manifest({ types: 'tagwire generate' }))
  expect(files['tagwire.config.ts']).toMatchInlineSnapshot(`
    "import { defineConfig } from 'tagwire'

    export default defineConfig({
      packages: {
        petstore: {
          spec: 'api.yaml',
          out: 'src/petstore',
          emit: ['client', 'schema'],
          // Enums with exactly the values of the document, as openapi-typescript draws them. Without this,
          // those in responses allow values that are newer than the document.
          enums: 'closed',
        },
      },
    })
    "
  `)
})

test.each([
  ["import type { paths } from './petstore'", "import type { paths } from './petstore/schema'"],
  [
    'import type { paths } from "./petstore.js";',
    'import type { paths } from "./petstore/schema.js";',
  ],
  [
    "import type { paths } from './petstore.d.ts'",
    "import type { paths } from './petstore/schema.js'",
  ],
  ["import { paths as P } from '@/petstore'", "import { paths as P } from '@/petstore/schema'"],
  [
    "import type * as api from './petstore'\ntype A = api.paths",
    "import type * as api from './petstore/schema'\ntype A = api.paths",
  ],
  [
    "export type { components } from './petstore'",
    "export type { components } from './petstore/schema'",
  ],
  ["export * from './petstore'", "export * from './petstore/schema'"],
  [
    "type A = import('./petstore').paths['/pets']",
    "type A = import('./petstore/schema').paths['/pets']",
  ],
  ["import type { paths } from './other'", "import type { paths } from './other'"],
])('%s', (before, after) => {
  expect(migrated({ 'src/a.ts': `${before}\n` })['src/a.ts']).toBe(`${after}\n`)
})

test('an alias that would not lead to the new file becomes a relative import', () => {
  const paths = { schema: ['./src/petstore.d.ts'] }
  const files = migrated({
    'tsconfig.json': JSON.stringify({
      compilerOptions: { moduleResolution: 'bundler', module: 'esnext', paths },
    }),
    'src/pages/a.ts': "import type { paths } from 'schema'\n",
  })
  expect(files['src/pages/a.ts']).toBe("import type { paths } from '../petstore/schema'\n")
})

test('scripts of Vue, Svelte and Astro files are rewritten, and nothing around them', () => {
  const vue = (specifier: string): string =>
    `<template><p>import x from './petstore'</p></template>\n<script setup lang="ts">\nimport type { paths } from '${specifier}'\n</script>\n`
  const astro = (specifier: string): string =>
    `---\nimport type { paths } from '${specifier}'\n---\n<p>{'./petstore'}</p>\n`
  const files = migrated({
    'src/A.vue': vue('./petstore'),
    'src/B.svelte': vue('./petstore'),
    'src/C.astro': astro('./petstore'),
  })
  expect(files['src/A.vue']).toBe(vue('./petstore/schema'))
  expect(files['src/B.svelte']).toBe(vue('./petstore/schema'))
  expect(files['src/C.astro']).toBe(astro('./petstore/schema'))
})

test('a file that git ignores, and that is not there, is found by its place', () => {
  const files = migrated({
    'src/petstore.d.ts': '',
    'src/a.ts': "import type { paths } from '@/petstore'\n",
  })
  expect(files['src/a.ts']).toBe("import type { paths } from '@/petstore/schema'\n")
})

test('types of --root-types become types of the file that uses them', () => {
  const drawn = `${DRAWN}export type SchemaPet = components['schemas']['Pet']\n`
  const files = migrated({
    'src/petstore.d.ts': drawn,
    'src/a.ts':
      "import type { SchemaPet as Pet, paths } from './petstore';\nimport b from './b';\nexport const a: Pet = b;\n",
    'src/c.ts':
      "import type { SchemaPet } from './petstore'\nexport const components: SchemaPet[] = []\n",
  })
  expect(files['src/a.ts']).toBe(
    "import type { paths, components } from './petstore/schema';\nimport b from './b';\n\ntype Pet = components['schemas']['Pet'];\nexport const a: Pet = b;\n",
  )
  expect(files['src/c.ts']).toBe(
    "type SchemaPet = import('./petstore/schema').components['schemas']['Pet']\nexport const components: SchemaPet[] = []\n",
  )
})

test('what is not sure is listed with its place, and keeps the file', () => {
  const project = testProject({
    'src/petstore.d.ts': `${DRAWN}export enum PetKind { cat = 'cat' }\n`,
    'src/a.ts':
      "import { PetKind, type paths } from './petstore'\nexport const kind = PetKind.cat\n",
    'src/b.ts': "export * from './petstore'\n",
    'src/c.ts': "export const load = () => import('./petstore')\n",
    Makefile: 'types:\n\tnpx openapi-typescript api.yaml -o src/petstore.d.ts\n',
    '.gitignore': 'src/petstore.d.ts\n',
  })
  const { out } = project.migrate('--write')
  const [, byHand = ''] = /^To do by hand.*?\n([\s\S]*?)\n\n/m.exec(out) ?? []
  expect(byHand.match(/^ {4}\S+/gm)?.map((each) => each.trim())).toEqual([
    '.gitignore:1:1',
    'Makefile:2:6',
    'src/a.ts:1:10',
    'src/b.ts:1:1',
    'src/c.ts:1:27',
    'src/petstore.d.ts:1:1',
  ])
  const files = project.files()
  expect(files['src/a.ts']).toBe(
    "import { type paths } from './petstore/schema'\nimport { PetKind } from './petstore'\nexport const kind = PetKind.cat\n",
  )
  expect(files['src/petstore.d.ts']).toContain('PetKind')
})

test('a file that somebody wrote is not deleted', () => {
  const files = migrated({ 'src/petstore.d.ts': DRAWN.replace(HEADER, '') })
  expect(files['src/petstore.d.ts']).toBeDefined()
})

test('calls go on working, and are listed with what could replace them', () => {
  const { migrate } = testProject({
    'src/a.ts': `import createFetchClient, { createPathBasedClient } from 'openapi-fetch'
import createClient from 'openapi-react-query'
import type { paths } from './petstore'
const client = createFetchClient<paths>({ baseUrl: '/' })
client.use({ onRequest: () => undefined })
const $api = createClient(client)
await client.GET('/pets')
createPathBasedClient<paths>()['/pets'].GET()
$api.useQuery('get', '/pets')
$api.useMutation('post', '/pets')
new Map().get('/pets')
`,
  })
  const { findings } = JSON.parse(migrate('--json').out)
  const later = findings.filter(({ kind }: { kind: string }) => kind === 'later')
  expect(
    later.map(
      ({ location, what }: { location: { line: number; column: number }; what: string }) =>
        `${location.line}:${location.column} ${what}`,
    ),
  ).toEqual([
    "1:1 import createFetchClient, { createPathBasedClient } from 'openapi-fetch'",
    "2:1 import createClient from 'openapi-react-query'",
    '5:1 client.use({ onRequest: () => undefined })',
    "7:7 client.GET('/pets')",
    "8:1 createPathBasedClient<paths>()['/pets'].GET()",
    "9:1 $api.useQuery('get', '/pets')",
    "10:1 $api.useMutation('post', '/pets')",
  ])
})

test('properties with a default, which become optional, are named with their place', () => {
  const { findings } = JSON.parse(testProject({}).migrate('--json').out)
  expect(findings).toContainEqual(
    expect.objectContaining({
      kind: 'differs',
      what: '1 property with a default: Pet.kind',
      location: { file: 'src/petstore.d.ts', line: 13, column: 7 },
    }),
  )
})

test('a second run says that there is nothing left to do', () => {
  const project = testProject({})
  project.migrate('--write')
  expect(project.migrate()).toMatchObject({
    code: 0,
    out: expect.stringContaining('Already migrated'),
  })
  expect(JSON.parse(project.migrate('--json').out)).toEqual({ migrated: true, written: false })
})

test('changes that are not committed are a warning', () => {
  const project = testProject({})
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: project.folder,
      stdio: 'ignore',
    })
  }
  expect(project.migrate().err).toContain('no git repository')
  git('init')
  expect(project.migrate().err).toContain('3 uncommitted changes')
  git('add', '.')
  git('commit', '-m', 'All')
  expect(project.migrate().err).not.toContain('warning')
})

test('the paths of openapi-typescript are read from where the script goes', () => {
  const files = migrated({
    'package.json': manifest({ types: `cd web && ${SCRIPT} && echo done` }),
    'src/petstore.d.ts': '',
    'web/src/petstore.d.ts': DRAWN,
  })
  expect(files['package.json']).toContain('cd web && tagwire generate && echo done')
  expect(files['tagwire.config.ts']).toContain(
    "spec: 'web/api.yaml',\n      out: 'web/src/petstore',",
  )
})
