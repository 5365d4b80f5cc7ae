import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRoutingClient, matchOperation, type Operation, type Route } from '@tagwire/routing'
import { responseValidators, routeValidator } from '@tagwire/routing/validate'
import { type Sandbox, startRoutingSandbox } from '@tagwire/routing-sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CAREFUL_OPTIONS, compiler } from '../../compiler.js'
import { createProject, type Project, run } from '../../unit/cli/cli.fixture.js'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const SPEC = 'spec/openapi.yaml'
const PATIENCE_MS = 120_000

let project: Project
let sandbox: Sandbox
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: project.folder, encoding: 'utf8' }).trim()

beforeAll(async () => {
  project = createProject({
    'tagwire.config.json': JSON.stringify({
      packages: { routing: { spec: SPEC, out: 'out', name: '@acme/routing', emit: ['client'] } },
    }),
    '.gitignore': '.tagwire/\n',
  })
  cpSync(path.join(repository, 'spec/routing'), path.join(project.folder, 'spec'), {
    recursive: true,
  })
  await tagwire('generate', '--quiet')
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'T')
  git('config', 'user.email', 't@example.com')
  git('config', 'commit.gpgsign', 'false')
  git('add', '.')
  git('commit', '-qm', 'as it was released')
  sandbox = await startRoutingSandbox({ mode: 'unknown-kinds' })
}, PATIENCE_MS)
afterAll(async () => {
  await sandbox.close()
  await project.remove()
})

const tagwire = (...args: string[]) => run(project.folder, args)

/** `TAGWIRE_FIGURES=1` prints what the documentation has as a table. */
async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (process.env.TAGWIRE_FIGURES) process.stderr.write(`| ${step} | ${seconds} s |\n`)
  return result
}

/** The code of users who want to handle every kind: one arm for each, and none for the rest. */
function fullMatch(): string {
  const unions = project.read('out/src/unions.ts')
  const [, arms = ''] = /export interface OperationArms<Result> \{(.*?)\n\}/s.exec(unions) ?? []
  const names = [...arms.matchAll(/^ {2}(\w+): \(/gm)].map(([, name]) => name)
  return [
    `import { matchOperation, type Operation } from './src/index.js'`,
    'export const textOf = (operation: Operation): string =>',
    `  matchOperation(operation, { ${names.map((name) => `${name}: () => '${name}'`).join(', ')} })`,
  ].join('\n')
}

/** What the compiler has against each of these programs, which come from one start of it. */
function compiled(...programs: readonly string[]): string[][] {
  const files = programs.map((text, index) => {
    project.write(`out/user${index}.ts`, text)
    return `user${index}.ts`
  })
  const paths = {
    '@tagwire/runtime/*': [path.join(repository, 'packages/runtime/dist/*/index.d.ts')],
  }
  const compilerOptions = { ...CAREFUL_OPTIONS, noEmit: true, paths }
  project.write('out/users.json', JSON.stringify({ compilerOptions, files }))
  const args = ['-p', path.join(project.folder, 'out/users.json'), '--pretty', 'false']
  const { stdout } = spawnSync(compiler, args, {
    cwd: path.join(project.folder, 'out'),
    encoding: 'utf8',
  })
  const lines = stdout.split('\n').filter((line) => line.includes('error TS'))
  expect(lines.filter((line) => !files.some((file) => line.startsWith(`${file}(`)))).toEqual([])
  return files.map((file) => lines.filter((line) => line.startsWith(`${file}(`)))
}

test('an unknown kind gets from the wire into the package', {
  timeout: PATIENCE_MS,
}, async () => {
  const program = fullMatch()
  expect(program).toContain('swap:')
  expect(compiled(program)).toEqual([[]])

  // Clients go on, and the tolerant validator reports it.
  const drifts: string[] = []
  const client = createRoutingClient({
    baseUrl: sandbox.url,
    validate: {
      validators: responseValidators,
      onMismatch: ({ problems, drift }) => {
        expect(problems).toEqual([])
        drifts.push(...drift.map((each) => each.path))
      },
    },
  })
  const route: Route = await timed('a client calls', () =>
    client.route({
      source_asset_denom: 'uatom',
      source_asset_chain_id: 'cosmoshub-4',
      dest_asset_denom: 'uosmo',
      dest_asset_chain_id: 'osmosis-1',
      amount_in: '1000000',
    }),
  )
  const kinds = route.operations.map((operation: Operation) =>
    matchOperation(operation, { unknown: () => 'new', otherwise: () => 'known' }),
  )
  expect(kinds).toContain('new')
  expect(kinds).toContain('known')
  expect(routeValidator.is(route)).toBe(true)
  expect(routeValidator.strict.is(route)).toBe(false)
  expect(drifts.length).toBeGreaterThan(0)

  // It is proposed and written, and everything else stays.
  const probe = ['probe', SPEC, '--url', sandbox.url]
  const proposed = await timed('`probe` proposes', () => tagwire(...probe))
  expect(proposed.code).toBe(0)
  expect(proposed.stdout).toContain('add variant `teleport_transfer` to Operation')
  await timed('`probe --apply` writes', () => tagwire(...probe, '--apply'))
  expect((await tagwire(...probe)).stdout).not.toContain('teleport_transfer')
  const documents = linesIn('spec')
  expect(documents.removed).toBe(0)

  const generated = await timed('`generate`', () => tagwire('generate', '--quiet'))
  expect(generated.code).toBe(0)
  expect(project.read('out/src/unions.ts')).toContain('isOperationTeleportTransfer')

  const compared = await timed('`diff`', () => tagwire('diff', `git:HEAD:${SPEC}`, SPEC))
  expect(compared.code).toBe(0)
  expect(compared.stdout).toContain('Operation.teleport_transfer: variant added')
  expect(compared.stdout).toContain('minor version bump')

  // Code with an arm for every kind no longer compiles; all other code still does.
  const tolerant = program.replace('})', ", otherwise: () => 'other' })")
  const [errors = [], none] = await timed('the compiler', async () => compiled(program, tolerant))
  expect(errors).toHaveLength(1)
  expect(errors[0]).toContain('teleport_transfer')
  expect(none).toEqual([])
  if (process.env.TAGWIRE_FIGURES) {
    process.stderr.write(`${JSON.stringify({ documents, package: linesIn('out') })}\n`)
  }
})

function linesIn(folder: string): { files: number; added: number; removed: number } {
  const rows = git('diff', '--numstat', '--', folder).split('\n')
  const sum = (column: number): number =>
    rows.reduce((all, row) => all + Number(row.split('\t')[column]), 0)
  return { files: rows.length, added: sum(0), removed: sum(1) }
}
