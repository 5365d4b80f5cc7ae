import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createRoutingClient } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { type Sandbox, startRoutingSandbox } from '@tagwire/routing-sandbox'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addresses, addressList } from './addresses.fixture.js'

const main = fileURLToPath(
  new URL('../../../packages/routing-sandbox/dist/main.js', import.meta.url),
)

describe('the sandbox as a program', () => {
  const running: ChildProcess[] = []
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
  })

  async function start(...args: string[]) {
    const child = spawn(process.execPath, [main, ...args])
    running.push(child)
    let said = ''
    let complained = ''
    child.stdout.on('data', (data) => {
      said += String(data)
    })
    child.stderr.on('data', (data) => {
      complained += String(data)
    })
    const ended = once(child, 'exit')
    const ready = new Promise<string>((resolve) => {
      child.stdout.on('data', () => {
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
        if (url) resolve(url)
      })
    })
    return { child, ended, ready, said: () => said, complained: () => complained }
  }

  it('prints its address, answers, and ends at once with Ctrl-C', async () => {
    const { child, ended, ready, said } = await start('--port', '0')
    const url = await ready
    const routing = createRoutingClient({ baseUrl: url })
    expect((await routing.bridges()).bridges).toHaveLength(10)
    await expect.poll(said).toContain('GET /v2/info/bridges 200 world')
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })

  it('says what is wrong with its arguments, without a stack', async () => {
    const { ended, complained } = await start('--port', 'x')
    expect(await ended).toEqual([2, null])
    expect(complained()).toBe('routing-sandbox: --port has to be a number up to 65535, not x\n')
    const other = await start('--port', '0', '--mode', 'odd')
    expect(await other.ended).toEqual([2, null])
    expect(other.complained()).toBe('routing-sandbox: no mode odd; there are: unknown-kinds\n')
  })
})

describe('over a real connection', () => {
  let served: Sandbox
  beforeAll(async () => {
    served = await startRoutingSandbox()
    return () => served.close()
  })

  const pair = {
    source_asset_denom: 'uatom',
    source_asset_chain_id: 'cosmoshub-4',
    dest_asset_denom: 'uosmo',
    dest_asset_chain_id: 'osmosis-1',
    amount_in: '1000000',
  }
  const direct = {
    ...pair,
    chain_ids_to_addresses: addresses,
    slippage_tolerance_percent: '1',
  }
  const { 'cosmoshub-4': own, 'osmosis-1': osmo } = addresses

  it.each<[path: string, body: unknown, what: string]>([
    ['info/balances', { chains: { 'cosmoshub-4': { address: null } } }, 'address'],
    ['info/balances', { chains: { 'cosmoshub-4': { address: 'x' } } }, 'address'],
    ['info/balances', { chains: { 'cosmoshub-4': { address: osmo } } }, 'address'],
    ['fungible/route', { ...pair, go_fast: 'yes' }, 'go_fast'],
    ['fungible/route', { ...pair, allow_unsafe: 'x' }, 'allow_unsafe'],
    ['fungible/route', { ...pair, bridges: ['NOPE'] }, 'bridges'],
    ['fungible/route', { ...pair, experimental_features: 5 }, 'experimental_features'],
    ['fungible/route', null, 'expected'],
    ['fungible/route', [], 'expected'],
    ['fungible/msgs_direct', { ...direct, slippage_tolerance_percent: 'abc' }, 'slippage'],
    ['fungible/msgs_direct', { ...direct, slippage_tolerance_percent: 5 }, 'slippage'],
    [
      'fungible/msgs_direct',
      { ...direct, chain_ids_to_addresses: { ...addresses, 'osmosis-1': null } },
      'osmosis-1',
    ],
    [
      'fungible/msgs_direct',
      { ...direct, chain_ids_to_affiliates: { 'osmosis-1': { affiliates: 5 } } },
      'affiliates',
    ],
    ['tx/track', { tx_hash: '', chain_id: 'osmosis-1' }, 'tx_hash'],
  ])('refuses %s of %j, as the description says', async (path, body, what) => {
    const { status, text } = await post(`/v2/${path}`, body)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ code: 3, message: expect.stringContaining(what) })
  })

  it.each([
    [null, osmo],
    [null, null],
    [own, null],
    [5, {}],
    [[own], [osmo]],
  ])('takes no addresses that are no texts: %j, %j', async (...address_list) => {
    const { operations } = await createRoutingClient({ baseUrl: served.url }).route(pair)
    const { status, text } = await post('/v2/fungible/msgs', {
      ...pair,
      operations,
      address_list,
    })
    expect(status).toBe(400)
    expect(text).toContain('address_list')
  })

  it.each(['', 'nobody', '%E0%A4%A'])('knows no outcome %j', async (outcome) => {
    const { status, text } = await post(`/outcome/${outcome}/v2/tx/track`, {
      tx_hash: 'AB',
      chain_id: 'osmosis-1',
    })
    expect(status).toBe(400)
    expect(text).toContain(`no outcome ${outcome}; there are: `)
  })

  it.each([
    ['tx/submit', { tx: 'not base64', chain_id: 'osmosis-1' }],
    ['tx/submit', { tx: '', chain_id: 'osmosis-1' }],
    ['tx/submit', { tx: 'AAAA', chain_id: '' }],
    ['tx/submit', { tx: '', chain_id: 'nowhere-1' }],
    ['tx/track', { tx_hash: 'AB', chain_id: '' }],
    ['fungible/msgs_direct', { ...pair, amount_in: '1', chain_ids_to_addresses: {} }],
    ['fungible/route', { ...pair, amount_in: '0' }],
    ['fungible/route', { ...pair, dest_asset_denom: '' }],
  ])('refuses %s of %j in the words of the service, as the mock does', async (path, body) => {
    const near = await mockRouting()(`http://mock.example/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(near.status).toBeGreaterThanOrEqual(400)
    expect(await post(`/v2/${path}`, body)).toEqual({
      status: near.status,
      text: await near.text(),
    })
  })

  it('says that `tx` is not base64 like the service, and to pages, too', async () => {
    const response = await fetch(`${served.url}/v2/tx/submit`, {
      method: 'POST',
      headers: { origin: 'http://page.example' },
      body: JSON.stringify({ tx: '!', chain_id: 'osmosis-1' }),
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({ code: 3, message: 'tx must be base64 encoded' })
  })

  async function post(path: string, body: unknown) {
    const response = await fetch(served.url + path, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, text: await response.text() }
  }

  it('every operation responds like the mock itself', async () => {
    const near = createRoutingClient({ fetch: mockRouting() })
    const far = createRoutingClient({ baseUrl: served.url })
    const chainIds = { chain_ids: ['osmosis-1', '1'], include_evm: true }
    const route = await near.route(pair)
    const { operations } = route
    const both = [near, far].map(async (client) => [
      await client.chains(chainIds),
      await client.assets({ chain_ids: ['osmosis-1'], include_cw20_assets: true }),
      await client.route(pair),
      await client.msgs({ ...pair, address_list: addressList(route), operations }),
      await client.msgsDirect({ ...pair, chain_ids_to_addresses: addresses }),
      await client.status({ tx_hash: 'abandoned', chain_id: 'cosmoshub-4' }),
      await client.route({ ...pair, amount_out: '1' }).catch((error: Error) => error.message),
    ])
    const [here, there] = await Promise.all(both)
    expect(there).toEqual(here)
  })

  it('allows calls from pages of any origin', async () => {
    const preflight = await fetch(`${served.url}/v2/fungible/route`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
    const answer = await fetch(`${served.url}/v2/info/chains`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('answers curl, which sends JSON as a form', async () => {
    const answer = await fetch(`${served.url}/v2/tx/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '{"tx_hash":"AB","chain_id":"osmosis-1"}',
    })
    expect(await answer.json()).toMatchObject({ tx_hash: 'AB' })
  })

  it('refuses what the document does not have', async () => {
    expect((await fetch(`${served.url}/v2/fungible/assets_between_chains`)).status).toBe(405)
    expect((await fetch(`${served.url}/favicon.ico`)).status).toBe(404)
  })
})
