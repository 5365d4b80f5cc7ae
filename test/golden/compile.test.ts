import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { CAREFUL_OPTIONS, compiler } from '../compiler.js'
import { withChecks } from '../with-checks.js'
import { expectedModules, goldenFolder } from './cases.js'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'tagwire-compile-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies of the expected modules and of those in `packages`, of which compilers check everything. */
const modules = [
  ...expectedModules().map((file) => [file, path.join(goldenFolder, file)] as const),
  ...['routing', 'node-rpc'].flatMap((name) => {
    const sources = path.join(repository, 'packages', name, 'src')
    return readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [path.join(name, file), path.join(sources, file)] as const)
  }),
].map(([name, original]) => {
  const copy = path.join(folder, name)
  mkdirSync(path.dirname(copy), { recursive: true })
  writeFileSync(copy, withChecks(readFileSync(original, 'utf8')))
  return copy
})
writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
symlinkSync(
  path.join(repository, 'packages/routing/node_modules'),
  path.join(folder, 'node_modules'),
  'junction',
)

const compilerOptions = {
  ...CAREFUL_OPTIONS,
  skipLibCheck: false,
  noEmit: true,
  paths: { '@tagwire/runtime/*': [path.join(repository, 'packages/runtime/dist/*/index.d.ts')] },
}

test('all expected modules compile under strict flags, in one program', { timeout: 60_000 }, () => {
  expect(modules.length).toBeGreaterThan(60)
  const config = path.join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, files: modules }))
  const { stdout, status } = runTsc(['-p', config, '--pretty', 'false', '--listFiles'])
  const listed = new Set(stdout.trim().split(/\r?\n/))
  for (const file of modules) expect(listed).toContain(file.split(path.sep).join('/'))
  // Whatever is no file of the program is a complaint.
  expect([...listed].filter((line) => !/^(?:\/|[A-Z]:).*\.d?\.?[cm]?ts$/.test(line))).toEqual([])
  expect(status).toBe(0)
})

test('what is sent as a union has one key too, where its type is another one', {
  timeout: 60_000,
}, () => {
  const unions = path.join(goldenFolder, 'read-write/expected/src/unions.js')
  const file = path.join(folder, 'sent.mts')
  const config = path.join(folder, 'sent.json')
  const user = "{ name: 'n', password: 'p' }"
  const lines = [
    `import type { SubjectInput } from ${JSON.stringify(unions)}`,
    `export const one: SubjectInput = { user: ${user} }`,
    `export const two: SubjectInput = { user: ${user}, bot: 'b' }`,
    'export const none: SubjectInput = {}',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
  const { stdout } = runTsc(['-p', config, '--pretty', 'false'])
  const complaints = stdout.matchAll(/sent\.mts\((\d+),\d+\): error (TS\d+)/g)
  expect([...complaints].map(([, line, code]) => `${line} ${code}`)).toEqual([
    '3 TS2322',
    '4 TS2322',
  ])
})

test('validators in sources inside an app narrow, though compilers do not check how they work', {
  timeout: 60_000,
}, () => {
  const file = path.join(folder, 'narrowed.mts')
  const config = path.join(folder, 'narrowed.json')
  const lines = [
    `import { routeValidator } from ${JSON.stringify(path.join(repository, 'packages/routing/src/validate.js'))}`,
    'export function amountOf(value: unknown): string {',
    '  routeValidator.assert(value)',
    '  return value.amount_in',
    '}',
    'export const wrong = (value: unknown): number => routeValidator.is(value) ? value.amount_in : 0',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
  const { stdout } = runTsc(['-p', config, '--pretty', 'false'])
  expect(stdout).toMatch(/^\S*narrowed\.mts\(6,\d+\): error TS2322/)
  expect(stdout.match(/error TS/g)).toHaveLength(1)
})

test('credentials are those of the document: an option that no scheme reads does not compile', {
  timeout: 60_000,
}, () => {
  const file = path.join(folder, 'credentials.mts')
  const config = path.join(folder, 'credentials.json')
  const client = (name: string): string =>
    JSON.stringify(path.join(repository, `test/golden/${name}/expected/src/client.js`))
  const lines = [
    `import { createSecurityClient } from ${client('security')}`,
    `import { createBodiesClient } from ${client('bodies')}`,
    "import { clientCredentials, refreshToken } from '@tagwire/runtime/oauth'",
    "const server = { tokenUrl: 'https://auth.example/token', clientId: 'me' }",
    'const login = clientCredentials(server)',
    'createSecurityClient({ credentials: { login } })',
    "createSecurityClient({ credentials: { login: refreshToken({ ...server, refreshToken: 'r' }) } })",
    "createSecurityClient({ apiKey: 'k', credentials: { token: 't', basic: { username: 'u', password: 'p' } } })",
    "createSecurityClient({ credentials: { tokne: 't' } })",
    "createSecurityClient({ credentials: { basic: 't' } })",
    "createBodiesClient({ apiKey: 'k' })",
    "createBodiesClient({ credentials: { token: 't' } })",
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
  const { stdout } = runTsc(['-p', config, '--pretty', 'false'])
  const complaints = stdout.matchAll(/credentials\.mts\((\d+),\d+\): error (TS\d+)/g)
  expect([...complaints].map(([, line, code]) => `${line} ${code}`)).toEqual([
    '9 TS2561',
    '10 TS2322',
    '11 TS2353',
    '12 TS2353',
  ])
})

function runTsc(args: readonly string[]) {
  return spawnSync(compiler, args, { cwd: repository, encoding: 'utf8' })
}
