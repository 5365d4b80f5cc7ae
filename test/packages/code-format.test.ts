import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CAREFUL_OPTIONS, compiler } from '../compiler.js'
import { expectedModules, goldenFolder } from '../golden/cases.js'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-format-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Packages that use most of the runtime: calls, bodies, streams, errors, validators, decoders, both languages. */
const CASES = ['http', 'openrpc', 'encodings', 'streams']

const BEGIN = '// ==== '
const [, format = ''] =
  /'format (\d+) /.exec(read('packages/runtime/src/core/generated-code.ts')) ?? []
const frozen = path.join(repository, `test/packages/code-format/${format}.txt`)

function read(file: string): string {
  return readFileSync(path.join(repository, file), 'utf8')
}

function packageFolder(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name)
  const end = path.join('node_modules', name)
  return entry.slice(0, entry.lastIndexOf(end) + end.length)
}

/** Modules of the cases, one behind the other. */
function archive(): string {
  const files = expectedModules().filter((file) =>
    CASES.some((each) => file.startsWith(`${each}/`)),
  )
  return files
    .map((file) => `${BEGIN}${file}\n${readFileSync(path.join(goldenFolder, file), 'utf8')}`)
    .join('')
}

beforeAll(() => {
  // Code of a format is written down once, when the number is raised, and never again.
  if (process.env.UPDATE && !existsSync(frozen)) writeFileSync(frozen, archive())
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const modules = path.join(folder, 'node_modules')
  mkdirSync(modules)
  symlinkSync(packageFolder('openapi-fetch'), path.join(modules, 'openapi-fetch'), 'junction')
  for (const part of readFileSync(frozen, 'utf8').split(BEGIN).slice(1)) {
    const [name = ''] = part.split('\n', 1)
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, part.slice(name.length + 1))
  }
})

/**
 * Where one of these fails, the runtime does not understand code any more that was generated before: raise the
 * number in `core/generated-code.ts` of the runtime and in `emit/client-parts.ts`, and run with UPDATE=1.
 */
describe('code that was generated when this format was new', () => {
  test('contains its format, like current code', () => {
    const line = new RegExp(`GeneratedCode<'format ${format} `)
    for (const text of [readFileSync(frozen, 'utf8'), archive()]) {
      expect(text.replace(/<\n\s*/g, '<')).toMatch(line)
    }
  })

  test('compiles with the current runtime', { timeout: 60_000 }, () => {
    const config = path.join(folder, 'tsconfig.json')
    const compilerOptions = {
      ...CAREFUL_OPTIONS,
      noEmit: true,
      paths: {
        '@tagwire/runtime/*': [path.join(repository, 'packages/runtime/dist/*/index.d.ts')],
      },
    }
    const include = CASES.map((each) => `${each}/**/*.ts`)
    writeFileSync(config, JSON.stringify({ compilerOptions, include }))
    const { stdout } = spawnSync(compiler, ['-p', config, '--pretty', 'false'], {
      cwd: repository,
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
  })

  test('calls a service', async () => {
    const { createHttpClient } = await load('http')
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(url)
      return Response.json({ id: 'p-1' })
    }
    const client = createHttpClient?.({ baseUrl: 'https://post.example.com', fetch })
    expect(await client.parcel({ id: 'p 1' })).toEqual({ id: 'p-1' })
    expect(asked).toEqual(['https://post.example.com/parcels/p%201'])
  })

  test('calls a JSON-RPC server', async () => {
    const { createOpenrpcClient, http } = await load('openrpc')
    const sent: unknown[] = []
    const fetch = async (_: string, { body = '' }: { readonly body?: string }) => {
      const { id, method, params } = JSON.parse(body)
      sent.push({ method, params })
      return Response.json({ jsonrpc: '2.0', id, result: { count: '5' } })
    }
    const client = createOpenrpcClient?.({ transport: http?.('http://127.0.0.1:1', { fetch }) })
    expect(await client.getCount({ key: '0x01' })).toEqual({ count: '5' })
    expect(sent).toEqual([{ method: 'get_count', params: [null, 'AQ=='] }])
  })

  async function load(name: string): Promise<Record<string, CallableFunction>> {
    const dist = path.join(repository, 'packages/runtime/dist')
    const entries = ['core', 'decode', 'http', 'mock', 'rpc/comet', 'rpc', 'union', 'validate']
    const alias = Object.fromEntries(
      entries.map((each) => [`@tagwire/runtime/${each}`, `${dist}/${each}/index.js`]),
    )
    const jiti = createJiti(folder, { alias })
    return jiti.import(path.join(folder, name, 'expected/src/index.ts'))
  }
})
