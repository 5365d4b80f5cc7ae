import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compiler } from '../../compiler.js'
import { packedPackages, type Tarball } from '../tarballs.fixture.js'

/** What a user has after `npm install @tagwire/routing @tagwire/routing-execute`: the packed files, and nothing else. */

const root = fileURLToPath(new URL('../../../', import.meta.url))
const INSTALLED = ['@tagwire/runtime', '@tagwire/routing', '@tagwire/routing-execute']
let project: string
let tarball: Tarball | undefined

beforeAll(async () => {
  project = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'tagwire-execute-packed-'))
  const { list, install } = await packedPackages()
  tarball = list.find(({ name }) => name === '@tagwire/routing-execute')
  // The mock's data, so that the program can run.
  install(project, ...INSTALLED, '@tagwire/routing-sandbox')
}, 120_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

const run = promisify(execFile)

it('has the callbacks to copy, README, licence and sources, and no test', () => {
  const files = tarball?.files.map((file) => file.path) ?? []
  expect(files).toEqual(
    expect.arrayContaining([
      ...['cosmjs', 'cosmjs-messages', 'eip-1193', 'solana-kit', 'viem'].map(
        (name) => `callbacks/${name}.ts`,
      ),
      ...['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'src/index.ts'],
    ]),
  )
  expect(files.filter((file) => /test|fixture|tsbuildinfo|node_modules/.test(file))).toEqual([])
})

it('brings along the client, its runtime, and nothing else', async () => {
  const { stdout } = await run(
    process.execPath,
    [path.join(root, 'generator/scripts/sbom.mjs'), 'packages/routing-execute'],
    { cwd: root },
  )
  const bom = JSON.parse(stdout)
  expect(bom.metadata.component).toMatchObject({
    name: '@tagwire/routing-execute',
    type: 'library',
  })
  expect(bom.components.map(({ name }: { name: string }) => name)).toEqual([
    '@tagwire/routing',
    '@tagwire/runtime',
  ])
  for (const name of INSTALLED) {
    const manifest = path.join(project, 'node_modules', name, 'package.json')
    const { dependencies = {}, scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
    expect(Object.keys(dependencies).filter((each) => !INSTALLED.includes(each))).toEqual([])
    expect(Object.keys(scripts).filter((each) => /install/.test(each))).toEqual([])
  }
}, 120_000)

it('compiles strictly, without declarations of Node, and carries out a route', async () => {
  const readme = readFileSync(
    path.join(project, 'node_modules/@tagwire/routing-execute/README.md'),
    'utf8',
  )
  const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? []
  const mocked = program
    .replace("{ baseUrl: 'http://127.0.0.1:8080' }", '{ fetch: mockRouting() }')
    .replace(/^/, "import { mockRouting } from '@tagwire/routing/mock'\n")
  expect(mocked).toContain('mockRouting() }')
  writeFileSync(path.join(project, 'main.ts'), mocked)
  // EIP-1193 needs no library, so its callbacks compile here; the others do in test/external/execute.
  const callbacks = path.join(
    project,
    'node_modules/@tagwire/routing-execute/callbacks/eip-1193.ts',
  )
  writeFileSync(path.join(project, 'eip-1193.ts'), readFileSync(callbacks))
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  const compilerOptions = {
    ...{
      target: 'es2022',
      lib: ['es2022', 'dom', 'esnext.disposable'],
      module: 'nodenext',
      strict: true,
      types: [],
    },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  }
  const config = { compilerOptions, files: ['main.ts', 'eip-1193.ts'] }
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config))
  const output = await run(compiler, ['-p', project, '--pretty', 'false']).catch(
    (error: { stdout?: string }) => error.stdout,
  )
  expect(output).toEqual({ stdout: '', stderr: '' })
  const { stdout } = await run(process.execPath, [path.join(project, 'main.js')], { cwd: project })
  expect(stdout.trim()).toBe('success osmosis-1')
  await expect(
    import(pathToFileURL(path.join(project, 'eip-1193.js')).href),
  ).resolves.toMatchObject({ eip1193Wallet: expect.any(Function) })
}, 120_000)
