import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../../../../generator/src/pipeline/library.js'
import { compiler } from '../../../compiler.js'
import { packedPackages } from '../../tarballs.fixture.js'
import { repository } from '../emitted.fixture.js'

/** What a user has after `npm install`: the packed files, and nothing else from this repository. */
let project: string

beforeAll(async () => {
  project = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'tagwire-emit-mcp-packed-'))
  const { list, install } = await packedPackages()
  const files = list.find(({ name }) => name === '@tagwire/emit-mcp')?.files ?? []
  expect(files.map((each) => each.path)).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/server/index.d.ts']),
  )
  install(project, '@tagwire/emit-mcp')
  const link = (from: string, name: string): void => {
    const to = path.join(project, 'node_modules', name)
    mkdirSync(path.dirname(to), { recursive: true })
    symlinkSync(realpathSync(path.join(repository, from)), to, 'junction')
  }
  link('generator', 'tagwire')
  link('packages/runtime', '@tagwire/runtime')
  for (const name of ['server', 'node']) {
    const own = `@modelcontextprotocol/${name}`
    link(`packages/emit-mcp/node_modules/${own}`, own)
  }
}, 120_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

test('an installed package makes a server, and it runs', { timeout: 120_000 }, async () => {
  cpSync(path.join(repository, 'test/golden/http/openapi.yaml'), path.join(project, 'openapi.yaml'))
  const made = await generate({
    cwd: project,
    config: {
      packages: {
        shop: {
          spec: 'openapi.yaml',
          out: 'shop',
          name: '@acme/shop',
          emit: ['client', 'validate', '@tagwire/emit-mcp'],
        },
      },
    },
  })
  const found = made.packages.flatMap(({ diagnostics }) => diagnostics)
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([])
  const manifest = JSON.parse(readFileSync(path.join(project, 'shop/package.json'), 'utf8'))
  expect(manifest.exports['./mcp']).toEqual({ types: './dist/mcp.d.ts', default: './dist/mcp.js' })
  expect(Object.keys(manifest.peerDependencies)).toEqual(['@tagwire/emit-mcp'])
  // As its own `build` does, with the types of everything that it imports.
  expect(manifest.scripts.build).toBe('tsc -p tsconfig.json')
  const compile = ['-p', 'shop/tsconfig.json']
  expect(spawnSync(compiler, compile, { cwd: project, encoding: 'utf8' }).stdout).toBe('')
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['shop/dist/mcp.js', ...args], { cwd: project, encoding: 'utf8' })
  expect(run('--help').stdout).toMatch(/^A Model Context Protocol server for .*--read-only/s)
  // Standard input has ended: a server over stdio ends with it.
  expect(run()).toMatchObject({ status: 0, stderr: '' })
})
