import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CAREFUL_OPTIONS, compiler, SHORT_LIVED } from '../compiler.js'
import { isLong } from '../property/length.js'
import { run } from '../unit/cli/cli.fixture.js'
import { bundleOf, repository } from './bundle.fixture.js'

/** Single files of whole documents, and of one whose schemas are called like what the file has for itself. */

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-one-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Names of the runtime, of the client and of the platform, as names of schemas. */
const TAKEN = [
  ...['Problem', 'Answer', 'Attempt', 'ApiError', 'TimeoutError', 'HttpOperation', 'Middleware'],
  ...[
    'Deadline',
    'Response',
    'Request',
    'Headers',
    'Event',
    'AbortSignal',
    'ReadableStream',
    'URL',
  ],
  ...[
    'connectHttp',
    'operations',
    'servers',
    'service',
    'validators',
    'send',
    'exchange',
    'Redact',
  ],
  ...[
    'Only',
    'match',
    'BodyInit',
    'Validator',
    'decode',
    'globalThis_',
    'TextDecoder',
    'performance',
  ],
]

const named = {
  openapi: '3.1.0',
  info: { title: 'Names', version: '1' },
  servers: [{ url: 'http://127.0.0.1:1' }],
  paths: {
    '/all': {
      post: {
        operationId: 'send',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/All' } } },
        },
        responses: {
          200: {
            description: 'Fine.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/All' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      All: {
        type: 'object',
        properties: Object.fromEntries(
          TAKEN.map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
        ),
      },
      ...Object.fromEntries(
        TAKEN.map((name) => [name, { type: 'object', properties: { [name]: { type: 'string' } } }]),
      ),
    },
  },
}

const WHOLE = 'client,validate,decode,mock'

const FILES = [
  { name: 'routing', spec: path.join(repository, 'spec/routing/openapi.yaml'), emit: WHOLE },
  { name: 'shop', spec: path.join(repository, 'spec/routing/openapi.yaml'), emit: 'client' },
  { name: 'node-rpc', spec: path.join(repository, 'spec/node-rpc/openrpc.yaml'), emit: WHOLE },
  { name: 'names', spec: 'names.json', emit: WHOLE },
  // Whose first parts are goldens. They have little of their own, and all of the runtime.
  ...[
    { name: 'kiosk', spec: path.join(repository, 'test/golden/one-file/openapi.yaml') },
    { name: 'counter', spec: path.join(repository, 'test/golden/one-file-rpc/openrpc.yaml') },
  ].map((each) => ({ ...each, emit: WHOLE })),
]

const fileOf = (name: string): string => path.join(folder, `${name}.ts`)

beforeAll(async () => {
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "name": "app" }')
  writeFileSync(path.join(folder, 'names.json'), JSON.stringify(named))
  for (const { name, spec, emit } of FILES) {
    const made = await run(folder, [
      'generate',
      '--spec',
      spec,
      '--out',
      `${name}.ts`,
      '--emit',
      emit,
    ])
    expect(made.code, made.stderr).toBe(0)
  }
}, 120_000)

const compilerOptions = { ...CAREFUL_OPTIONS, noEmit: true }

const olderCompiler = path.join(repository, 'generator/node_modules/typescript/bin/tsc')

const names = FILES.map(({ name }) => name)
/** Of the documents of this repository, what the older one says is known at night: it takes ten seconds for them. */
const forOlder = isLong ? names : ['kiosk', 'counter']

test.each([
  ['this compiler', compiler, [], names],
  ['TypeScript 5.9', process.execPath, [...SHORT_LIVED, olderCompiler], forOlder],
])(
  'they compile under strict flags, with erasable syntax only: %s',
  { timeout: 120_000 },
  (_, command, before, compiled) => {
    const config = path.join(folder, 'tsconfig.json')
    const files = compiled.map(fileOf)
    writeFileSync(config, JSON.stringify({ compilerOptions, files }))
    const { stdout, status } = spawnSync(command, [...before, '-p', config, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
    expect(status).toBe(0)
  },
)

test('they import nothing, and their types are checked', () => {
  for (const { name } of FILES) {
    const text = readFileSync(fileOf(name), 'utf8')
    expect(text).not.toMatch(/^(?:import|export \*)\b|^\} from |\bimport\(|@ts-nocheck/m)
  }
})

test('what the document calls like something else is exported as it is called', () => {
  const text = readFileSync(fileOf('names'), 'utf8')
  const exported = new Set([
    ...[
      ...text.matchAll(/^export (?:interface|type|const|class|(?:async )?function) ([\w$]+)/gm),
    ].map(([, name]) => name),
    ...[...text.matchAll(/^export (?:type )?\{ [\w$]+ as ([\w$]+) \}/gm)].map(([, name]) => name),
  ])
  expect([...exported]).toEqual(expect.arrayContaining(TAKEN))
})

/** Node runs the file as it is if it can; otherwise only its types are taken away first. */
async function load(name: string): Promise<Record<string, unknown>> {
  if (Reflect.get(process.features, 'typescript') === 'strip') return import(fileOf(name))
  const bundle = await rolldown({ input: fileOf(name), platform: 'node', treeshake: false })
  const file = path.join(folder, `${name}.mjs`)
  await bundle.write({ file, format: 'esm' })
  return import(file)
}

test.each(FILES)('$name is loaded, with all that runs then', async ({ name }) => {
  expect(Object.keys(await load(name)).length).toBeGreaterThan(5)
})

/** A Node that runs TypeScript: this one, or 24 as `pnpm tool runtimes` and `pnpm tool day` install it. */
function typescriptNode(): string | undefined {
  if (Reflect.get(process.features, 'typescript') === 'strip') return process.execPath
  const name = `node-24-${process.platform}-${process.arch}`
  const binary = path.join(repository, 'test/external/runtimes/node_modules', name, 'bin/node')
  return existsSync(binary) ? binary : undefined
}

test('Node 24 runs them as they are', (context) => {
  const node = typescriptNode()
  if (node === undefined) {
    const hint = 'pnpm --dir test/external/runtimes install --frozen-lockfile'
    process.stderr.write(`SKIPPED: single files in Node 24, which is not installed (${hint})\n`)
    return context.skip()
  }
  const program = path.join(folder, 'program.ts')
  const imports = FILES.map(({ name }, index) => `import * as all${index} from './${name}.ts'`)
  const text = `${imports.join('\n')}
import { createKioskClient, type Item } from './kiosk.ts'
const item: Item = { book: { isbn: '978-3-16-1484' } }
const fetch = async (url: string | Request, init?: RequestInit) =>
  Response.json({ id: String(url), item: JSON.parse(String(init?.body)) }, { status: 201 })
const kiosk = createKioskClient({ fetch, credentials: { token: 't' } })
console.log(JSON.stringify(await kiosk.createOrder(item)))
`
  writeFileSync(program, text)
  const { stdout, stderr } = spawnSync(node, ['--no-warnings', program], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    id: 'https://kiosk.example/orders',
    item: { book: { isbn: '978-3-16-1484' } },
  })
})

test('its client calls a server', async () => {
  const seen: unknown[] = []
  const server = createServer((request, response) => {
    request.on('data', (data) => seen.push(request.url, String(data)))
    request.on('end', () =>
      response.setHeader('content-type', 'application/json').end('{"send":{}}'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = Object(server.address())
    const { createNamesClient } = await load('names')
    if (typeof createNamesClient !== 'function') throw new Error('there is no client')
    const client = createNamesClient({ baseUrl: `http://127.0.0.1:${port}` })
    expect(await client.send({ match: { match: 'yes' } })).toEqual({ send: {} })
    expect(seen).toEqual(['/all', '{"match":{"match":"yes"}}'])
  } finally {
    server.close()
  }
})

/** Bytes of the minified and compressed bundle of a program. */
async function bytesOf(program: string): Promise<number> {
  return gzipSync((await bundleOf(program, true)).code).length
}

test.each([
  [
    'a client',
    (from: string) =>
      `import { createShopClient as create } from ${from}; create().route({}).then(console.log)`,
    `import { createRoutingClient as create } from '@tagwire/routing'; create().route({}).then(console.log)`,
  ],
  [
    'one call',
    (from: string) =>
      `import { connectShop, route } from ${from}; connectShop().call(route, {}).then(console.log)`,
    `import { connectRouting } from '@tagwire/routing'
     import { route } from '@tagwire/routing/operations'
     connectRouting().call(route, {}).then(console.log)`,
  ],
])('%s in a bundle costs what it costs with the package', async (_, own, packaged) => {
  const alone = await bytesOf(own(JSON.stringify(fileOf('shop'))))
  const beside = await bytesOf(packaged)
  expect(alone).toBeGreaterThan(4000)
  expect(alone / beside).toBeLessThan(1.03)
})
