import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type McpService, runIfStarted } from '@tagwire/emit-mcp/server'
import { operationKind } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { routeValidator } from '@tagwire/routing/validate'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { listen, type Sandbox } from '../../../../packages/routing-sandbox/src/listen.js'
import { type Emitted, emittedPackages, emitterSource, repository } from '../emitted.fixture.js'

/** The generated program, driven by the client of the SDK against the sandbox. */

let emitted: Emitted
let program: string
let sandbox: Sandbox
const requests: { readonly path: string; readonly key: string | null; readonly body: string }[] = []

beforeAll(async () => {
  emitted = await emittedPackages()
  program = emitted.built('routing/src/mcp.js')
  const answer = mockRouting()
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const key = request.headers.get('authorization')
    requests.push({ path: pathname, key, body: await request.clone().text() })
    // A server that repeats what it was sent.
    if (pathname === '/v2/info/bridges' && key) {
      return Response.json({ bridges: [{ id: `said ${key}`, name: key, logo_uri: '' }] })
    }
    return answer(request)
  }
  sandbox = await listen({ fetch }, 0)
}, 120_000)

afterAll(async () => {
  await sandbox?.close()
})

const running: (() => unknown)[] = []
afterEach(async () => {
  for (const end of running.splice(0)) await end()
  requests.length = 0
})

/** A client that the caller has to close. */
async function connected(args: readonly string[] = [], env = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, '--url', sandbox.url, ...args],
      env: { PATH: process.env.PATH ?? '', ...env },
      stderr: 'inherit',
    }),
  )
  return client
}

async function startHttp(args: readonly string[] = [], env = {}): Promise<string> {
  const { url, end } = await serving(args, env)
  running.push(end)
  return url
}

interface Serving {
  readonly url: string
  readonly end: () => Promise<unknown>
}

async function serving(args: readonly string[] = [], env = {}): Promise<Serving> {
  const child = spawn(process.execPath, [program, '--url', sandbox.url, '--http', '0', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const end = (): Promise<unknown> => {
    child.kill('SIGTERM')
    return ended
  }
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => {
      said += String(data)
      const [url] = /http:\S+\/mcp/.exec(said) ?? []
      if (url) resolve({ url, end })
    })
    child.once('exit', () => reject(new Error(said)))
  })
}

const route = {
  source_asset_denom: 'uatom',
  source_asset_chain_id: 'cosmoshub-4',
  dest_asset_denom: 'uosmo',
  dest_asset_chain_id: 'osmosis-1',
  amount_in: '1000000',
}

function textOf(result: unknown): string {
  const { content } = result as { content: { text: string }[] }
  return content.map(({ text }) => text).join('')
}

test('the start of the README works', async () => {
  const readme = readFileSync(path.join(repository, 'packages/emit-mcp/README.md'), 'utf8')
  const [, configuration = ''] = /```json\n(.*?)```/s.exec(readme) ?? []
  expect(JSON.parse(configuration).packages.routing.emit).toContain('@tagwire/emit-mcp')
  const [, start = ''] = /```js\n(.*?)```/s.exec(readme) ?? []
  expect(
    start
      .trim()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(11)
  const file = path.join(emitted.folder, 'mcp-start.mjs')
  writeFileSync(
    file,
    start
      .replace('packages/routing/dist/mcp.js', program)
      .replace('https://api.skip.build', sandbox.url),
  )
  // The sandbox answers from this process.
  const { stdout: said } = await promisify(execFile)(process.execPath, [file])
  expect(said).toMatch(/^chains balances .*\n\d+ chains\n$/)
})

test('the emitter is small, and only uses `tagwire/emitter`', () => {
  const { lines, uses } = emitterSource('mcp')
  expect(lines).toBeLessThan(550)
  expect(new Set(uses)).toEqual(new Set(['node:fs', 'tagwire/emitter']))
})

describe('over stdio', () => {
  // Most calls leave nothing behind, and a process takes longer than all of them.
  let client: Client
  beforeAll(async () => {
    client = await connected()
  })
  afterAll(() => client?.close())

  test('there is a tool per operation, with its annotations', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'chains',
      'balances',
      'bridges',
      'venues',
      'assets',
      'assetsFromSource',
      'route',
      'msgs',
      'msgsDirect',
      'assetRecommendations',
      'ibcOriginAssets',
      'assetsBetweenChains',
      'submit',
      'track',
      'status',
      'read_more',
    ])
    const hints = (name: string) => tools.find((each) => each.name === name)?.annotations
    const safe = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }
    expect(hints('route')).toEqual({ ...safe, openWorldHint: true })
    expect(hints('submit')).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    })
    expect(hints('track')).toMatchObject({ readOnlyHint: false, idempotentHint: true })
    for (const { description = '' } of tools) {
      expect(description.length).toBeGreaterThan(20)
      expect(description.length).toBeLessThanOrEqual(1000)
    }
  })

  test('a route is planned, and its operations are accepted as kinds or unchanged', async () => {
    const planned = await client.callTool({ name: 'route', arguments: route })
    expect(planned.isError).toBeFalsy()
    expect(JSON.parse(textOf(planned))).toEqual(planned.structuredContent)
    const plan: unknown = planned.structuredContent
    routeValidator.assert(plan)
    const { operations, required_chain_addresses, amount_out } = plan
    // A key is the name of a kind: as flat arguments, it is said as well.
    const flat = operations?.map((each) => ({ kind: operationKind(each), ...each }))
    const addresses = required_chain_addresses?.map((chain) =>
      chain === 'osmosis-1'
        ? 'osmo1qpzry9x8gf2tvdw0s3jn54khce6mua7l07ss6e'
        : 'cosmos1qpzry9x8gf2tvdw0s3jn54khce6mua7l89rqvt',
    )
    const given = { ...route, amount_out, address_list: addresses, slippage_tolerance_percent: '1' }
    const sent = async (list: readonly object[] = []) => {
      requests.length = 0
      const result = await client.callTool({
        name: 'msgs',
        arguments: { ...given, operations: list },
      })
      return { result, body: requests[0]?.body }
    }
    const asKinds = await sent(flat)
    expect(textOf(asKinds.result)).toContain('"txs"')
    expect(JSON.parse(asKinds.body ?? '')).toMatchObject({ operations })
    const asTheyWere = await sent(operations)
    expect(JSON.parse(asTheyWere.body ?? '')).toEqual(JSON.parse(asKinds.body ?? ''))
  })

  test('a wrong call is answered with the path and the fix, and nothing is sent', async () => {
    const wrong = await client.callTool({
      name: 'msgs',
      arguments: {
        ...route,
        amount_in: 5.5,
        address_list: [],
        operations: [{ kind: 'teleport', tx_index: 0 }],
        extra: 1,
      },
    })
    expect(wrong.isError).toBe(true)
    const text = textOf(wrong)
    expect(text).toMatch(/^Nothing was sent/)
    expect(text).toMatch(
      /member \/operations\/0\/kind: one of "transfer", "swap", .*received "teleport"/,
    )
    expect(text).toContain('member /amount_in: an integer in decimal digits, as text; received 5.5')
    expect(text).toContain('member /extra: there is no such member')
    expect(text).toMatch(/Call msgs again/)
    expect(requests).toEqual([])
  })

  test('rules that no schema says hold too', async () => {
    const wrong = await client.callTool({ name: 'route', arguments: { ...route, amount_out: '1' } })
    expect(wrong.isError).toBe(true)
    expect(textOf(wrong)).toMatch(/amount_in.*amount_out/)
    expect(requests).toEqual([])
  })

  test('an error of the service is reported in its own words', async () => {
    const refused = await client.callTool({
      name: 'route',
      arguments: { ...route, dest_asset_chain_id: 'nowhere-1' },
    })
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toMatch(/ApiError: .*\n\{/)
  })

  test('with `--mode search`, two tools find and call operations', async () => {
    const client = await connected(['--mode', 'search'])
    try {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(['search', 'call', 'read_more'])
      const found = await client.callTool({
        name: 'search',
        arguments: { query: 'plan a route between two chains', limit: 3 },
      })
      const list: { name: string; inputSchema?: object; more?: string }[] = JSON.parse(
        textOf(found),
      )
      expect(list.map(({ name }) => name)).toContain('route')
      const exact = await client.callTool({ name: 'search', arguments: { query: 'route' } })
      expect(JSON.parse(textOf(exact))).toMatchObject([
        { name: 'route', inputSchema: { properties: { amount_in: {} } } },
      ])
      const planned = await client.callTool({
        name: 'call',
        arguments: { name: 'route', arguments: route },
      })
      expect(planned.structuredContent).toMatchObject({ amount_in: '1000000' })
      const wrong = await client.callTool({
        name: 'call',
        arguments: { name: 'route', arguments: { ...route, amount_in: 5.5 } },
      })
      expect(textOf(wrong)).toMatch(/^Nothing was sent.*member \/amount_in.*Call route again/s)
      const unknown = await client.callTool({ name: 'call', arguments: { name: 'rout' } })
      expect(textOf(unknown)).toMatch(/member \/name: there is no operation.*`search` finds it/)
      const nothing = await client.callTool({ name: 'search', arguments: { query: '', limit: 3 } })
      expect(textOf(nothing)).toMatch(/`query` is a text/)
      const many = await client.callTool({ name: 'search', arguments: { query: 'x', limit: 500 } })
      expect(textOf(many)).toMatch(/`limit` is a whole number from 1 to 20/)
      const none = await client.callTool({ name: 'search', arguments: { query: 'zebra' } })
      expect(textOf(none)).toMatch(/^Nothing was found/)
    } finally {
      await client.close()
    }
  })

  describe('with options and a key', () => {
    let client: Client
    beforeAll(async () => {
      const options = ['--max-output', '500', '--read-only']
      client = await connected(options, { ROUTING_API_KEY: 'sesame-open-now' })
    })
    afterAll(() => client?.close())

    test('the key comes from the environment, and never appears in text', async () => {
      const said = await client.callTool({ name: 'bridges', arguments: {} })
      expect(requests[0]?.key).toContain('sesame-open-now')
      expect(JSON.stringify(said)).not.toContain('sesame')
      expect(textOf(said)).toContain('said ***')
      expect(said.structuredContent).toEqual(JSON.parse(textOf(said)))
      expect(JSON.stringify(await client.listTools())).not.toContain('sesame')
    })

    test('large answers are cut, and say so', async () => {
      const cut = await client.callTool({ name: 'chains', arguments: {} })
      const [, length, going = ''] =
        /\[Cut: the first 500 of (\d+) characters\. Read on with read_more (\{.*?\}), or ask for less.*\]$/.exec(
          textOf(cut),
        ) ?? []
      expect(textOf(cut).length).toBeLessThan(750)
      expect(cut.structuredContent).toBeUndefined()
      // All parts together are the whole.
      let whole = textOf(cut).slice(0, 500)
      for (let next: Record<string, unknown> | undefined = JSON.parse(going); next; ) {
        const part = textOf(await client.callTool({ name: 'read_more', arguments: next }))
        const at = part.lastIndexOf('\n[')
        whole += part.slice(0, at)
        const [, more] = /read_more (\{.*\})\.\]$/.exec(part.slice(at)) ?? []
        next = more === undefined ? undefined : JSON.parse(more)
      }
      expect(whole.length).toBe(Number(length))
      expect(JSON.parse(whole).chains.length).toBeGreaterThan(3)
    })

    test('reading on elsewhere is explained', async () => {
      const read = async (given: Record<string, unknown>) => {
        const result = await client.callTool({ name: 'read_more', arguments: given })
        expect(result.isError).toBe(true)
        return textOf(result)
      }
      expect(await read({ answer: 'guessed', from: 0 })).toMatch(/not kept any more: call its tool/)
      expect(await read({ answer: 'guessed' })).toMatch(/takes the `answer` and `from`/)
      const cut = textOf(await client.callTool({ name: 'chains', arguments: {} }))
      const [going = ''] = /\{ "answer".*?\}/.exec(cut) ?? []
      expect(await read({ ...JSON.parse(going), from: 1e9 })).toMatch(/there is nothing after/)
    })

    test('a read-only server has no other tools', async () => {
      const { tools } = await client.listTools()
      expect(tools).toHaveLength(14)
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
      const refused = await client.callTool({ name: 'submit', arguments: {} })
      expect(refused.isError).toBe(true)
      expect(textOf(refused)).toMatch(/there is no tool of this name; a tool is one of "chains"/)
    })
  })
})

describe('over HTTP', () => {
  let shared: Serving
  beforeAll(async () => {
    shared = await serving()
  })
  afterAll(() => shared?.end())

  test('the same tools answer', async () => {
    const { url } = shared
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    const client = new Client({ name: 'test', version: '1' })
    running.push(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    expect((await client.listTools()).tools).toHaveLength(16)
    const planned = await client.callTool({ name: 'route', arguments: route })
    expect(planned.structuredContent).toMatchObject({ amount_in: '1000000' })
  })

  test('clients of the previous protocol version are served too', async () => {
    const { url } = shared
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('"name":"msgsDirect"')
  })

  test('pages of other hosts, and names that were bound to this machine, are refused', async () => {
    const { url } = shared
    const ask = async (headers: Record<string, string>) => {
      const { request } = await import('node:http')
      return new Promise<number | undefined>((resolve, reject) => {
        const sent = request(url, { method: 'POST', headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        sent.once('error', reject)
        sent.end('{}')
      })
    }
    const json = { 'content-type': 'application/json' }
    expect(await ask({ ...json, host: 'evil.example' })).toBe(403)
    expect(await ask({ ...json, origin: 'https://evil.example' })).toBe(403)
    expect(await ask({ ...json, origin: 'null' })).toBe(403)
    expect(await ask({ ...json, origin: 'http://localhost:3000' })).not.toBe(403)
  })

  test('a token is required if one is configured', async () => {
    const url = await startHttp([], { MCP_TOKEN: 'let-me-in' })
    const status = async (headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', headers, body: '{}' })).status
    expect(await status({})).toBe(401)
    expect(await status({ authorization: 'Bearer wrong' })).toBe(401)
    expect(await status({ authorization: 'Bearer let-me-in' })).not.toBe(401)
  })

  test('a server that other machines can reach requires a token', async () => {
    const { said } = await refusedHere(['--http', '0', '--host', '0.0.0.0'])
    expect(said).toMatch(/set a token/)
  })
})

const MISTAKES = [
  [['--http', 'x'], '--http takes a whole number, not x'],
  [['--tool', 'nothing'], 'there is no tool nothing'],
  [['--mode', 'all'], '--mode takes list or search, not all'],
  [['--wrong'], "Unknown option '--wrong'"],
  [['--url', 'ftp://x'], 'baseUrl has to begin with'],
] as const

test.each(MISTAKES)('%s is a usage error', async (args, explanation) => {
  const { code, said } = await refusedHere(args)
  expect(code).toBe(2)
  expect(said).toContain(explanation)
  expect(said).not.toContain('    at ')
})

test('a mistake ends the process, with the same words', async () => {
  const [[args, explanation]] = MISTAKES
  const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (data) => {
    said += String(data)
  })
  expect(await once(child, 'close')).toEqual([2, null])
  expect(said).toContain(explanation)
  expect(said).not.toContain('    at ')
})

test('it says its name and version, and serves nobody', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await startHere(['--version'])
    expect(write.mock.calls.join()).toMatch(/^@tagwire\/routing \S+\n$/)
  } finally {
    write.mockRestore()
  }
})

/** What the program says that does not begin to serve, and the code that it ends with; in this process. */
async function refusedHere(args: readonly string[]): Promise<{ code: unknown; said: string }> {
  const before = process.exitCode
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    await startHere(args)
    await vi.waitUntil(() => process.exitCode !== before)
    return { code: process.exitCode, said: write.mock.calls.join('\n') }
  } finally {
    process.exitCode = before
    write.mockRestore()
  }
}

/** Starts the program in this process, with these arguments. */
async function startHere(args: readonly string[]): Promise<void> {
  const { service } = await emitted.load<{ service: McpService }>('routing/src/mcp.ts')
  const before = process.argv
  try {
    process.argv = [process.execPath, program, ...args]
    runIfStarted(service, pathToFileURL(program).href)
  } finally {
    process.argv = before
  }
}
