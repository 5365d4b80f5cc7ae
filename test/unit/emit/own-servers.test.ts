// A generated client whose operations have servers of their own, all of them real ones on loopback.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { generatePackage } from '../../../generator/src/pipeline/generate-package.js'
import { json, type LoopbackServer, serve } from '../runtime/http/server.fixture.js'

const cache = path.join(import.meta.dirname, '../../../.cache')
mkdirSync(cache, { recursive: true })
// Inside the repository, where the packages that a client needs are found.
const folder = mkdtempSync(path.join(cache, 'own-servers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Client {
  readonly list: () => Promise<unknown>
  readonly upload: (body: Uint8Array) => Promise<unknown>
  readonly move: () => Promise<unknown>
}

interface ClientModule {
  readonly createFilesClient: (options: object) => Client
}

function isClientModule(module: object): module is ClientModule {
  return 'createFilesClient' in module && typeof module.createFilesClient === 'function'
}

const answered = { 200: { description: 'Done.', content: { 'application/json': {} } } }

/** The generated client of a document whose servers are these. */
async function clientModule(home: string, files: string): Promise<ClientModule> {
  const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    servers: [{ url: `${home}/v1` }],
    security: [{ key: [] }],
    paths: {
      '/files': {
        get: { operationId: 'list', responses: answered },
        post: {
          operationId: 'upload',
          servers: [{ url: `${files}/{at}`, variables: { at: { default: 'up' } } }],
          requestBody: { required: true, content: bytes },
          responses: answered,
        },
        patch: { operationId: 'move', servers: [{ url: '/v2' }], responses: answered },
      },
    },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  }
  writeFileSync(path.join(folder, 'api.json'), JSON.stringify(document))
  const identity = { name: 'files', version: '0.0.0', runtime: '*', sourcesOnly: true } as const
  const made = await generatePackage('api.json', folder, { ...identity, parts: ['client'] })
  for (const file of made.files ?? []) writeFileSync(path.join(folder, file.path), file.text)
  const module: object = await import(path.join(folder, 'client.ts'))
  if (!isClientModule(module)) throw new Error(JSON.stringify(made.diagnostics))
  return module
}

function seen({ requests }: LoopbackServer): unknown[] {
  return requests.map(({ method, url, headers }) => [method, url, headers['x-key']])
}

test('each calls its own server, and the key is only sent to its own origin and to trusted ones', async () => {
  const answer = () => serve((response) => json(response, 200, {}))
  const [home, files, proxy] = [await answer(), await answer(), await answer()]
  const { createFilesClient } = await clientModule(home.url, files.url)

  const client = createFilesClient({ apiKey: 'key' })
  await client.list()
  await client.upload(new Uint8Array(1))
  await client.move()
  expect(seen(home)).toEqual([
    ['GET', '/v1/files', 'key'],
    ['PATCH', '/v2/files', 'key'],
  ])
  expect(seen(files)).toEqual([['POST', '/up/files', undefined]])

  const trusting = createFilesClient({ apiKey: 'key', trustedOrigins: [files.url] })
  await trusting.upload(new Uint8Array(1))
  expect(seen(files).at(-1)).toEqual(['POST', '/up/files', 'key'])

  const proxied = createFilesClient({ apiKey: 'key', baseUrl: proxy.url })
  await proxied.upload(new Uint8Array(1))
  await proxied.move()
  expect(seen(proxy)).toEqual([
    ['POST', '/files', 'key'],
    ['PATCH', '/files', 'key'],
  ])
  expect([home.requests.length, files.requests.length]).toEqual([2, 2])
})
