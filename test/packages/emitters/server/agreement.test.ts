// The same requests to a generated server, to its mock, to the validators of what the client sends, and recorded for
// `tagwire probe`: all of them say what the document says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probe } from '../../../../generator/src/index.js'
import type { MockFetch } from '../../../../packages/runtime/src/mock/index.js'
import type { Server } from '../../../../packages/runtime/src/server/index.js'
import { emittedPackages } from '../emitted.fixture.js'
import { type AgreementRow, CALLS, ROWS, type Sent } from './agreement-rows.js'

const document = fileURLToPath(new URL('agreement.yaml', import.meta.url))
const operations = [
  ...['query', 'need', 'whole', 'map', 'simple', 'label', 'matrix', 'heads', 'sendJson'],
  ...['sendEither', 'sendText', 'sendWord', 'sendXml', 'sendForm', 'sendParts'],
]

interface Validator {
  check(input: unknown): readonly { readonly path: string }[]
}

let server: Server
let strict: MockFetch
/** What is read of a request. */
let reading: (url: string, init: RequestInit) => Promise<Read>
let validators: Readonly<Record<string, Validator>>
let recorded: ReadonlyMap<number, readonly string[]>
let folder: string

interface Read {
  readonly operation?: string
  readonly input?: unknown
}

beforeAll(async () => {
  const emitted = await emittedPackages()
  const handlers = Object.fromEntries(operations.map((name) => [name, () => ({ status: 204 })]))
  const { createServer } = await emitted.load<{ createServer: (options: object) => Server }>(
    'agreement/src/server.ts',
  )
  server = createServer({ operations: handlers })
  const { mockAgreement } = await emitted.load<{
    mockAgreement: (handlers?: object, options?: object) => MockFetch
  }>('agreement/src/mock.ts')
  strict = mockAgreement()
  reading = async (url, init) => {
    let read: Read = {}
    const own = operations.map((operation) => [
      operation,
      (input: unknown) => {
        read = { operation, input }
      },
    ])
    // What is refused is still read.
    const response = await mockAgreement(Object.fromEntries(own))(url, init)
    if (response.status >= 300)
      await mockAgreement(Object.fromEntries(own), { checkRequests: false })(url, init)
    return read
  }
  const validate = await emitted.load<{ requestValidators: typeof validators }>(
    'agreement/src/validate.ts',
  )
  validators = validate.requestValidators
  folder = mkdtempSync(path.join(tmpdir(), 'tagwire-agreement-'))
  recorded = await recordedProblems()
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function requestOf({ url, headers = {}, type, body }: Sent): [string, RequestInit] {
  const all = { ...headers, ...(type === undefined ? {} : { 'content-type': type }) }
  const method = body === undefined ? 'GET' : 'POST'
  const sent = body === undefined ? {} : { body: new TextEncoder().encode(body) }
  return [`https://agreement.example${url}`, { method, headers: all, ...sent }]
}

/** `query many[1]`, of what `tagwire probe` says of each request, by its index. */
async function recordedProblems(): Promise<ReadonlyMap<number, readonly string[]>> {
  const entries = ROWS.map(([sent]) => {
    const [url, { method }] = requestOf(sent)
    const { headers = {}, type, body } = sent
    const all = { ...headers, ...(type === undefined ? {} : { 'content-type': type }) }
    return {
      request: {
        method,
        url,
        headers: Object.entries(all).map(([name, value]) => ({ name, value })),
        ...(body === undefined ? {} : { postData: { text: body } }),
      },
      response: { status: 204, headers: [], content: { text: '' } },
    }
  })
  writeFileSync(path.join(folder, 'all.har'), JSON.stringify({ log: { entries } }))
  const { mismatches } = await probe(document, { cwd: folder, samples: '.' })
  const found = new Map<number, string[]>()
  for (const { payload, pointer, kind, drift } of mismatches) {
    // Arguments and fields that nobody described.
    if (
      drift &&
      kind === 'unknown-field' &&
      !pointer.startsWith('/deep/') &&
      !payload.includes('request')
    )
      continue
    const [, index = '', place = ''] = /\[(\d+)\] (\w+)$/.exec(payload) ?? []
    const at = Number(index) - 1
    found.set(at, [...(found.get(at) ?? []), placeOf(place, pointer, kind)])
  }
  return found
}

function placeOf(place: string, pointer: string, kind: string): string {
  if (kind === 'unknown-content-type') return 'type'
  const [, ...steps] = pointer.split('/')
  const at = steps.map((each, index) => {
    if (/^\d+$/.test(each)) return `[${each}]`
    return index === 0 ? each : `.${each}`
  })
  return `${['query', 'path', 'header', 'cookie'].includes(place) ? place : 'body'} ${at.join('')}`
}

async function refusalOf(response: Response): Promise<string | undefined> {
  if (response.status < 300 || response.status === 501) return undefined
  if (response.status === 415) return 'type'
  const body: { problems?: { in: string; path: string }[] } = await response.json()
  const [first] = body.problems ?? []
  return first ? `${first.in} ${first.path}` : `status ${response.status}`
}

const rows = ROWS.map((row, index) => ({
  name: `${index} ${JSON.stringify(row[0])}`,
  row,
  index,
}))

test('there are many', () => {
  expect(rows.length).toBeGreaterThan(250)
})

describe('server, mock and recorded probe', () => {
  test.each(rows)('$name', async ({ row: [sent, wrong], index }) => {
    const [url, init] = requestOf(sent)
    const found = {
      server: await refusalOf(await server.fetch(new Request(url, init))),
      mock: await refusalOf(await strict(url, init)),
      probe: recorded.get(index)?.[0],
    }
    expect(found).toEqual({ server: wrong, mock: wrong, probe: wrong })
  })
})

/** What validators of requests let through, because a newer version of the service may know it. */
const NEWER: ReadonlySet<string> = new Set([
  ...['query e', 'query day', 'query deep.more', 'body more'],
])

describe('validators of requests say the same of what was read', () => {
  test.each(rows)('$name', async ({ row: [sent, wrong] }: { row: AgreementRow }) => {
    const [url, init] = requestOf(sent)
    const { operation, input } = await reading(url, init)
    // What cannot be read is no input.
    if (operation === undefined) return expect(wrong).toBeDefined()
    const found = validators[operation]?.check(input) ?? []
    // It may be sent as another content type.
    const isOther = operation === 'sendEither' && wrong === 'body age'
    const isRefused = wrong !== undefined && !NEWER.has(wrong) && !isOther
    expect(found.map((each) => each.path)).toHaveLength(isRefused ? Math.max(1, found.length) : 0)
  })
})

describe('calls of JSON-RPC, by name and by position: server and recorded probe', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    add: ['left', 'right'],
    find_item: ['id'],
    log: ['text'],
  }
  const bodyOf = (method: string, params: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  let calc: Server
  let found: ReadonlyMap<number, string>
  beforeAll(async () => {
    const { load } = await emittedPackages()
    const module = await load<{ createServer: (options: object) => Server }>('calc/src/server.ts')
    const own = { add: () => 3, findItem: () => ({ id: 'a' }), log: () => null }
    calc = module.createServer({ operations: own })
    const results: Readonly<Record<string, unknown>> = { add: 3, find_item: { id: 'a' }, log: null }
    const entries = CALLS.map(([method, params]) => {
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: results[method] })
      const body = bodyOf(method, params)
      return {
        request: { method: 'POST', url: 'http://node', headers: [], postData: { text: body } },
        response: { status: 200, headers: [], content: { text } },
      }
    })
    const home = mkdtempSync(path.join(tmpdir(), 'tagwire-calls-'))
    writeFileSync(path.join(home, 'all.har'), JSON.stringify({ log: { entries } }))
    const spec = fileURLToPath(new URL('calc.yaml', import.meta.url))
    const { mismatches } = await probe(spec, { cwd: home, samples: '.' })
    rmSync(home, { recursive: true, force: true })
    found = new Map(
      mismatches.toReversed().map(({ payload, pointer }) => {
        const at = Number(/\[(\d+)\]/.exec(payload)?.[1]) - 1
        const step = pointer.replace('/params/', '')
        return [at, names[CALLS[at]?.[0] ?? '']?.[Number(step)] ?? step]
      }),
    )
  }, 120_000)

  test.each(CALLS.map((row, index) => ({ name: JSON.stringify(row), row, index })))(
    '$name',
    async ({ row: [method, params, wrong], index }) => {
      const response = await calc.fetch(
        new Request('http://node', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: bodyOf(method, params),
        }),
      )
      const { error } = await response.json()
      expect({ server: error?.data.problems[0].path, probe: found.get(index) }).toEqual({
        server: wrong,
        probe: wrong,
      })
    },
  )
})
