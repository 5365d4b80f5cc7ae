import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { packedPackages, type Tarballs } from './tarballs.fixture.js'

/** What people see of the packages in a registry; generated manifests are goldens. */

const root = new URL('../../', import.meta.url)
const read = (file: string): string => readFileSync(fileURLToPath(new URL(file, root)), 'utf8')

const emitters = readdirSync(fileURLToPath(new URL('packages', root)))
  .filter((name) => name.startsWith('emit-'))
  .map((name) => `packages/${name}`)

describe.each(['generator', 'packages/runtime', ...emitters])('%s', (folder) => {
  const manifest = JSON.parse(read(`${folder}/package.json`))

  test('has a README under its own name', () => {
    expect(read(`${folder}/README.md`).split('\n', 1)).toEqual([`# ${manifest.name}`])
  })

  test('carries the licence that it names', () => {
    expect(manifest.license).toBe('MIT')
    expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'))
  })

  test('can be found, and source maps that are published lead to sources', () => {
    expect(manifest.keywords).toContain('tagged-union')
    const beside = folder === 'generator' ? '!dist/**/*.map' : 'src'
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', beside]))
  })
})

test.each(emitters)(
  '%s is found by the guide of emitters, and takes the tool from its user',
  (folder) => {
    const { name, peerDependencies, exports } = JSON.parse(read(`${folder}/package.json`))
    expect(read('docs/emitters.md')).toContain(`[\`${name}\`](../${folder}/README.md)`)
    expect(peerDependencies.tagwire).toBe('workspace:^')
    expect(exports['.']).toEqual({ types: './dist/index.d.ts', default: './dist/index.js' })
  },
)

test('the README of the runtime names every entry, and no other', () => {
  const { exports } = JSON.parse(read('packages/runtime/package.json'))
  const named = [...read('packages/runtime/README.md').matchAll(/^\| `(\.\/[\w/]+)`/gm)]
  const entries = Object.keys(exports).filter((name) => name !== './package.json')
  expect(named.map(([, name]) => name).sort()).toEqual(entries.sort())
})

test('no declaration has words of TypeScript after 5.4', () => {
  const folders = readdirSync(fileURLToPath(new URL('packages', root)))
  const files = folders.flatMap((folder) => {
    const dist = `packages/${folder}/dist`
    return readdirSync(fileURLToPath(new URL(dist, root)), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.d.ts'))
      .map((name) => `${dist}/${name.split(path.sep).join('/')}`)
  })
  expect(files.length).toBeGreaterThan(200)
  // Typed arrays have a parameter since 5.7.
  expect(files.filter((file) => /\bUint8Array</.test(read(file)))).toEqual([])
})

const GENERATED = ['routing', 'node-rpc']
/** They export what lines of `node-rpc` do. */
const REEXPORTING = ['node-rpc-0.37', 'node-rpc-1.0']

describe('the tarballs of generated packages', () => {
  let tarballs: Tarballs
  beforeAll(async () => {
    tarballs = await packedPackages()
  }, 120_000)

  test.each(GENERATED)('%s contains what its users need, and no tree of pages', (name) => {
    const folder = `packages/${name}`
    const tarball = tarballs.list.find((each) => each.name === `@tagwire/${name}`)
    const files = tarball?.files.map((file) => file.path) ?? []
    expect(files).toEqual(expect.arrayContaining(['README.md', 'AGENTS.md', 'llms.txt']))
    expect(files.filter((file) => file.startsWith('docs/') || file.includes('/world/'))).toEqual([])
    const { document } = JSON.parse(read(`${folder}/generation.json`))
    const documents = Object.keys(document).filter((file) => !file.includes('/world/'))
    expect(documents.length).toBeGreaterThan(0)
    expect(files).toEqual(expect.arrayContaining(documents))
    // A comment only leads to what the reader has.
    for (const file of files.filter((each) => /^src\/.*\.ts$/.test(each))) {
      expect(read(`${folder}/${file}`), file).not.toContain('@see spec/')
    }
  })
})

test.each(REEXPORTING)(
  'the tarball of %s contains little more than its exports',
  async (name) => {
    const tarball = (await packedPackages()).list.find((each) => each.name === `@tagwire/${name}`)
    const files = tarball?.files.map((file) => file.path) ?? []
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'dist/index.js', 'validate/package.json']),
    )
    const { exports } = JSON.parse(read(`packages/${name}/package.json`))
    expect(files.filter((file) => /^dist\/.*\.js$/.test(file))).toHaveLength(
      Object.keys(exports).length - 1,
    )
  },
  120_000,
)

test('what is published says where its sources are', () => {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'tagwire-published-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const folder of ['generator', 'packages/runtime', 'packages/routing']) {
    cpSync(new URL(`${folder}/package.json`, root), path.join(copy, folder, 'package.json'))
  }
  const readme = path.join(copy, 'packages/routing/README.md')
  writeFileSync(
    readme,
    '[Guide](../../docs/guide.md#part), [own](AGENTS.md), [web](https://a.example)',
  )
  const script = fileURLToPath(new URL('generator/scripts/published-from.mjs', root))
  const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/wire' }
  execFileSync(process.execPath, [script, copy], { env: { ...process.env, ...env } })
  const made = (folder: string): unknown =>
    JSON.parse(readFileSync(path.join(copy, folder, 'package.json'), 'utf8'))
  expect(made('packages/routing')).toEqual({
    ...JSON.parse(read('packages/routing/package.json')),
    homepage: 'https://github.com/acme/wire/tree/HEAD/packages/routing#readme',
    repository: {
      type: 'git',
      url: 'git+https://github.com/acme/wire.git',
      directory: 'packages/routing',
    },
  })
  // In an installed package, there is nothing above it.
  const guide = 'https://github.com/acme/wire/blob/HEAD/docs/guide.md#part'
  expect(readFileSync(readme, 'utf8')).toBe(
    `[Guide](${guide}), [own](AGENTS.md), [web](https://a.example)`,
  )
})
