import {
  type CheckedRequests,
  checkRequest as checkWhole,
  type EarlierAnswers,
  type EarlierRequests,
  type MsgsRequest,
  type RouteRequest,
} from '@tagwire/routing'
import { describe, expect, it } from 'vitest'

function frozen<T>(value: T): T {
  for (const each of Object.values(value ?? {})) if (typeof each === 'object') frozen(each)
  return Object.freeze(value)
}

/** All required members except those that the rules below are about. */
const rest = {
  source_asset_denom: 'a',
  source_asset_chain_id: 'b',
  dest_asset_denom: 'c',
  dest_asset_chain_id: 'd',
  address_list: [],
  operations: [],
  chain_ids_to_addresses: {},
}

function checkRequest<Name extends 'route' | 'msgs' | 'msgsDirect'>(
  operation: Name,
  request: Partial<CheckedRequests[Name]>,
  answers?: EarlierAnswers,
  requests?: EarlierRequests,
) {
  const amount = operation === 'msgs' ? { amount_in: '1' } : {}
  const whole: Partial<CheckedRequests[Name]> = Object.assign({}, rest, amount, request)
  return checkWhole(operation, frozen(whole), answers, requests)
}

describe('one amount', () => {
  it.each<[Partial<RouteRequest>, string | undefined]>([
    [{ amount_in: '1' }, undefined],
    [{ amount_out: '1' }, undefined],
    [{ amount_in: '1', amount_out: '1' }, 'amount_in and amount_out'],
    [{}, 'none of them'],
    [{ amount_in: '' }, '""'],
    [{ amount_in: 'abc' }, '"abc"'],
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

describe('addresses', () => {
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

  const chains = {
    chains: [
      ['cosmoshub-4', 'cosmos', 'cosmos'],
      ['abc', undefined, 'abcdef'],
      ['penumbra-1', 'cosmos', 'penumbra'],
      ['1', 'evm', ''],
      ['solana', 'svm', ''],
      ['moon', 'moon', ''],
    ].map(([chain_id = '', chain_type, bech32_prefix = '']) => ({
      chain_id,
      chain_name: chain_id,
      bech32_prefix,
      pfm_enabled: false,
      supports_memo: false,
      fee_assets: [],
      ...(chain_type === undefined ? {} : { chain_type }),
    })),
  }
  const cosmos = 'cosmos186ey7txhhdqgra9xwdcydkr66ykzrt48xgvllr'
  const stride = 'stride186ey7txhhdqgra9xwdcydkr66ykzrt489rvrt0'
  const evm = '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29'
  const svm = '5DjyYXrHFLVma6jwaYmteivo3owoDHfKJKAjVLxLTE6Z'

  it.each([
    ['cosmoshub-4', cosmos, true],
    ['cosmoshub-4', cosmos.toUpperCase(), true],
    ['cosmoshub-4', cosmos.replace('c', 'C'), false],
    ['cosmoshub-4', stride, false],
    ['cosmoshub-4', cosmos.replace('186e', '168e'), false],
    ['cosmoshub-4', 'cosmos1', false],
    ['cosmoshub-4', evm, false],
    ['cosmoshub-4', '', false],
    ['abc', 'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', true],
    ['abc', 'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx', true],
    ['1', evm, true],
    ['1', evm.slice(2), false],
    ['1', `${evm}00`, false],
    ['1', cosmos, false],
    ['solana', svm, true],
    ['solana', '1'.repeat(32), true],
    ['solana', '1'.repeat(33), false],
    ['solana', svm.slice(2), false],
    ['solana', `${svm.slice(0, -1)}0`, false],
    ['solana', 'x'.repeat(60), false],
    ['moon', 'whatever', true],
    ['not-known', 'whatever', true],
    ['toString', 'whatever', true],
  ])('on %s: %s is %s', (chain, address, fits) => {
    const direct = frozen({ amount_in: '1', chain_ids_to_addresses: { [chain]: address } })
    expect(checkRequest('msgsDirect', direct)).toEqual([])
    const problems = checkRequest('msgsDirect', direct, { chains })
    expect(problems.map(({ received }) => received)).toEqual(fits ? [] : [address])

    const affiliate = { affiliates: [{ address, basis_points_fee: '1' }] }
    const msgs = frozen({ chain_ids_to_affiliates: { [chain]: affiliate } })
    expect(checkRequest('msgs', msgs, { chains })).toHaveLength(fits ? 0 : 1)
  })

  it('are in the order of the route', () => {
    const two = { ...route, required_chain_addresses: ['cosmoshub-4', '1'] }
    const earlier = { route: two, chains }
    expect(checkRequest('msgs', { address_list: [cosmos, evm] }, earlier)).toEqual([])
    const swapped = checkRequest('msgs', { address_list: [evm, cosmos] }, earlier)
    expect(swapped.map(({ path, expected }) => [path, expected])).toEqual([
      ['address_list[0]', 'cosmos1… with a right checksum, an address on cosmoshub-4'],
      ['address_list[1]', '0x and 40 hexadecimal digits, an address on 1'],
    ])
    // Which chain an address is for only the route says.
    expect(checkRequest('msgs', { address_list: [evm, cosmos] }, { chains })).toEqual([])
  })
})

describe('the sum of affiliate fees', () => {
  const request = frozen({
    chain_ids_to_affiliates: {
      a: { affiliates: [{ address: 'x', basis_points_fee: '30' }] },
      b: {
        affiliates: [
          { address: 'x', basis_points_fee: '10' },
          { address: 'y', basis_points_fee: '20' },
        ],
      },
    },
  })
  const sent = (cumulative_affiliate_fee_bps?: string) => ({
    route: {
      amount_in: '1',
      ...(cumulative_affiliate_fee_bps === undefined ? {} : { cumulative_affiliate_fee_bps }),
    },
  })

  it('is what the route was asked for with', () => {
    expect(checkRequest('msgs', request, {}, sent('30'))).toEqual([])
    expect(checkRequest('msgs', request, {}, sent('31'))).toMatchObject([
      {
        path: 'chain_ids_to_affiliates.a',
        expected: 'the sum 31, as sent in route.cumulative_affiliate_fee_bps',
        received: '30',
      },
      { path: 'chain_ids_to_affiliates.b', received: '30' },
    ])
  })

  it('is not compared with what was not given', () => {
    expect(checkRequest('msgs', request, {}, sent())).toEqual([])
    expect(checkRequest('msgs', request)).toEqual([])
    expect(checkRequest('msgs', {}, {}, sent('31'))).toEqual([])
  })
})

describe('what is missing', () => {
  it('is found in every request', () => {
    const paths = (problems: readonly { path: string }[]) => problems.map(({ path }) => path)
    expect(paths(checkWhole('msgs', {}))).toEqual([
      'source_asset_denom',
      'source_asset_chain_id',
      'dest_asset_denom',
      'dest_asset_chain_id',
      'address_list',
      'operations',
      '',
    ])
    expect(paths(checkWhole('submit', {}))).toEqual(['tx', 'chain_id'])
    expect(paths(checkWhole('status', {}))).toEqual(['tx_hash', 'chain_id'])
    expect(checkWhole('msgs', {}).at(-1)?.message).toBe(
      'expected at least one of amount_in, amount_out, received none of them',
    )
  })
})
