import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ProbeOptions, type ProbeResult, probe } from '../../../generator/src/index.js'
import { run } from '../cli/cli.fixture.js'
import { serve } from '../runtime/http/server.fixture.js'

/** What responses show besides their values, and what of it is no reason to change a document. */

const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Counts', version: '1' },
  paths: {
    '/counts': {
      get: {
        operationId: 'counts',
        responses: {
          200: {
            description: 'Counts.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Counts' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Counts: {
        type: 'object',
        properties: {
          small: { type: 'integer', format: 'int32' },
          large: { type: 'integer', format: 'int64' },
          any: { type: 'integer' },
          real: { type: 'number' },
          text: { type: 'string' },
        },
      },
    },
  },
}

const OPENRPC = {
  openrpc: '1.3.2',
  info: { title: 'Adder', version: '1' },
  methods: [
    {
      name: 'add',
      'x-tagwire-safe': true,
      params: [{ name: 'left', schema: { type: 'integer' } }],
      result: { name: 'sum', schema: { type: 'integer' } },
      errors: [{ code: 7, message: 'Too large.' }],
    },
    {
      name: 'plain',
      params: [],
      result: { name: 'sum', schema: { type: 'integer' } },
    },
  ],
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tagwire-responses-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Answer {
  readonly status?: number
  readonly type?: string
  readonly text?: string
  readonly bytes?: Uint8Array
  readonly location?: string
  readonly size?: number
}

async function recorded(
  document: unknown,
  { status = 200, type = 'application/json', text = '{}', bytes, location, size }: Answer,
  options: ProbeOptions = {},
  sent?: unknown,
): Promise<ProbeResult> {
  const content = bytes
    ? { mimeType: type, encoding: 'base64', text: Buffer.from(bytes).toString('base64') }
    : { mimeType: type, text, ...(size === undefined ? {} : { size }) }
  const headers = location === undefined ? [] : [{ name: 'Location', value: location }]
  const request = {
    method: sent === undefined ? 'GET' : 'POST',
    url: 'https://api.mine.com/counts',
    ...(sent === undefined ? {} : { postData: { text: JSON.stringify(sent) } }),
  }
  const entries = [{ request, response: { status, headers, content } }]
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(document))
  writeFileSync(path.join(folder, 'a.har'), JSON.stringify({ log: { entries } }))
  return probe('spec.json', { cwd: folder, samples: 'a.har', ...options })
}

function found({ mismatches, fixes }: ProbeResult): string[] {
  return [
    ...mismatches.map((each) => `${each.pointer} ${each.kind}: ${each.received}`),
    ...fixes.map((each) => each.text),
  ]
}

describe('integers that do not survive', () => {
  test.each([
    [
      '{"small": 2147483648}',
      ['/small inexact-integer: an integer', 'set format of Counts.small to int64'],
    ],
    ['{"small": -2147483648}', []],
    ['{"large": 9223372036854775807}', ['/large inexact-integer: an integer']],
    [
      '{"large": 19223372036854775807}',
      ['/large inexact-integer: an integer', 'remove format from Counts.large'],
    ],
    ['{"any": 9007199254740993}', ['/any inexact-integer: an integer']],
    ['{"any": 9007199254740991, "real": 1e20}', []],
  ])('%s', async (text, expected) => {
    const result = await recorded(OPENAPI, { text })
    expect(found(result)).toEqual(expected)
    expect(result.ok).toBe(true)
  })
})

describe('bytes that are not UTF-8', () => {
  const bytes = Uint8Array.from([...Buffer.from('{"text":"'), 0xff, ...Buffer.from('"}')])
  test('recorded', async () => {
    expect(found(await recorded(OPENAPI, { bytes }))).toEqual([' not-utf-8: other bytes'])
  })
  test('live', async () => {
    const { url } = await serve((response) => {
      response.setHeader('content-type', 'application/json')
      response.end(bytes)
    })
    const result = await probe('spec.json', { cwd: save(OPENAPI), url })
    expect(found(result)).toEqual([' not-utf-8: other bytes'])
    expect(result.payloads).toMatchObject([{ outcome: 'mismatch' }])
  })
})

function save(document: unknown): string {
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(document))
  return folder
}

describe('a content type that the document does not have', () => {
  test.each<[string, Answer, ProbeOptions, string[]]>([
    ['JSON as a page', { type: 'text/html' }, {}, [' unknown-content-type: text/html']],
    ['a page', { type: 'text/html', text: '<html>' }, {}, [' unknown-content-type: text/html']],
    [
      'whatever is in it',
      { type: 'text/html', text: '{"text":5}' },
      {},
      [' unknown-content-type: text/html', '/text wrong-type: integer'],
    ],
    [
      'on request',
      { type: 'text/html' },
      { learn: ['content-types'] },
      [' unknown-content-type: text/html', 'add content type text/html to counts.200'],
    ],
    ['no JSON', { text: '<html>' }, {}, [' not-json: application/json that is not JSON']],
  ])('%s', async (_, answer, options, expected) => {
    const result = await recorded(OPENAPI, answer, options)
    expect(found(result)).toEqual(expected)
    expect(result).toMatchObject({ ok: false, payloads: [{ outcome: 'mismatch' }] })
  })

  test('live', async () => {
    const { url } = await serve((response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end('{}')
    })
    const result = await probe('spec.json', { cwd: save(OPENAPI), url })
    expect(found(result)).toEqual([' unknown-content-type: text/html'])
    expect(result.payloads).toMatchObject([{ outcome: 'mismatch' }])
  })

  test('a parameter of it, or none at all, is none', async () => {
    for (const type of ['application/json; charset=utf-8', '', 'x-unknown', 'APPLICATION/JSON']) {
      expect(found(await recorded(OPENAPI, { type }))).toEqual([])
    }
  })
})

describe('an outage', () => {
  test.each<[string, Answer]>([
    ['an error of the server', { status: 500 }],
    ['a page of a proxy', { status: 503, type: 'text/html', text: '<html>' }],
    ['too many requests', { status: 429 }],
    ['a page for signing in', { status: 302, text: '', location: '/users/sign_in?back=/counts' }],
    ['of another server', { status: 302, text: '', location: 'https://login.mine.com/x' }],
  ])('is no reason to change the document: %s', async (_, answer) => {
    const result = await recorded(OPENAPI, answer)
    expect(result.fixes).toEqual([])
    const asked = await recorded(OPENAPI, answer, { learn: ['outages'] })
    if (answer.text !== '') {
      expect(found(result)).toEqual([` unknown-status: ${answer.status}`])
      expect(result.mismatches).toMatchObject([{ unlearned: 'outages' }])
      expect(asked.fixes).toMatchObject([{ text: `add response ${answer.status} to counts` }])
    }
  })

  test.each([
    ['a page in front of the service', { status: 403, type: 'text/html', text: '<html>' }],
    ['another kind of JSON', { status: 400, type: 'application/problem+json', text: '{}' }],
  ])(
    'nor by a status with a content type that the document does not have: %s',
    async (_, answer) => {
      const result = await recorded(OPENAPI, answer)
      expect(found(result)).toEqual([` unknown-status: ${answer.status}`])
      expect(result.mismatches).toMatchObject([{ unlearned: 'content-types' }])
      const asked = await recorded(OPENAPI, answer, { learn: ['content-types'] })
      expect(asked.fixes).toMatchObject([{ text: `add response ${answer.status} to counts` }])
      const known = await recorded(OPENAPI, { ...answer, type: 'application/json', text: '{}' })
      expect(known.fixes).toMatchObject([{ text: `add response ${answer.status} to counts` }])
    },
  )

  test.each([500, 503, 429, 401])('confirms nothing: %i', async (status) => {
    const { ok, payloads } = await recorded(OPENAPI, { status })
    expect(payloads).toMatchObject([
      { outcome: 'skipped', reason: `responded with ${status}, as in an outage` },
    ])
    expect(ok).toBe(false)
    expect(await recorded(OPENAPI, { status }, { learn: ['outages'] })).toMatchObject({ ok: true })
  })

  test('nor does it of a live server', async () => {
    const { url } = await serve((response) => {
      response.statusCode = 503
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
    const result = await probe('spec.json', { cwd: save(OPENAPI), url })
    expect(result.payloads).toMatchObject([{ outcome: 'skipped', reason: 'responded with 503' }])
    expect(result.ok).toBe(false)
  })

  test('a redirect without a body is in the report', async () => {
    const { payloads } = await recorded(OPENAPI, { status: 302, text: '', location: '/login' })
    expect(payloads).toMatchObject([
      { outcome: 'skipped', reason: 'redirected with status 302 to a page for signing in' },
    ])
  })

  test.each([
    'https://accounts.google.com/ServiceLogin?continue=x',
    'https://id.mine.com/start?SAMLRequest=x',
    '/users/sign_in',
  ])('nor by a redirect to %s', async (location) => {
    const answer = { status: 302, type: 'text/html', text: '<a>Found</a>', location }
    const result = await recorded(OPENAPI, answer)
    expect(result.mismatches).toMatchObject([{ unlearned: 'outages' }])
    expect(result.fixes).toEqual([])
  })

  test('not even if the document describes it', async () => {
    const [counts] = Object.values(OPENAPI.paths)
    const schema = { type: 'object', required: ['code'] }
    const responses = {
      ...counts?.get.responses,
      503: { description: 'Down.', content: { 'application/json': { schema } } },
    }
    const document = { ...OPENAPI, paths: { '/counts': { get: { ...counts?.get, responses } } } }
    const result = await recorded(document, { status: 503, text: '{}' })
    expect(found(result)).toEqual(['/code missing-field: nothing'])
  })

  test('live', async () => {
    const { url } = await serve((response) => {
      response.writeHead(503, { 'content-type': 'text/html' }).end('<html>')
    })
    const result = await probe('spec.json', { cwd: save(OPENAPI), url })
    expect(found(result)).toEqual([' unknown-status: 503'])
  })

  test('a live server that asks to sign in has not answered', async () => {
    const { url } = await serve((response) => {
      response.writeHead(302, { location: '/login' }).end()
    })
    const result = await probe('spec.json', { cwd: save(OPENAPI), url })
    expect(result.payloads).toMatchObject([
      { outcome: 'failed', reason: 'redirected with status 302 to a page for signing in' },
    ])
    expect(result.fixes).toEqual([])
  })

  test('nor has one that was recorded by name', async () => {
    save(OPENAPI)
    writeFileSync(path.join(folder, 'counts.response500.json'), '{}')
    const result = await probe('spec.json', { cwd: folder, samples: '.' })
    expect(result.fixes).toEqual([])
  })
})

describe('a response without a body', () => {
  test.each([
    ['where JSON is described', { text: '', size: 0 }, [' not-json: no body'], 'mismatch'],
    ['that is not recorded', { text: '', size: 9 }, [], 'skipped'],
    ['of an outage', { text: '', size: 0, status: 502 }, [], 'skipped'],
  ])('%s', async (_, answer, expected, outcome) => {
    const result = await recorded(OPENAPI, answer)
    expect(found(result)).toEqual(expected)
    expect(result.payloads.map((each) => each.outcome)).toEqual([outcome])
  })

  test('of curl', async () => {
    const lines = [
      '> GET /counts HTTP/1.1',
      '> Host: api.mine.com',
      '>',
      '< HTTP/1.1 200 OK',
      '< Content-Length: 0',
      '<',
    ]
    save(OPENAPI)
    writeFileSync(path.join(folder, 'a.txt'), lines.join('\n'))
    expect(found(await probe('spec.json', { cwd: folder, samples: 'a.txt' }))).toEqual([
      ' not-json: no body',
    ])
  })
})

describe('the envelope of JSON-RPC', () => {
  const sent = { jsonrpc: '2.0', id: 4, method: 'add', params: { left: 1 } }
  test.each([
    [{ jsonrpc: '2.0', id: 4, result: 5 }, []],
    [{ jsonrpc: '2.0', id: 5, result: 5 }, ['/id wrong-envelope: another id']],
    [{ jsonrpc: '2.0', result: 5 }, ['/id wrong-envelope: nothing']],
    [{ id: 4, result: 5 }, ['/jsonrpc wrong-envelope: nothing']],
    [{ jsonrpc: '1.0', id: 4, result: 5 }, ['/jsonrpc wrong-envelope: something else']],
    [
      { jsonrpc: '2.0', id: 4, result: 5, error: { code: 7, message: 'x' } },
      ['/error wrong-envelope: both'],
    ],
    [{ jsonrpc: '2.0', id: 4, result: 5, error: null }, ['/error wrong-envelope: null']],
    [
      { jsonrpc: '2.0', id: 4, result: null, error: { code: 7, message: 'x' } },
      ['/result wrong-envelope: null'],
    ],
    [{ jsonrpc: '2.0', id: 4 }, ['/result wrong-envelope: neither']],
    // The result of the method is not to blame.
    [{ jsonrpc: '2.0', id: 4, error: 'no' }, ['/error wrong-envelope: another value']],
    [{ jsonrpc: '2.0', id: 4, error: { code: 7 } }, ['/error wrong-envelope: another value']],
    [{ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'x' } }, []],
    [{ jsonrpc: '2.0', id: 4, error: { code: 7, message: 'x' } }, []],
    [
      { jsonrpc: '2.0', id: 4, error: { code: 8, message: 'x' } },
      ['/error/code unknown-error: 8', 'add error 8 to add'],
    ],
    [
      { jsonrpc: '2.0', id: 4, error: { code: -32005, message: 'x' } },
      ['/error/code unknown-error: -32005', 'add error -32005 to add'],
    ],
  ])('recorded: %j', async (answer, expected) => {
    const text = JSON.stringify(answer)
    expect(found(await recorded(OPENRPC, { text }, {}, sent))).toEqual(expected)
  })

  test('null beside a result is drift', async () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 4, result: 5, error: null })
    const result = await recorded(OPENRPC, { text }, {}, sent)
    expect(result).toMatchObject({ ok: true, counts: { pass: 1, drift: 1 } })
    expect(await probe('spec.json', { cwd: folder, samples: 'a.har', strict: true })).toMatchObject(
      {
        ok: false,
      },
    )
    const { url } = await serve((response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 5, error: null }))
    })
    const live = await probe('spec.json', { cwd: save(OPENRPC), url })
    expect(found(live)).toEqual(['/error wrong-envelope: null'])
    expect(live).toMatchObject({ ok: true, counts: { drift: 1 } })
  })

  test.each([
    ['no body', { text: '', size: 0 }, ' not-json: no body', 'mismatch'],
    ['an outage without a body', { text: '', size: 0, status: 503 }, undefined, 'skipped'],
    ['a body that is not recorded', { text: '', size: 12 }, undefined, 'skipped'],
    ['a recorder that tells no size', { text: '' }, undefined, 'skipped'],
  ])('recorded: %s', async (_, answer, message, outcome) => {
    const result = await recorded(OPENRPC, answer, {}, sent)
    expect(found(result)).toEqual(message === undefined ? [] : [message])
    expect(result.payloads.map((each) => each.outcome)).toEqual(['pass', outcome])
    expect(result.ok).toBe(outcome !== 'mismatch')
    const { id: _id, ...notification } = sent
    const told = await recorded(OPENRPC, answer, {}, notification)
    expect(told.payloads.map((each) => each.outcome)).toEqual(['pass'])
  })

  const call = (id: number) => ({ ...sent, id })
  const answer = (id: unknown) => ({ jsonrpc: '2.0', id, result: 5 })
  test.each([
    [[answer(1), answer(2)], [], 4],
    [[answer(2), answer(1)], [], 4],
    [[answer(1), answer(3)], ['/id wrong-envelope: another id'], 4],
    [[answer(2)], ['/id wrong-envelope: none for one of them'], 4],
    [{ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No batches.' } }, [], 3],
  ])('of several calls: %j', async (answers, expected, payloads) => {
    const text = JSON.stringify(answers)
    const result = await recorded(OPENRPC, { text }, {}, [call(1), call(2)])
    expect(found(result)).toEqual(expected)
    expect(result.counts).toMatchObject({ payloads, unknown: 0 })
  })

  test('another content type, and what is not JSON', async () => {
    const text = JSON.stringify(answer(4))
    const html = ' unknown-content-type: text/html'
    expect(found(await recorded(OPENRPC, { text, type: 'text/html' }, {}, sent))).toEqual([html])
    const named = await recorded(OPENRPC, { text, type: 'application/json-rpc' }, {}, sent)
    expect(found(named)).toEqual([])
    const page = await recorded(OPENRPC, { text: '<html>', type: 'text/html' }, {}, sent)
    expect(found(page)).toEqual([html, ' not-json: text/html that is not JSON'])
    expect(page.counts).toMatchObject({ mismatch: 1 })
    const { url } = await serve((response) => {
      response.setHeader('content-type', 'text/plain')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 5 }))
    })
    const live = await probe('spec.json', { cwd: save(OPENRPC), url })
    expect(found(live)).toContain(' unknown-content-type: text/plain')
  })

  test('an outage is none of its method', async () => {
    const down = { status: 503, text: '<html>', type: 'text/html' }
    const result = await recorded(OPENRPC, down, {}, sent)
    expect(found(result)).toEqual([])
    expect(result.payloads).toMatchObject([
      { outcome: 'pass' },
      { outcome: 'skipped', reason: 'responded with 503 and no JSON-RPC message' },
    ])
  })

  test('a method that lists no errors', async () => {
    const answer = { jsonrpc: '2.0', id: 1, error: { code: 12, message: 'x' } }
    const call = { jsonrpc: '2.0', id: 1, method: 'plain' }
    const result = await recorded(OPENRPC, { text: JSON.stringify(answer) }, {}, call)
    expect(found(result)).toEqual(['/error/code unknown-error: 12', 'add error 12 to plain'])
  })

  test.each([
    [{ jsonrpc: '2.0', id: 9, result: 5 }, '/id wrong-envelope: another id'],
    [{ id: 1, result: 5 }, '/jsonrpc wrong-envelope: nothing'],
  ])('live: %j', async (answer, expected) => {
    const { url } = await serve((response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
    const result = await probe('spec.json', { cwd: save(OPENRPC), url })
    expect(found(result)).toEqual([expected])
    expect(result.ok).toBe(false)
  })
})

describe('progress agrees with the summary', () => {
  const [counts] = Object.values(OPENAPI.paths)
  const needed = {
    ...OPENAPI,
    paths: {
      '/counts': {
        get: {
          ...counts?.get,
          responses: {
            200: {
              ...counts?.get.responses[200],
              headers: { 'X-Next': { required: true, schema: { type: 'string' } } },
            },
          },
        },
      },
    },
  }

  test('a missing header is a mismatch, live', async () => {
    const { url } = await serve((response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
    const { stdout, stderr, code } = await run(save(needed), ['probe', 'spec.json', '--url', url])
    expect(stderr).toContain('1/1 counts: mismatch')
    expect(stdout).toContain('1 payload: 1 do not fit.')
    expect(code).toBe(1)
  })

  test('and recorded', async () => {
    const result = await recorded(needed, {})
    expect(result).toMatchObject({ ok: false, counts: { mismatch: 1, pass: 0 } })
  })
})
