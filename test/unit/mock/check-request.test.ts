import { checkRequest, type MsgsRequest, type RouteRequest } from '@tagwire/routing'
import { describe, expect, it } from 'vitest'

function frozen<T>(value: T): T {
  for (const each of Object.values(value ?? {})) if (typeof each === 'object') frozen(each)
  return Object.freeze(value)
}

describe('one amount', () => {
  it.each<[RouteRequest, string | undefined]>([
    [{ amount_in: '1' }, undefined],
    [{ amount_out: '1' }, undefined],
    [{ amount_in: '1', amount_out: '1' }, 'amount_in and amount_out'],
    [{}, 'none of them'],
    [{ amount_in: '' }, undefined],
  ])('%j', (request, received) => {
    for (const operation of ['route', 'msgsDirect'] as const) {
      const problems = checkRequest(operation, frozen(request))
      expect(problems.map((problem) => problem.received)).toEqual(received ? [received] : [])
    }
  })

  it('is not asked of msgs, which repeats both', () => {
    expect(checkRequest('msgs', { amount_in: '1', amount_out: '2' })).toEqual([])
  })
})

describe('affiliates', () => {
  const one = (...fees: (string | undefined)[]) => ({
    affiliates: fees.map((basis_points_fee) => ({
      address: 'osmo1',
      ...(basis_points_fee === undefined ? {} : { basis_points_fee }),
    })),
  })

  it.each<[MsgsRequest['chain_ids_to_affiliates'], string[]]>([
    [{ 'osmosis-1': one('30', '45'), 'neutron-1': one('75') }, []],
    [{ 'osmosis-1': one('18446744073709551616'), x: one('18446744073709551615', '1') }, []],
    [{}, []],
    [
      { 'osmosis-1': one('30'), 'neutron-1': one('75'), b: one('30') },
      ['chain_ids_to_affiliates["neutron-1"]'],
    ],
    [
      { a: one('30'), b: one('30', undefined) },
      ['chain_ids_to_affiliates.b.affiliates[1].basis_points_fee'],
    ],
    [
      { a: { affiliates: [{ basis_points_fee: '1' }] } },
      ['chain_ids_to_affiliates.a.affiliates[0].address'],
    ],
  ])('%j', (chain_ids_to_affiliates = {}, paths) => {
    const request = frozen({ chain_ids_to_affiliates })
    expect(checkRequest('msgs', request).map(({ path }) => path)).toEqual(paths)
    const direct = checkRequest('msgsDirect', { ...request, amount_in: '1' })
    expect(direct.map(({ path }) => path)).toEqual(paths)
  })

  it('say what was expected', () => {
    const affiliates = { a: one('10'), b: one('20') }
    expect(checkRequest('msgs', { chain_ids_to_affiliates: affiliates })).toEqual([
      {
        path: 'chain_ids_to_affiliates.b',
        message: 'expected the sum of chain_ids_to_affiliates.a, 10, received 20',
        expected: 'the sum of chain_ids_to_affiliates.a, 10',
        received: '20',
      },
    ])
  })
})

describe('addresses', () => {
  const route = {
    amount_in: '1',
    amount_out: '1',
    chain_ids: ['a', 'b'],
    required_chain_addresses: ['a', 'b'],
    dest_asset_chain_id: 'b',
    dest_asset_denom: 'd',
    source_asset_chain_id: 'a',
    source_asset_denom: 'd',
    estimated_amount_out: '1',
    operations: [],
    txs_required: 1,
    estimated_route_duration_seconds: 1,
  }

  it('are as many as the route asks for', () => {
    expect(checkRequest('msgs', { address_list: ['x', 'y'] }, { route })).toEqual([])
    expect(checkRequest('msgs', { address_list: ['x'] }, { route })).toMatchObject([
      {
        path: 'address_list',
        expected: '2 items, as in route.required_chain_addresses',
        received: '1',
      },
    ])
    expect(checkRequest('msgs', {}, { route })).toMatchObject([{ path: 'address_list' }])
  })

  it('are not counted without the route', () => {
    expect(checkRequest('msgs', { address_list: ['x'] })).toEqual([])
  })
})
