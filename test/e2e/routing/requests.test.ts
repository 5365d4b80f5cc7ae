import { createRoutingClient, msgsRequestFrom, type Route } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { requestValidators } from '@tagwire/routing/validate'
import { startRoutingSandbox } from '@tagwire/routing-sandbox'
import { describe, expect, it, vi } from 'vitest'

const pair = {
  source_asset_denom: 'uatom',
  source_asset_chain_id: 'cosmoshub-4',
  dest_asset_denom: 'uosmo',
  dest_asset_chain_id: 'osmosis-1',
}
const addresses = {
  'cosmoshub-4': 'cosmos1qpzry9x8gf2tvdw0s3jn54khce6mua7l89rqvt',
  'osmosis-1': 'osmo1qpzry9x8gf2tvdw0s3jn54khce6mua7l07ss6e',
}

describe('requests that are validated', () => {
  const fetch = vi.fn(mockRouting())
  const routing = createRoutingClient({ fetch, validate: { requests: requestValidators } })

  it.each([
    ['nothing', {}, ['amount_in', 'source_asset_denom']],
    ['no number', { ...pair, amount_in: 'abc' }, ['amount_in']],
    ['two amounts', { ...pair, amount_in: '1', amount_out: '1' }, ['']],
    ['a number in place of a text', { ...pair, amount_in: 1 }, ['amount_in']],
  ])('are not sent: %s', async (_, body, paths) => {
    fetch.mockClear()
    const call: (body: never) => Promise<Route> = routing.route
    const error = await call(body as never).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ValidationError', operation: 'route', value: body })
    expect(String(error)).toContain('route: not sent: ')
    const found = requestValidators.route.check(body).map(({ path }) => path)
    for (const path of paths)
      if (path !== 'amount_in' || 'amount_in' in body) expect(found).toContain(path)
    expect(new Set(found).size).toBe(found.length)
    expect(fetch).not.toHaveBeenCalled()
  })

  it('are sent when valid, even if they echo properties that this version does not know', async () => {
    const unknown = createRoutingClient({
      fetch: mockRouting({}, { mode: 'unknown-kinds' }),
      validate: { requests: requestValidators },
    })
    const route = await unknown.route({ ...pair, amount_in: '1000' })
    expect(JSON.stringify(route.operations)).toContain('teleport_transfer')
    const { txs } = await unknown.msgs(msgsRequestFrom(route, { addresses, slippage: 1 }))
    expect(txs.length).toBeGreaterThan(0)
  })

  it.each([
    ['mode', (url: string) => url, 'unknown-kinds'],
    ['address', (url: string) => `${url}/outcome/unknown-kinds`, undefined],
  ])(
    'a sandbox with unknown kinds by its %s takes back what it sent, and nothing wrong',
    async (_, at, mode) => {
      const sandbox = await startRoutingSandbox({ mode })
      try {
        const baseUrl = at(sandbox.url)
        const unknown = createRoutingClient({ baseUrl, retry: false })
        const route = await unknown.route({ ...pair, amount_in: '1000' })
        expect(JSON.stringify(route.operations)).toContain('teleport_transfer')
        const request = msgsRequestFrom(route, { addresses, slippage: 1 })
        expect((await unknown.msgs(request)).txs.length).toBeGreaterThan(0)
        const wrong = { ...request, operations: [{ tx_index: 'first' }] }
        const refused = await fetch(`${baseUrl}/v2/fungible/msgs`, {
          method: 'POST',
          body: JSON.stringify(wrong),
        })
        expect(refused.status).toBe(400)
      } finally {
        await sandbox.close()
      }
    },
  )

  it('of operations without a body are checked for required parameters', () => {
    expect(requestValidators.status.check({ tx_hash: 'a' })).toMatchObject([{ path: 'chain_id' }])
  })
})

describe('msgsRequestFrom', () => {
  it('takes along what the document says, and puts addresses in order', async () => {
    const routing = createRoutingClient({ fetch: mockRouting() })
    const route = await routing.route({ ...pair, amount_in: '1000' })
    const request = msgsRequestFrom(route, { addresses, slippage: '0.5', timeout_seconds: '60' })
    expect(request).toEqual({
      ...pair,
      amount_in: route.amount_in,
      amount_out: route.amount_out,
      estimated_amount_out: route.estimated_amount_out,
      operations: route.operations,
      address_list: route.required_chain_addresses.map((id) =>
        new Map(Object.entries(addresses)).get(id),
      ),
      slippage_tolerance_percent: '0.5',
      timeout_seconds: '60',
    })
    // The very same object: what it echoes exactly, it echoes from there.
    expect(request.operations).toBe(route.operations)
    const list = Object.values(addresses)
    expect(msgsRequestFrom(route, { addresses: list }).address_list).toBe(list)
    expect(msgsRequestFrom(route, { addresses: list })).not.toHaveProperty(
      'slippage_tolerance_percent',
    )
  })

  it('says which address is missing', async () => {
    const routing = createRoutingClient({ fetch: mockRouting() })
    const route = await routing.route({ ...pair, amount_in: '1000' })
    expect(() => msgsRequestFrom(route, { addresses: {} })).toThrow(
      'addresses has nothing for cosmoshub-4',
    )
  })
})
