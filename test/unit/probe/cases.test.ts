import { describe, expect, onTestFinished, test } from 'vitest'
import { type ProbeResult, probe } from '../../../generator/src/index.js'
import { createProject, run } from '../cli/cli.fixture.js'
import { serve } from '../runtime/http/server.fixture.js'

/** Requests that are made from schemas, and servers that do not treat them as the document says. */

const Draft = {
  type: 'object',
  required: ['name', 'size'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 8 },
    size: { type: 'integer', minimum: 1, maximum: 10 },
    note: { type: 'string' },
  },
}
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Items', version: '1' },
  paths: {
    '/items': {
      get: {
        operationId: 'items',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'sort', in: 'query', required: true, schema: { enum: ['asc', 'desc'] } },
        ],
        responses: { 200: { description: 'Items.' } },
      },
    },
    '/items/search': {
      post: {
        operationId: 'search',
        'x-tagwire-safe': true,
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: Draft, example: { name: 'a', size: 5, note: 'x' } },
          },
        },
        responses: { 200: { description: 'Items.' } },
      },
    },
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'item', responses: { 200: { description: 'An item.' } } },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone.' } } },
    },
  },
}

/** What a server knows of a request. */
interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

/** A careful server: the status of each request. */
function careful({ path, query, body }: Asked): number {
  if (path === '/items') {
    const limit = query.get('limit') ?? '1'
    const isLimit = /^-?(?:0|[1-9]\d*)$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100
    return isLimit && /^(?:asc|desc)$/.test(query.get('sort') ?? '') ? 200 : 400
  }
  if (path !== '/items/search') return /^\/items\/-?\d+$/.test(path) ? 200 : 404
  try {
    const { name, size, note = '' } = JSON.parse(body)
    const isText = typeof name === 'string' && name.length >= 1 && name.length <= 8
    const isSize = Number.isInteger(size) && size >= 1 && size <= 10
    return isText && isSize && typeof note === 'string' ? 200 : 422
  } catch {
    return 400
  }
}

async function probed(
  statusOf: (asked: Asked) => number,
  options: { cases?: number; unsafe?: boolean } = {},
): Promise<{ result: ProbeResult; asked: Asked[] }> {
  const asked: Asked[] = []
  const { url } = await serve((response, request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://server')
    const { method, body } = request
    const one = { method, path: pathname, query: searchParams, body }
    asked.push(one)
    response.writeHead(statusOf(one)).end()
  })
  const project = createProject({ 'spec.json': JSON.stringify(SPEC) })
  onTestFinished(() => project.remove())
  const result = await probe('spec.json', { cwd: project.folder, url, cases: 40, ...options })
  return { result, asked }
}

const faults = ({ mismatches }: ProbeResult): string[] =>
  mismatches.filter((each) => !each.drift).map(({ payload, kind }) => `${payload} ${kind}`)

describe('a careful server', () => {
  test('passes', async () => {
    const { result } = await probed(careful)
    expect(faults(result)).toEqual([])
    expect(result).toMatchObject({ ok: true, counts: { failed: 0, skipped: 0 } })
  })

  test('is asked at the limits and beyond, validly and invalidly', async () => {
    const { result, asked } = await probed(careful)
    const limits = asked.map(({ query }) => query.get('limit'))
    for (const each of ['1', '100', '0', '101']) expect(limits).toContain(each)
    const names = result.payloads.map((each) => each.name)
    expect(names).toContain('items [valid: limit = 100]')
    expect(names).toContain('items [invalid: limit = 101]')
    expect(names).toContain('items [invalid: without sort]')
    expect(names).toContain('search [invalid: body without size]')
    expect(names).toContain('search [invalid: body.size = 11]')
    expect(names).toContain('search [valid: body.size = 10]')
    expect(names).toContain('search [invalid: body = {"]')
    expect(names.filter((each) => each.startsWith('search [valid')).length).toBeGreaterThan(5)
  })

  test('gets only safe requests, each once, and none of another operation', async () => {
    const { asked } = await probed(careful)
    expect(new Set(asked.map((each) => each.method))).toEqual(new Set(['GET', 'POST']))
    const texts = asked.map((each) => JSON.stringify([each.path, String(each.query), each.body]))
    expect(new Set(texts).size).toBe(texts.length)
    expect(asked.filter((each) => each.path === '/items/search')).toHaveLength(40)
  })
})

test('unsafe operations are called if that is allowed', async () => {
  const { asked } = await probed(careful, { unsafe: true, cases: 4 })
  expect(asked.filter((each) => each.method === 'DELETE')).toHaveLength(4)
  expect(asked).toHaveLength(16)
})

describe('a server is found that', () => {
  test.each<[string, (asked: Asked) => number, string]>([
    [
      'fails at a limit',
      (asked) => (asked.query.get('limit') === '100' ? 500 : careful(asked)),
      'items [valid: limit = 100] server-error',
    ],
    [
      'is off by one',
      (asked) => (asked.query.get('limit') === '101' ? 200 : careful(asked)),
      'items [invalid: limit = 101] accepted-invalid',
    ],
    [
      'fails without an optional field',
      (asked) =>
        asked.body.includes('name') && !asked.body.includes('note') ? 500 : careful(asked),
      'search [valid: body without note] server-error',
    ],
    [
      'fails for what is no JSON, in place of a refusal',
      (asked) => (asked.body === '{"' ? 502 : careful(asked)),
      'search [invalid: body = {"] server-error',
    ],
    [
      'accepts every text as a number',
      (asked) => (asked.path.startsWith('/items/') ? 200 : careful(asked)),
      'item [invalid: id = "a"] accepted-invalid',
    ],
  ])('%s', async (_, statusOf, expected) => {
    const { result } = await probed(statusOf)
    expect(faults(result)).toContain(expected)
    expect(result.ok).toBe(false)
    expect(faults((await probed(careful)).result)).not.toContain(expected)
  })
})

test('a server that is overloaded says nothing about a request', async () => {
  expect(faults((await probed(() => 503, { cases: 4 })).result)).toEqual([])
})

test('the cases of a document are always the same, and as many as asked for', async () => {
  const names = async (cases: number): Promise<string[]> =>
    (await probed(careful, { cases })).result.payloads.map((each) => each.name).sort()
  const [six, again] = [await names(6), await names(6)]
  expect(six).toEqual(again)
  expect(six).toHaveLength(18)
  expect(await names(1)).toHaveLength(3)
})

describe('the command', () => {
  test('reports each fault with its rule', async () => {
    const { url } = await serve((response) => void response.writeHead(200).end())
    const project = createProject({ 'spec.json': JSON.stringify(SPEC) })
    onTestFinished(() => project.remove())
    const { stdout, code } = await run(project.folder, [
      ...['probe', 'spec.json', '--url', url, '--cases', '10'],
    ])
    expect(stdout).toContain(
      'items [invalid: without sort] /: expected a refusal (4xx) of an invalid request, received status 200',
    )
    expect(code).toBe(1)
  })

  test.each([
    [['--cases', '5'], '--cases requires --url.'],
    [['--url', 'http://x', '--cases', 'some'], '--cases must be a number of requests'],
    [['--url', 'http://x', '--cases', '0'], '--cases must be a number of requests'],
  ])('refuses %j', async (args, message) => {
    const project = createProject({ 'spec.json': JSON.stringify(SPEC) })
    onTestFinished(() => project.remove())
    const more = args.includes('--url') ? [] : ['--samples', '.']
    const { stderr, code } = await run(project.folder, ['probe', 'spec.json', ...args, ...more])
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })
})
