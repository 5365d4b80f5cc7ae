import type { MsgsResponse, Route } from '@tagwire/routing'
import {
  PlanError,
  type PlanOptions,
  planRoute,
  planText,
  type Routing,
} from '@tagwire/routing-execute'
import { describe, expect, it } from 'vitest'
import { addresses, contracts, routeNames, routeOf, worldClient } from './world.fixture.js'

const routing = worldClient()

/** The world, with its messages changed on their way. */
function changing(change: (answer: MsgsResponse) => void): Routing {
  return {
    ...routing,
    msgs: async (...args: Parameters<typeof routing.msgs>) => {
      const answer = structuredClone(await routing.msgs(...args))
      change(answer)
      return answer
    },
  }
}

async function findings(
  name: string,
  change: (answer: MsgsResponse) => void,
  options: Partial<PlanOptions> = {},
): Promise<readonly string[]> {
  const error = await planRoute(changing(change), await routeOf(routing, name), {
    addresses,
    contracts,
    ...options,
  }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PlanError)) throw new Error(`no finding: ${String(error)}`)
  return error.findings.map(({ pointer, message }) => `${pointer}: ${message}`)
}

/** Changes the JSON text of a Cosmos message. */
const inMessage =
  (from: string | RegExp, to: string) =>
  (answer: MsgsResponse): void => {
    const tx = answer.txs?.findLast((each) => each.cosmos_tx)
    const message = tx?.cosmos_tx?.msgs?.[0]
    if (!message?.msg) throw new Error('no message')
    const changed = message.msg.replace(from, to)
    if (changed === message.msg) throw new Error(`nothing to change in ${message.msg}`)
    message.msg = changed
  }

describe('what the sandbox returns', () => {
  it.each(routeNames)('%s is planned', async (name) => {
    const route = await routeOf(routing, name)
    const plan = await planRoute(routing, route, { addresses, contracts })
    expect(plan.transactions).toHaveLength(route.txs_required)
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
    expect(planText(plan)).toContain(plan.transactions[0]?.signer)
  })

  it('says what could not be checked', async () => {
    const plan = await planRoute(routing, await routeOf(routing, 'twoTransactions'), {
      addresses,
      contracts,
    })
    expect(plan.transactions.map(({ unchecked }) => unchecked.map(({ what }) => what))).toEqual([
      ['what the programs of the transaction do'],
      [expect.stringMatching(/^the contract osmo1\w+ is not named by the route$/)],
    ])
    expect(planText(plan)).toMatchInlineSnapshot(`
      "100000000 EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v on solana
      1. 5DjyYXrHFLVma6jwaYmteivo3owoDHfKJKAjVLxLTE6Z signs on solana: cctp_transfer
         pays 100000000 EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v
         not checked: what the programs of the transaction do (/txs/0/svm_tx/tx)
      2. noble186ey7txhhdqgra9xwdcydkr66ykzrt48wteh8d signs on noble-1: transfer, swap
         pays 99800000 uusdc
         not checked: the contract osmo19q5j52ev95hz7vp3xgengdfkxuurjw3m8s7nu06qg9pyx3z9gersfhsakd is not named by the route (/txs/1/cosmos_tx/msgs/0/msg/memo/wasm/contract)
      At least 267300000 uosmo arrive at osmo186ey7txhhdqgra9xwdcydkr66ykzrt48wnl0f3 on osmosis-1"
    `)
  })

  it('a plain transfer leaves nothing unchecked', async () => {
    for (const name of ['send', 'hop', 'hopToStride', 'toRollup', 'overEureka']) {
      const plan = await planRoute(routing, await routeOf(routing, name), { addresses, contracts })
      expect(plan.transactions[0]?.unchecked, name).toEqual([])
    }
  })
})

describe('a finding has its place', () => {
  it.each([
    [
      'hop',
      inMessage('"sender":"cosmos1', '"sender":"cosmos1q'),
      '/txs/0/cosmos_tx/msgs/0/msg/sender',
    ],
    [
      'hop',
      inMessage('"receiver":"osmo1', '"receiver":"osmo1q'),
      '/txs/0/cosmos_tx/msgs/0/msg/receiver',
    ],
    ['hop', inMessage('channel-141', 'channel-14'), '/txs/0/cosmos_tx/msgs/0/msg/source_channel'],
    ['hop', inMessage('"1000000"', '"1000001"'), '/txs/0/cosmos_tx:'],
    ['hop', inMessage('"1000000"', '"999999"'), '/txs/0/cosmos_tx:'],
    ['hop', inMessage('"uatom"', '"uosmo"'), '/txs/0/cosmos_tx:'],
    [
      'send',
      inMessage(/"to_address":"cosmos1/, '"to_address":"cosmos1q'),
      '/txs/0/cosmos_tx/msgs/0/msg/to_address',
    ],
    [
      'hopAndSwap',
      inMessage('11929500', '11929499'),
      'memo/wasm/msg/swap_and_action/min_asset/native/amount',
    ],
    [
      'hopAndSwap',
      inMessage(/to_address\\":\\"osmo1/, 'to_address\\":\\"osmo1q'),
      'post_swap_action/transfer/to_address',
    ],
    [
      'hopAndSwap',
      inMessage(
        'affiliates\\":[',
        'affiliates\\":[{\\"address\\":\\"osmo1x\\",\\"basis_points_fee\\":\\"50\\"}',
      ),
      'affiliates/0',
    ],
    [
      'burnAndMint',
      inMessage('"destination_domain":0', '"destination_domain":1'),
      'msg/destination_domain',
    ],
    [
      'burnAndMint',
      inMessage('"mint_recipient":"AAAA', '"mint_recipient":"BAAA'),
      'msg/mint_recipient',
    ],
    ['toRollup', inMessage('"bridge_id":"7"', '"bridge_id":"8"'), 'msg/bridge_id'],
    ['overHyperlane', inMessage('"recipient":"0x0', '"recipient":"0x1'), 'msg/recipient'],
    ['overHyperlane', inMessage('"1500"', '"1501"'), 'msg/max_fee'],
    ['overEureka', inMessage('"recipient":"0x4', '"recipient":"0x5'), 'transfer/recipient'],
  ])('%s %#', async (name, change, place) => {
    const found = await findings(name, change)
    expect(
      found.some((each) => each.includes(place)),
      found.join('\n'),
    ).toBe(true)
  })

  it('refuses kinds that it does not know, by name', async () => {
    const odd = await findings('hop', (answer) => {
      const message = answer.txs?.[0]?.cosmos_tx?.msgs?.[0]
      if (message) message.msg_type_url = '/cosmos.authz.v1beta1.MsgGrant'
    })
    expect(odd).toEqual([
      '/txs/0/cosmos_tx/msgs/0: /cosmos.authz.v1beta1.MsgGrant is not a message that can be checked',
    ])
    const route = await routeOf(routing, 'hop')
    const newer = { ...route, operations: [{ tx_index: 0, teleport: {} }] } as unknown as Route
    await expect(planRoute(routing, newer, { addresses, contracts })).rejects.toThrow(
      '/operations/0 (operation 0): teleport is not a kind of operation that can be checked',
    )
  })

  it('wants every operation once', async () => {
    const twice = (answer: MsgsResponse): void => void answer.txs?.push(...(answer.txs ?? []))
    expect(await findings('hop', twice)).toContain(
      '/operations/0: has to be carried out once, by the transaction of its tx_index',
    )
    const none = (answer: MsgsResponse): void => void answer.txs?.splice(0)
    expect(await findings('hop', none)).toEqual([
      '/txs: has 0 transactions; the route needs 1',
      '/operations/0: has to be carried out once, by the transaction of its tx_index',
    ])
  })

  it('wants the least that was agreed to', async () => {
    const less = (answer: MsgsResponse): void => void Object.assign(answer, { min_amount_out: '1' })
    expect(await findings('hop', less)).toEqual([
      '/min_amount_out: has to be at least 990000, not "1"',
    ])
    expect(await findings('hopAndSwap', () => {}, { slippage: 0.5 })).toHaveLength(2)
  })

  it('compares EVM transactions with the route', async () => {
    const evm = (change: object) => (answer: MsgsResponse) =>
      void Object.assign(answer.txs?.[0]?.evm_tx ?? {}, change)
    expect(await findings('goFast', evm({ chain_id: '1' }))).toHaveLength(1)
    expect(await findings('goFast', evm({ signer_address: addresses.solana }))).toHaveLength(1)
    expect(await findings('goFast', evm({ value: '1' }))).toEqual([
      '/txs/0/evm_tx/value: pays 1; the route says 0 and fees of 0',
    ])
    const approval = (change: object) => (answer: MsgsResponse) =>
      void Object.assign(answer.txs?.[0]?.evm_tx?.required_erc20_approvals?.[0] ?? {}, change)
    expect(await findings('goFast', approval({ amount: '100000001' }))).toHaveLength(1)
    expect(await findings('goFast', approval({ spender: `0x${'9'.repeat(40)}` }))).toEqual([
      `/txs/0/evm_tx/required_erc20_approvals/0/spender: 0x${'9'.repeat(40)} is not named by the route; if you know it: contracts: { '42161': ['0x${'9'.repeat(40)}'] }`,
    ])
    expect(
      await findings('goFast', approval({ token_contract: `0x${'9'.repeat(40)}` })),
    ).toHaveLength(1)
    const contracts = { '42161': [`0x${'8'.repeat(40)}`] }
    expect(await findings('goFast', () => {}, { contracts })).toEqual([
      '/txs/0/evm_tx/to: 0x44f75662176a44f2da4aa854ad80a5e97ce9cf29 is not one of your contracts on 42161',
      expect.stringMatching(/^\/txs\/0\/evm_tx\/required_erc20_approvals\/0\/spender: /),
    ])
  })

  it('reads who signs and pays on Solana', async () => {
    const other = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
    const options = { addresses: { ...addresses, solana: other } }
    const [first] = await findings('fromSolana', () => {}, options)
    expect(first).toContain('/txs/0/svm_tx')
    const broken = (answer: MsgsResponse) =>
      void Object.assign(answer.txs?.[0]?.svm_tx ?? {}, { tx: 'AAAA' })
    expect(await findings('fromSolana', broken)).toEqual([
      '/txs/0/svm_tx/tx: is not a Solana transaction',
    ])
    expect(await findings('fromSolana', () => {}, { feePayer: other })).toEqual([
      `/txs/0/svm_tx/tx: is paid for by ${addresses.solana}, not by ${other}`,
    ])
  })
})

it('says which address is missing', async () => {
  const route = await routeOf(routing, 'hop')
  await expect(planRoute(routing, route, { addresses: {} })).rejects.toThrow(
    'addresses lacks cosmoshub-4, osmosis-1: the route needs one on each',
  )
  await expect(planRoute(routing, route, { addresses, slippage: -1 })).rejects.toThrow(
    'slippage has to be a percentage from 0 to 100, not -1',
  )
  // `'5'` would be added to the fees as a text.
  await expect(planRoute(routing, route, { addresses, slippage: '5' as never })).rejects.toThrow(
    'slippage has to be a percentage from 0 to 100, not 5',
  )
})

it('shows a call of which nobody receives anything', async () => {
  const other = changing((answer) => {
    const message = answer.txs?.[0]?.cosmos_tx?.msgs?.[0]
    if (!message?.msg) throw new Error('no message')
    const transfer = JSON.parse(message.msg)
    const { wasm } = JSON.parse(transfer.memo)
    transfer.memo = JSON.stringify({ wasm: { ...wasm, msg: { keep: {} } } })
    message.msg = JSON.stringify(transfer)
  })
  const plan = await planRoute(other, await routeOf(routing, 'hopAndSwap'), {
    addresses,
    contracts,
  })
  expect(plan.transactions[0]?.unchecked.map(({ what }) => what)).toEqual([
    expect.stringMatching(/is not named by the route$/),
    'a part of the message that this version cannot read',
    'who receives what the contract sends',
    'the least that the swap to uosmo has to give',
  ])
})
