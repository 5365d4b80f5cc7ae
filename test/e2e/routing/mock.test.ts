import { createRoutingClient, isApiError, type RouteRequest } from '@tagwire/routing'
import { mockRouting, type RoutingMockHandlers } from '@tagwire/routing/mock'
import { describe, expect, it } from 'vitest'
import { addresses } from './addresses.fixture.js'

const atomToOsmo = {
  source_asset_denom: 'uatom',
  source_asset_chain_id: 'cosmoshub-4',
  dest_asset_denom: 'uosmo',
  dest_asset_chain_id: 'osmosis-1',
} as const

function client(...given: Parameters<typeof mockRouting>) {
  return createRoutingClient({ fetch: mockRouting(...given), retry: false })
}

async function failureOf(call: Promise<unknown>): Promise<{ status: number; message: string }> {
  const error = await call.then(
    (value) => expect.unreachable(`resolved with ${JSON.stringify(value)}`),
    (failure: unknown) => failure,
  )
  if (!isApiError(error)) throw error
  return { status: error.status, message: error.message }
}

/** Input that the types forbid, which a user's test may send by mistake. */
function raw(path: string, body: unknown, ...given: Parameters<typeof mockRouting>) {
  return mockRouting(...given)(`https://mock.invalid/v2/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
}

describe('what nothing covers is refused as the service would', () => {
  it.each<[string, Partial<RouteRequest>]>([
    ['another pair', { dest_asset_denom: 'uusdc', dest_asset_chain_id: 'noble-1' }],
    ['names of nothing', { source_asset_denom: 'foo', dest_asset_denom: 'bar' }],
  ])('%s', async (_, pair) => {
    const refused = await failureOf(client().route({ ...atomToOsmo, ...pair, amount_in: '1' }))
    expect(refused).toEqual({ status: 404, message: expect.stringContaining('no routes found') })
  })

  it.each([
    ['fungible/route', {}],
    ['fungible/msgs', {}],
    ['fungible/msgs_direct', {}],
    ['tx/submit', {}],
    ['tx/track', {}],
  ])('an empty request to %s', async (path, body) => {
    const answer = await raw(path, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 3, details: [] })
  })

  it.each(['abc', '', '1.5', '1e6', '0x10', '-1', '0'])('the amount %j', async (amount) => {
    for (const name of ['amount_in', 'amount_out']) {
      const answer = await raw('fungible/route', { ...atomToOsmo, [name]: amount })
      expect(answer.status).toBe(400)
    }
  })

  it('a hash that was neither submitted nor tracked', async () => {
    const routing = client()
    const asked = { tx_hash: 'AB12', chain_id: 'osmosis-1' }
    expect(await failureOf(routing.status(asked))).toMatchObject({ status: 404 })
    await routing.track(asked)
    expect((await routing.status(asked)).state).toBeDefined()

    const { tx_hash = '' } = await routing.submit({ tx: 'AAAA', chain_id: 'cosmoshub-4' })
    expect((await routing.status({ tx_hash, chain_id: 'cosmoshub-4' })).state).toBeDefined()
  })

  it('but with onUnknown: example the document answers', async () => {
    const options = { onUnknown: 'example' } as const
    const pair = { ...atomToOsmo, dest_asset_denom: 'bar', amount_in: '1' }
    const answer = await raw('fungible/route', pair, {}, options)
    expect(answer.headers.get('x-tagwire-mock')).toBe('example')
    expect((await raw('tx/submit', {}, {}, options)).status).toBe(200)
  })
})

describe('values of the caller appear in the response', () => {
  const cosmos = 'cosmos1qpzry9x8gf2tvdw0s3jn54khce6mua7l89rqvt'
  const evm = '0x1111111111111111111111111111111111111111'
  const solana = 'So11111111111111111111111111111111111111112'

  it('addresses and amounts, in messages of the Cosmos', async () => {
    const { operations } = await client().route({ ...atomToOsmo, amount_in: '777' })
    const { txs } = await client().msgs({
      ...atomToOsmo,
      amount_in: '777',
      address_list: [cosmos, addresses['osmosis-1']],
      operations,
    })
    const [tx] = txs
    expect(tx?.cosmos_tx?.signer_address).toBe(cosmos)
    expect(tx?.cosmos_tx?.msgs?.[0]?.msg).toContain('"amount":"777"')
  })

  it('on each family of chains', async () => {
    const ofEthereum = await client().msgsDirect({
      source_asset_denom: 'ethereum-native',
      source_asset_chain_id: '1',
      dest_asset_denom: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      dest_asset_chain_id: '1',
      amount_in: '1000000000000000000',
      chain_ids_to_addresses: { '1': evm },
    })
    expect(ofEthereum.txs[0]?.evm_tx).toMatchObject({ signer_address: evm })
    const ofSolana = await client().msgsDirect({
      source_asset_denom: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      source_asset_chain_id: 'solana',
      dest_asset_denom: 'uusdc',
      dest_asset_chain_id: 'noble-1',
      amount_in: '1000000',
      chain_ids_to_addresses: { 'noble-1': addresses['noble-1'], solana },
    })
    expect(ofSolana.txs[0]?.svm_tx).toMatchObject({ signer_address: solana })
  })

  it('the token whose address the world also signs with stays what it is', async () => {
    const route = await client().msgsDirect({
      source_asset_denom: '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29',
      source_asset_chain_id: '1',
      dest_asset_denom: '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29',
      dest_asset_chain_id: '8453',
      amount_in: '1',
      chain_ids_to_addresses: { '1': evm, '8453': evm },
    })
    expect(route.route.dest_asset_denom).toBe('0x44f75662176a44f2da4aa854ad80a5e97ce9cf29')
    expect(JSON.stringify(route.txs)).toContain(evm)
  })
})

describe('handlers', () => {
  it('answer first, whatever the rules say', async () => {
    const broken = { ...atomToOsmo, amount_in: '1', amount_out: '1' }
    const by = async (handlers: RoutingMockHandlers) =>
      (await raw('fungible/route', broken, handlers)).headers.get('x-tagwire-mock')
    expect(await by({})).toBe('rules')
    expect(await by({ route: () => new Response('{}') })).toBe('handler')
  })

  it('are not called with a body that the document does not allow', async () => {
    let calls = 0
    const route = () => {
      calls++
      return new Response('{}')
    }
    const answer = await raw('fungible/route', { ...atomToOsmo, amount_in: 5 }, { route })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 3,
      message: expect.stringMatching(/^amount_in: /),
    })
    expect(calls).toBe(0)
  })

  it('that are misspelt throw where the mock is made', () => {
    const misspelt: object = { rout: () => new Response() }
    expect(() => mockRouting(misspelt)).toThrow(
      /^the mock has a handler for rout, which is not an operation; there are: .*route/,
    )
    const inherited: object = { toString: () => '' }
    expect(() => mockRouting(inherited)).toThrow('the mock has a handler for toString')
  })
})
