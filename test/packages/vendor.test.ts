import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'

/** What is published of other packages as a part of the generator (`generator/scripts/vendor.mjs`). */

const home = fileURLToPath(new URL('../../generator/', import.meta.url))
const dist = path.join(home, 'dist')
const read = (file: string): string => readFileSync(path.join(home, file), 'utf8')

interface Bundled {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly modules: readonly string[]
}

interface Component {
  readonly name: string
  readonly purl: string
}

interface Bom {
  readonly metadata: { readonly component: { readonly components: readonly Component[] } }
  readonly components: readonly Component[]
  readonly dependencies: readonly object[]
}

interface PnpmScript {
  readonly pnpmCommand: (environment: NodeJS.ProcessEnv) => readonly string[]
}

interface Script {
  readonly bomOf: (manifest: object, listed: object, bundled: readonly Bundled[]) => Bom
}

const { packages }: { packages: readonly Bundled[] } = JSON.parse(read('dist/vendor/packages.json'))
const scripts = readdirSync(path.join(dist, 'vendor')).filter((file) => file.endsWith('.js'))

test('is small, and has no compiler in it', () => {
  const bytes = scripts.map((file) => statSync(path.join(dist, 'vendor', file)).size)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_500_000)
  // The other test says whose modules are in it.
  const texts = scripts.map((file) => read(`dist/vendor/${file}`))
  expect(texts.filter((text) => text.includes('createTypeChecker'))).toEqual([])
})

test('is of these packages, and each has its licence in the notices', () => {
  expect(packages.map(({ name }) => name)).toEqual([
    '@apidevtools/json-schema-ref-parser',
    '@babel/parser',
    'ajv',
    'code-block-writer',
    'handlebars',
    'jsonpath-rfc9535',
    'openapi-typescript',
    'ts-morph',
  ])
  const notices = read('dist/vendor/NOTICES.txt')
  for (const { name, version, license, modules } of packages) {
    expect(modules.length).toBeGreaterThan(0)
    const [, text = ''] = notices.split(`\n${name} ${version} (${license})\n`)
    expect(text).toMatch(/^\n[\s\S]{0,12000}\bCopyright\b/)
  }
  // Helpers of the compiler, inside ts-morph.
  expect(notices).toContain('Copyright (c) Microsoft Corporation.')
})

test('the bill of materials has them as parts of the tool, and what is installed beside it', async () => {
  const script = new URL('../../generator/scripts/sbom.mjs', import.meta.url)
  const { bomOf }: Script = await import(script.href)
  const manifest = { name: 'tagwire', version: '1.0.0', license: 'MIT' }
  const inner = { b: { version: '2.0.0' } }
  const listed = { a: { version: '1.0.0', dependencies: inner }, own: { version: 'link:../own' } }
  const { metadata, components, dependencies } = bomOf(manifest, listed, packages)
  expect(metadata.component.components.map(({ name }) => name)).toEqual(
    packages.map(({ name }) => name),
  )
  expect(components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/a@1.0.0',
    'pkg:npm/b@2.0.0',
    'pkg:npm/own@1.0.0',
  ])
  expect(dependencies).toContainEqual({ ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@2.0.0'] })
})

test('pnpm is the one that a script runs under, or one that npx finds', async () => {
  const script = new URL('../../generator/scripts/pnpm.mjs', import.meta.url)
  const { pnpmCommand }: PnpmScript = await import(script.href)
  expect(pnpmCommand({ npm_execpath: '/a b/pnpm' })).toEqual(['/a b/pnpm'])
  const fromNpx = ['npx', '-y', 'pnpm@12']
  expect(pnpmCommand({})).toEqual(fromNpx)
  expect(pnpmCommand({ npm_execpath: '/npm/bin/npm-cli.js' })).toEqual(fromNpx)
  expect(pnpmCommand({ TAGWIRE_PNPM: 'sh /x', npm_execpath: '/pnpm' })).toEqual(['sh', '/x'])
})

describe('declarations', () => {
  const manifest: { dependencies: object } = JSON.parse(read('package.json'))
  const reached = [...declarationsFrom(['index.d.ts', 'emitter.d.ts'])]

  test('name no package that a user does not have', () => {
    const files = reached.map(([file]) => file)
    expect(files).toContain('vendor/ts-morph.d.ts')
    const others = reached.flatMap(([file, { packages }]) => packages.map((each) => [file, each]))
    expect(others.filter(([, name = '']) => !(name in manifest.dependencies))).toEqual([])
  })

  test('are packed if they can be imported', async () => {
    const copy = mkdtempSync(path.join(os.tmpdir(), 'tagwire-declarations-'))
    onTestFinished(() => rmSync(copy, { recursive: true }))
    const declarations = (folder: string): string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((file) => file.split(path.sep).join('/'))
        .filter((file) => file.endsWith('.d.ts'))
    cpSync(dist, copy, {
      recursive: true,
      filter: (file) => statSync(file).isDirectory() || file.endsWith('.d.ts'),
    })
    const script = new URL('../../generator/scripts/packed-declarations.mjs', import.meta.url)
    const { removeUnreached }: { removeUnreached: (folder: string) => void } = await import(
      script.href
    )
    expect(declarations(copy).length).toBeGreaterThan(300)
    removeUnreached(copy)
    expect(declarations(copy).sort()).toEqual(reached.map(([file]) => file).sort())
    expect(reached.length).toBeLessThan(150)
  })
})

/** Each file that a compiler reads, and the packages that it names. */
function declarationsFrom(
  entries: readonly string[],
  found = new Map<string, { readonly packages: readonly string[] }>(),
): typeof found {
  for (const file of entries.filter((each) => !found.has(each))) {
    const text = read(`dist/${file}`).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const names = [...text.matchAll(/(?:(?<!['"])\bfrom|\bimport\()\s*['"]([^'"\n]+)['"]/g)]
    const targets = names.map(([, name = '']) => targetOf(file, name))
    found.set(file, { packages: targets.filter((each) => !each.endsWith('.d.ts')) })
    declarationsFrom(
      targets.filter((each) => each.endsWith('.d.ts')),
      found,
    )
  }
  return found
}

function targetOf(file: string, name: string): string {
  if (name.startsWith('#')) return `vendor/${name.slice(1)}.d.ts`
  if (!name.startsWith('.')) return name
  return path.posix.join(path.posix.dirname(file), name.replace(/\.js$/, '.d.ts'))
}
