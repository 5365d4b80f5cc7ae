import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ProbeOptions, probe } from '../../../generator/src/index.js'

/** Which of the recorded traffic belongs to a document. */

const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const answers = { 200: { description: 'Good.', content: { 'application/json': { schema: item } } } }
const get = (operationId: string) => ({ get: { operationId, responses: answers } })

function documentAt(servers: unknown): unknown {
  return {
    openapi: '3.1.0',
    info: { title: 'Items', version: '1' },
    ...(servers === undefined ? {} : { servers }),
    paths: {
      '/items/{id}': {
        ...get('item'),
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      },
      '/items/mine': get('mine'),
      '/items': get('items'),
      '/files': { get: { ...get('files').get, servers: [{ url: 'https://files.mine.com/raw' }] } },
    },
  }
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tagwire-hosts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The outcome of each recorded address. */
async function outcomes(
  servers: unknown,
  urls: readonly string[],
  options: ProbeOptions = {},
): Promise<string[]> {
  const entries = urls.map((url) => ({
    request: { method: 'GET', url },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{}' } },
  }))
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(documentAt(servers)))
  writeFileSync(path.join(folder, 'a.har'), JSON.stringify({ log: { entries } }))
  const { payloads } = await probe('spec.json', { cwd: folder, samples: 'a.har', ...options })
  return payloads
    .filter((each) => !each.name.endsWith(' path'))
    .map(({ outcome, reason }) => outcome + (reason === undefined ? '' : `: ${reason}`))
}

const MINE = [{ url: 'https://api.mine.com/v1' }]

test('traffic of another host says nothing about the document', async () => {
  const urls = ['https://api.mine.com/v1/items', 'https://cdn.other.com/v1/items']
  expect(await outcomes(MINE, urls)).toEqual([
    'mismatch',
    'left-out: cdn.other.com is no server of the document',
  ])
})

test.each([[MINE], [undefined]])('nor what a browser has without a host: %j', async (servers) => {
  const urls = ['data:image/png;base64,AAAA', 'blob:https://api.mine.com/1', 'about:blank']
  expect(new Set(await outcomes(servers, urls))).toEqual(
    new Set(['left-out: addresses without a host']),
  )
})

test('neither does what is outside of the base path', async () => {
  expect(await outcomes(MINE, ['https://api.mine.com/v2/items'])).toEqual([
    'left-out: outside of the base path of the document, at api.mine.com',
  ])
  expect(await outcomes(MINE, ['https://api.mine.com/v1/proxy/items'])).toEqual([
    'unknown: GET /v1/proxy/items is not an operation',
  ])
})

test.each([
  ['/v1/other/12345', '/v1/other/…'],
  ['/v1/jane@example.com/items', '/v1/…/items'],
  ['/v1/sk_liveAbCdEfGhIjKl/items', '/v1/…/items'],
  ['/v1/billing-preferences/items', '/v1/billing-preferences/items'],
])('no report has what may be a secret in a path: %s', async (given, shown) => {
  const url = `https://user:secret@api.mine.com${given}?token=secret`
  expect(await outcomes(MINE, [url])).toEqual([`unknown: GET ${shown} is not an operation`])
})

test('an operation may have a server of its own', async () => {
  const urls = ['https://files.mine.com/raw/files', 'https://api.mine.com/v1/files']
  expect(await outcomes(MINE, urls)).toEqual([
    'mismatch',
    'unknown: GET /v1/files is not an operation',
  ])
})

describe('variables of a server', () => {
  const servers = [
    {
      url: '{scheme}://{region}.mine.com:{port}/{version}',
      variables: {
        scheme: { default: 'https' },
        region: { default: 'eu', enum: ['eu', 'us'] },
        port: { default: '443' },
        version: { default: 'v1' },
      },
    },
  ]
  test.each([
    ['https://us.mine.com/v7/items', 'mismatch'],
    ['http://eu.mine.com:8443/v1/items', 'mismatch'],
    ['https://asia.mine.com/v1/items', 'left-out: asia.mine.com is no server of the document'],
    ['https://eu.mine.com.evil.example/v1/items', expect.stringContaining('left-out')],
  ])('%s', async (url, outcome) => {
    expect(await outcomes(servers, [url])).toEqual([outcome])
  })
})

test('a server can be added', async () => {
  const urls = ['https://staging.mine.com/items']
  expect(await outcomes(MINE, urls, { servers: ['https://staging.mine.com'] })).toEqual([
    'mismatch',
  ])
})

test('a server that is added may have credentials and a query', async () => {
  const servers = ['https://user:secret@staging.mine.com/v2?token=secret']
  expect(await outcomes(MINE, ['https://staging.mine.com/v2/items'], { servers })).toEqual([
    'mismatch',
  ])
})

describe('a document that names no host', () => {
  const [one, other] = ['https://api.mine.com/v1/items', 'https://cdn.other.com/items']
  test.each([
    ['no servers', undefined],
    ['a path', [{ url: '/v1' }]],
    ['the machine of its developer', [{ url: 'http://localhost:8080/v1' }]],
  ])('%s: takes a single host for its own', async (_, servers) => {
    expect(await outcomes(servers, [one])).toEqual(['mismatch'])
  })
  test('does not choose between hosts', async () => {
    const reason =
      'the document names no host, and operations of it are recorded at api.mine.com, cdn.other.com'
    expect(await outcomes(undefined, [one, other])).toEqual([
      `left-out: ${reason}`,
      `left-out: ${reason}`,
    ])
    expect(
      await outcomes(undefined, [one, other], { servers: ['https://api.mine.com/v1'] }),
    ).toEqual(['mismatch', 'left-out: cdn.other.com is no server of the document'])
  })
})

test('a path without arguments comes before one with them', async () => {
  const { payloads } = await (async () => {
    await outcomes(MINE, ['https://api.mine.com/v1/items/mine'])
    return probe('spec.json', { cwd: folder, samples: 'a.har' })
  })()
  expect(payloads.map((each) => each.name)).toEqual(['a.har [1]'])
})
