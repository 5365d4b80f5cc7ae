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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** Programs that a user might write, and what the compiler has against each line: one start for all of them. */
const users = {
  sent: [
    `import type { SubjectInput } from ${JSON.stringify(path.join(goldenFolder, 'read-write/expected/src/unions.js'))}`,
    "export const one: SubjectInput = { user: { name: 'n', password: 'p' } }",
    "export const two: SubjectInput = { user: { name: 'n', password: 'p' }, bot: 'b' }",
    'export const none: SubjectInput = {}',
  ],
  narrowed: [
    `import { routeValidator } from ${JSON.stringify(path.join(repository, 'packages/routing/src/validate.js'))}`,
    'export function amountOf(value: unknown): string {',
    '  routeValidator.assert(value)',
    '  return value.amount_in',
    '}',
    'export const wrong = (value: unknown): number => routeValidator.is(value) ? value.amount_in : 0',
  ],
  credentials: [
    `import { createSecurityClient } from ${clientOf('security')}`,
    `import { createBodiesClient } from ${clientOf('bodies')}`,
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
  ],
}

function clientOf(name: string): string {
  return JSON.stringify(path.join(goldenFolder, name, 'expected/src/client.js'))
}

describe('programs of users', { timeout: 60_000 }, () => {
  let complaints: readonly string[]
  beforeAll(() => {
    const files = Object.entries(users).map(([name, lines]) => {
      const file = path.join(folder, `${name}.mts`)
      writeFileSync(file, `${lines.join('\n')}\n`)
      return file
    })
    const config = path.join(folder, 'users.json')
    writeFileSync(config, JSON.stringify({ compilerOptions, files }))
    const { stdout } = runTsc(['-p', config, '--pretty', 'false'])
    complaints = [...stdout.matchAll(/(\w+)\.m?ts\((\d+),\d+\): error (TS\d+)/g)].map(
      ([, file, line, code]) => `${file} ${line} ${code}`,
    )
  }, 60_000)
  const complaintsOf = (name: keyof typeof users): string[] =>
    complaints
      .filter((each) => each.startsWith(`${name} `))
      .map((each) => each.slice(name.length + 1))

  test('nothing else has complaints', () => {
    const names = complaints.map((each) => each.split(' ')[0])
    expect([...new Set(names)].sort()).toEqual(['credentials', 'narrowed', 'sent'])
  })

  test('what is sent as a union has one key too, where its type is another one', () => {
    expect(complaintsOf('sent')).toEqual(['3 TS2322', '4 TS2322'])
  })

  test('validators in sources inside an app narrow, though compilers do not check how they work', () => {
    expect(complaintsOf('narrowed')).toEqual(['6 TS2322'])
  })

  test('credentials are those of the document: an option that no scheme reads does not compile', () => {
    const unread = ['9 TS2561', '10 TS2322', '11 TS2353', '12 TS2353']
    expect(complaintsOf('credentials')).toEqual(unread)
  })
})

function runTsc(args: readonly string[]) {
  return spawnSync(compiler, args, { cwd: repository, encoding: 'utf8' })
}
