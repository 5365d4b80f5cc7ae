import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ProbeOptions, type ProbeResult, probe } from '../../../generator/src/index.js'
import { run } from '../cli/cli.fixture.js'
import { json, serve } from '../runtime/http/server.fixture.js'
import { OPENAPI, OPENRPC, only, saved } from './live.fixture.js'

async function probed(
  document: unknown,
  url: string,
  options: ProbeOptions = {},
): Promise<ProbeResult> {
  const { cwd, spec } = saved(document)
  return probe(spec, { cwd, url, ...options })
}

interface Message {
  readonly id: number
  readonly method: string
  readonly params: { readonly height?: string }
}

function outcomes({ payloads }: ProbeResult): string[] {
  return payloads.map(
    ({ name, outcome, reason }) => `${name}: ${outcome}${reason ? ` (${reason})` : ''}`,
  )
}

describe('an HTTP service', () => {
  test('is called with the safe operations and the examples of the document', async () => {
    const { url, requests } = await serve((response) => json(response, 200, { name: 'x' }))
    const result = await probed(OPENAPI, `${url}/api/`, { headers: { authorization: 'key' } })
    expect(outcomes(result)).toEqual([
      'pet: pass',
      'search [one]: pass',
      'search [two]: pass',
      'unknown: skipped (the parameter id has no example)',
    ])
    expect(result.ok).toBe(true)
    const told = requests.map((each) => `${each.method} ${each.url} ${each.body}`.trim()).sort()
    expect(told).toEqual([
      'GET /api/pets/a%20b%2Fc?tags=x&tags=y%26z',
      'POST /api/search {"a":1}',
      'POST /api/search {"a":2}',
    ])
    expect(requests.map((each) => each.headers.authorization)).toEqual(['key', 'key', 'key'])
    expect(requests.find((each) => each.method === 'GET')?.headers['x-trace']).toBe('on')
  })

  test('is reported where its responses differ', async () => {
    const { url } = await serve((response, { method }) =>
      method === 'GET' ? json(response, 404, {}) : json(response, 200, { name: 5, more: 1 }),
    )
    const result = await probed(OPENAPI, url)
    expect(result.ok).toBe(false)
    expect(result.mismatches.map((each) => `${each.payload} ${each.pointer} ${each.kind}`)).toEqual(
      expect.arrayContaining([
        'pet /code missing-field',
        'search [one] /name wrong-type',
        'search [two] /more unknown-field',
      ]),
    )
    expect(result.fixes.map((each) => `${each.count} ${each.text}`)).toContain(
      "2 add 'integer' to type of Pet.name",
    )
    expect(outcomes(result)[0]).toBe('pet: mismatch (responded with 404)')
  })

  test('may respond with an undescribed status: drift', async () => {
    const { url } = await serve((response, { body }) =>
      body.includes('1') ? json(response, 418, {}) : json(response, 200, { name: 'x' }),
    )
    const relaxed = await probed(only('/search'), url)
    expect(relaxed).toMatchObject({ ok: true, counts: { pass: 1, drift: 1, problems: 0 } })
    expect(relaxed.fixes).toMatchObject([{ text: 'add response 418 to search', count: 1 }])
    expect(await probed(only('/search'), url, { strict: true })).toMatchObject({ ok: false })
  })
})

describe('a server that refuses everything confirms nothing', () => {
  test.each([
    ['that no response describes', 400],
    ['that a response describes', 404],
  ])('with a status %s', async (_, status) => {
    const { url } = await serve((response) => json(response, status, { code: 'x' }))
    const result = await probed(OPENAPI, `${url}/wrong`)
    expect(result).toMatchObject({ ok: false, counts: { mismatch: 0, problems: 0 } })
    const { cwd, spec } = saved(OPENAPI)
    const printed = await run(cwd, ['probe', spec, '--url', url])
    expect(printed.code).toBe(1)
    expect(printed.stdout).toContain('None of them was a success, so nothing is confirmed.')
  })

  test('over JSON-RPC', async () => {
    const { url } = await serve((response, { body }) => {
      const { id } = JSON.parse(body)
      json(response, 200, { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } })
    })
    expect(await probed(OPENRPC, url)).toMatchObject({ ok: false, counts: { problems: 0 } })
  })
})

test('a probe without anything to compare says so', async () => {
  const { paths } = OPENAPI
  const { cwd, spec } = saved({ ...OPENAPI, paths: { '/search': { put: paths['/search'].put } } })
  const said = '0 payloads: none. Nothing was compared.\n'
  expect(await run(cwd, ['probe', spec, '--url', 'http://127.0.0.1:1'])).toMatchObject({
    code: 1,
    stdout: said,
  })
  writeFileSync(path.join(cwd, 'a.har'), JSON.stringify({ log: { entries: [] } }))
  expect(await run(cwd, ['probe', spec, '--samples', 'a.har'])).toMatchObject({
    code: 1,
    stdout: said,
  })
})

describe('a missing response is a failure of its own', () => {
  test.each<readonly [string, (url: string) => ReturnType<typeof serve>, string]>([
    [
      'text',
      () => serve((response) => void response.end('<html>')),
      'responded with 200 and something that is not JSON',
    ],
    [
      'another server',
      (url) => serve((response) => void response.writeHead(302, { location: url }).end()),
      'redirected to http://127.0.0.1:1, which is another server; not followed',
    ],
    [
      'a circle',
      () => serve((response) => void response.writeHead(302, { location: '/x' }).end()),
      'redirected more than 5 times',
    ],
    ['an early end', () => serve((response) => void response.destroy()), 'other side closed'],
  ])('%s', async (_, server, reason) => {
    const { url } = await server('http://127.0.0.1:1/steal')
    const result = await probed(only('/pets/{name}'), url)
    expect(outcomes(result)).toEqual([`pet: failed (${reason})`])
    expect(result).toMatchObject({ ok: false, mismatches: [], counts: { failed: 1 } })
  })

  test('silence', async () => {
    const { url } = await serve(() => {})
    const result = await probed(only('/pets/{name}'), url, { timeoutMs: 50 })
    expect(outcomes(result)).toEqual(['pet: failed (no response within 50 ms)'])
  })

  test('no server', async () => {
    const result = await probed(only('/pets/{name}'), 'http://127.0.0.1:1')
    expect(outcomes(result)[0]).toContain('pet: failed (')
  })

  test('an answer without an end', async () => {
    const chunk = Buffer.alloc(2 ** 20, 'x')
    const { url } = await serve((response) => {
      response.on('error', () => {})
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', more)
      }
      more()
    })
    // Its length ends it, and not the time that a busy machine takes to send so much.
    const result = await probed(only('/pets/{name}'), url, { timeoutMs: 60_000 })
    expect(outcomes(result)).toEqual(['pet: failed (the response is larger than 67108864 bytes)'])
  })
})

test('a redirect on the same server is followed, with the credentials', async () => {
  const { url, requests } = await serve((response, { url: asked }) =>
    asked.startsWith('/moved')
      ? json(response, 200, { name: 'x' })
      : void response.writeHead(302, { location: '/moved' }).end(),
  )
  const result = await probed(only('/pets/{name}'), url, { headers: { 'x-api-key': 'k' } })
  expect(outcomes(result)).toEqual(['pet: pass'])
  expect(requests.map((each) => each.headers['x-api-key'])).toEqual(['k', 'k'])
})

test('the query of the server URL is sent with every call', async () => {
  const { url, requests } = await serve((response, { url: asked }) =>
    json(response, 200, { name: 'x', asked }),
  )
  const result = await probed(only('/pets/{name}'), `${url}/api?token=very-secret`)
  expect(requests.map((each) => each.url)).toEqual([
    '/api/pets/a%20b%2Fc?tags=x&tags=y%26z&token=very-secret',
  ])
  expect(JSON.stringify(result)).not.toContain('very-secret')
})

test('what is secret is not shown, even when the server repeats it', async () => {
  const { url, requests } = await serve((response, { headers }) =>
    json(response, 200, { name: [headers.authorization, headers['x-api-key']], key: 'p%ssword' }),
  )
  const address = url.replace('http://', 'http://user:p%25ssword@')
  const headers = { 'x-api-key': 'very-secret' }
  const result = await probed(only('/pets/{name}'), address, { headers })
  const basic = Buffer.from('user:p%ssword').toString('base64')
  expect(requests[0]?.headers.authorization).toBe(`Basic ${basic}`)
  expect(JSON.stringify(result)).not.toMatch(new RegExp(`very-secret|ssword|${basic}`))
})

test('no more than four calls at a time', async () => {
  let running = 0
  let most = 0
  const { url } = await serve(async (response) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    json(response, 200, { name: 'x' })
  })
  const examples = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`n${index}`, { value: index }]),
  )
  const post = {
    ...OPENAPI.paths['/search'].post,
    requestBody: { content: { 'application/json': { examples } } },
  }
  const { counts } = await probed({ ...OPENAPI, paths: { '/search': { post } } }, url)
  expect(counts.pass).toBe(20)
  expect(most).toBeLessThanOrEqual(4)
})

test('if interrupted, it returns the findings so far', async () => {
  const stop = new AbortController()
  const { url } = await serve((response, { method }) => {
    if (method === 'GET') json(response, 200, { name: 'x' })
    else stop.abort()
  })
  const result = await probed(OPENAPI, url, { signal: stop.signal })
  expect(result).toMatchObject({ ok: false, interrupted: true, counts: { failed: 0 } })
  expect(result.payloads.map((each) => each.reason)).toContain('interrupted')
})

describe('a JSON-RPC service', () => {
  test('is called over JSON-RPC, and again without arguments if it refuses them', async () => {
    const { url, requests } = await serve((response, { body }) => {
      const { id, method, params }: Message = JSON.parse(body)
      const message = { jsonrpc: '2.0', id }
      if (method === 'sum') return json(response, 200, { ...message, result: params })
      const refused = { code: -32603, message: 'no such height' }
      if (params.height) return json(response, 500, { ...message, error: refused })
      return json(response, 200, { ...message, result: {} })
    })
    const result = await probed(OPENRPC, url)
    expect(outcomes(result)).toEqual([
      'block: pass (responded with error -32603)',
      'block [bare]: mismatch',
      'sum: mismatch',
      'listen: skipped (it is not available over HTTP)',
    ])
    expect(result.mismatches.map((each) => `${each.payload} ${each.pointer}`).sort()).toEqual([
      'block [bare] /result/height',
      'sum /result',
    ])
    const messages = requests.map(({ body }): Message => JSON.parse(body))
    const told = messages.map((each) => [each.method, each.params])
    expect(told).toContainEqual(['sum', [1, 2]])
    expect(told).toContainEqual(['block', { height: '10' }])
    expect(told).toContainEqual(['block', {}])
    expect(told).toHaveLength(3)
  })

  test('that does not answer in JSON-RPC has failed', async () => {
    const { url } = await serve((response) => json(response, 200, []))
    const { payloads } = await probed(OPENRPC, url)
    expect(payloads.map((each) => each.outcome)).toEqual(['failed', 'failed', 'skipped'])
  })
})

describe('what cannot start', () => {
  test.each<readonly [string, ProbeOptions, string]>([
    ['nothing to compare with', {}, 'there is neither a server URL nor a folder'],
    ['another protocol', { url: 'ftp://user:secret@x' }, 'the server URL is not http'],
    [
      'a header that is none',
      { url: 'http://x', headers: { 'x-key': 'a\nsecret' } },
      'a header has a name',
    ],
    ['no time', { url: 'http://x', timeoutMs: 0 }, 'the timeout of a call'],
    ['no folder', { samples: 'nowhere' }, 'the folder of samples cannot be read'],
  ])('%s', async (_, options, message) => {
    const { cwd, spec } = saved(OPENAPI)
    const failure = probe(spec, { cwd, ...options })
    await expect(failure).rejects.toThrow(message)
    await expect(failure).rejects.not.toThrow('secret')
  })
})
