import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiler, SHORT_LIVED } from '../../compiler.js'
import { packedPackages, type Tarball } from '../tarballs.fixture.js'

/** A project of openapi-typescript and openapi-fetch moves in: it compiles and does the same before, between and after. */

const root = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)
let project: string
let server: Server
let tarball: Tarball | undefined
const requests: string[] = []

const DOCUMENT = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: size, in: query, schema: { type: string, enum: [s, m] } }
      responses:
        '200': { $ref: '#/components/responses/Pet' }
        '404': { description: None., content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } } }
    put:
      operationId: putPet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '200': { $ref: '#/components/responses/Pet' } }
components:
  responses:
    Pet: { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
  schemas:
    Error: { type: object, required: [message], properties: { message: { type: string } } }
    Pet:
      type: object
      required: [name, kind]
      properties: { name: { type: string }, kind: { type: string, enum: [cat, dog] } }
`

const FILES = {
  'api.yaml': DOCUMENT,
  'package.json': JSON.stringify({
    name: 'shop',
    type: 'module',
    scripts: { types: 'openapi-typescript api.yaml -o src/shop.d.ts' },
    dependencies: { 'openapi-fetch': '~0.17.0' },
    devDependencies: { 'openapi-typescript': '7.13.0' },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'] },
      ...{ module: 'nodenext', strict: true, outDir: 'dist', rootDir: 'src', types: [] },
    },
    include: ['src'],
  }),
  'src/client.ts': `import createClient from 'openapi-fetch'
import type { components, paths } from './shop.js'

export type Pet = components['schemas']['Pet']
export type Failure = components['schemas']['Error']
export type Found = components['responses']['Pet']['content']['application/json']

declare const baseUrl: string
export const client = createClient<paths>({ baseUrl })
`,
  'src/main.ts': `import { client, type Found, type Pet } from './client.js'
import type { operations } from './shop.js'

type Size = NonNullable<NonNullable<operations['getPet']['parameters']['query']>['size']>

export async function main(size: Size): Promise<string> {
  const { data: first, error } = await client.GET('/pets/{id}', {
    params: { path: { id: 1 }, query: { size } },
  })
  if (error) throw new Error('not found')
  const pet: Pet = { ...first, kind: 'dog' }
  const put: Found | undefined = (await client.PUT('/pets/{id}', { params: { path: { id: 2 } }, body: pet })).data
  const { error: missing } = await client.GET('/pets/{id}', { params: { path: { id: 404 } } })
  return [first.kind, put?.name, missing === undefined].join(' ')
}
`,
}

beforeAll(async () => {
  project = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'tagwire-moving-in-'))
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    writeFileSync(path.join(project, file), text)
  }
  const { list, install } = await packedPackages()
  tarball = list.find(({ name }) => name === '@tagwire/migrate')
  install(project, '@tagwire/migrate', '@tagwire/runtime')
  const link = (name: string, target: string): void =>
    symlinkSync(path.join(root, target), path.join(project, 'node_modules', name))
  link('ts-morph', 'node_modules/ts-morph')
  link('openapi-fetch', 'node_modules/openapi-fetch')
  link('tagwire', 'generator')
  const require = createRequire(path.join(root, 'generator/package.json'))
  const drawing = await import(pathToFileURL(require.resolve('openapi-typescript')).href)
  const text = drawing.astToString(
    await drawing.default(pathToFileURL(path.join(project, 'api.yaml'))),
  )
  writeFileSync(path.join(project, 'src/shop.d.ts'), `${drawing.COMMENT_HEADER}${text}`)
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${body}`)
      const isMissing = request.url?.includes('404')
      response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' })
      response.end(isMissing ? '{"message":"none"}' : '{"name":"Mia","kind":"cat"}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
}, 120_000)

afterAll(() => {
  server.close()
  rmSync(project, { recursive: true, force: true })
})

const migrate = (...args: readonly string[]) =>
  run(process.execPath, [...SHORT_LIVED, 'node_modules/@tagwire/migrate/dist/main.js', ...args], {
    cwd: project,
  })

/** Compiles the project and runs it. */
async function outcome(): Promise<unknown> {
  const compiled = await run(compiler, ['-p', '.', '--pretty', 'false'], { cwd: project }).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  )
  expect(compiled.stdout).toBe('')
  requests.length = 0
  const { port } = server.address() as AddressInfo
  const program = `globalThis.baseUrl = 'http://127.0.0.1:${port}'
const { main } = await import('./dist/main.js')
console.log(await main('s'))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: project,
  })
  return { printed: stdout.trim(), requests: [...requests] }
}

const EXPECTED = {
  printed: 'cat Mia false',
  requests: ['GET /pets/1?size=s ', 'PUT /pets/2 {"name":"Mia","kind":"dog"}', 'GET /pets/404 '],
}

test('what is published depends on ts-morph, and has no test', async () => {
  const manifest = JSON.parse(
    readFileSync(path.join(project, 'node_modules/@tagwire/migrate/package.json'), 'utf8'),
  )
  expect(manifest).toMatchObject({
    name: '@tagwire/migrate',
    bin: { migrate: './dist/main.js' },
    license: 'MIT',
  })
  expect(Object.keys(manifest.dependencies)).toEqual(['ts-morph'])
  const files = tarball?.files.map((file) => file.path) ?? []
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist/main.js', 'src/main.ts']),
  )
  expect(files.filter((file) => /test|fixture|tsbuildinfo|node_modules/.test(file))).toEqual([])
  const readme = readFileSync(path.join(root, 'packages/migrate/README.md'), 'utf8')
  expect(readme.split('\n', 1)).toEqual(['# @tagwire/migrate'])
  const { stdout } = await migrate('--help')
  for (const [option] of stdout.matchAll(/--(?:write|calls|out|tsconfig|json|quiet)\b/g)) {
    expect(readme).toContain(option)
  }
  const source = readFileSync(path.join(root, 'packages/migrate/src/errors.ts'), 'utf8')
  for (const [code] of source.matchAll(/TM\d{4}/g)) expect(readme).toContain(`| ${code} |`)
}, 60_000)

test('types, then calls: it compiles, and sends and returns the same', async () => {
  expect(await outcome()).toEqual(EXPECTED)

  const first = await migrate('--write')
  expect(first.stdout).not.toContain('\u001b')
  expect(first.stdout).not.toContain('To do by hand')
  await run(process.execPath, ['node_modules/tagwire/dist/main.js', 'generate'], { cwd: project })
  expect(await outcome()).toEqual(EXPECTED)

  await migrate('--calls', '--write')
  expect(readFileSync(path.join(project, 'src/client.ts'), 'utf8')).toContain(
    '= createShopClient({ baseUrl })',
  )
  expect(readFileSync(path.join(project, 'src/main.ts'), 'utf8')).not.toMatch(/client\.(?:GET|PUT)/)
  expect(await outcome()).toEqual(EXPECTED)
}, 120_000)
