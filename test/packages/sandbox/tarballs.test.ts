import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { packedPackages, type Tarballs } from '../tarballs.fixture.js'

/**
 * What a user has after `npm install` of the tarballs: the packed files, and nothing else from this
 * repository.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
let project: string
let install: Tarballs['install']

beforeAll(async () => {
  project = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'tagwire-sandbox-'))
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }')
  install = (await packedPackages()).install
  install(project, '@tagwire/runtime', '@tagwire/routing')
  const fetchLibrary = path.join(root, 'packages/routing/node_modules/openapi-fetch')
  const typesOfIt = path.join(realpathSync(fetchLibrary), '../openapi-typescript-helpers')
  for (const folder of [fetchLibrary, typesOfIt]) {
    const to = path.join(project, 'node_modules', path.basename(folder))
    cpSync(realpathSync(folder), to, { recursive: true })
  }
  return () => rmSync(project, { recursive: true, force: true })
  // Packing starts npm, on a machine that may be busy.
}, 120_000)

function run(program: string): string {
  const file = path.join(project, 'program.mjs')
  writeFileSync(file, program)
  return execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' }).trim()
}

const PROGRAM = `
import { createRoutingClient, isApiError } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'

const routing = createRoutingClient({ fetch: mockRouting({ bridges: () => ({ bridges: [] }) }) })
const { bridges } = await routing.bridges()
const chains = await routing.chains().then(
  (answer) => answer.chains[0].chain_id,
  (error) => isApiError(error) && error.status + ' ' + error.message,
)
console.log(JSON.stringify({ bridges, chains }))
`

test('without it handlers answer, and what needs the world says what to install', () => {
  const { bridges, chains } = JSON.parse(run(PROGRAM))
  expect(bridges).toEqual([])
  expect(chains).toMatch(/^501 /)
  expect(chains).toContain('npm install --save-dev @tagwire/routing-sandbox')
})

test('with it the world answers, and its program serves', { timeout: 120_000 }, async () => {
  install(project, '@tagwire/routing-sandbox')
  expect(JSON.parse(run(PROGRAM)).chains).toBe('cosmoshub-4')

  const main = path.join(project, 'node_modules/@tagwire/routing-sandbox/dist/main.js')
  const child = spawn(process.execPath, [main, '--port', '0'], { cwd: project })
  try {
    const [said] = await once(child.stdout, 'data')
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(said)) ?? []
    const answer = await fetch(`${url}/v2/info/bridges`)
    expect((await answer.json()).bridges).toHaveLength(10)
  } finally {
    child.kill('SIGKILL')
  }
})
