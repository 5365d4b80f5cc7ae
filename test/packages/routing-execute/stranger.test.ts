import type { MsgsResponse, Route } from '@tagwire/routing'
import { executePlan, PlanError, planRoute, resumeExecution } from '@tagwire/routing-execute'
import { expect, it } from 'vitest'
import { addresses, contracts, routeOf, wallets, worldClient } from './world.fixture.js'

/** What somebody found who read the promises, and tried to break each of them. */
const routing = worldClient()

async function planned(name: string, change: (route: Route, answer: MsgsResponse) => unknown[]) {
  const route = await routeOf(routing, name)
  const own: Readonly<Record<string, string>> = addresses
  const address_list = route.required_chain_addresses.map((id) => own[id] ?? '')
  const answer = await routing.msgs({ ...route, address_list })
  const [changedRoute, changedAnswer] = change(structuredClone(route), structuredClone(answer))
  const msgs = async () => Object(changedAnswer)
  return planRoute({ ...routing, msgs }, Object(changedRoute), { addresses, contracts })
}

const allowance = {
  msg_type_url: '/cosmwasm.wasm.v1.MsgExecuteContract',
  msg: JSON.stringify({
    sender: addresses['cosmoshub-4'],
    contract: 'cosmos1token',
    msg: { increase_allowance: { spender: 'cosmos1evil', amount: '99' } },
    funds: [],
  }),
}
const move = {
  msg_type_url: '/initia.move.v1.MsgExecute',
  msg: JSON.stringify({ sender: addresses['cosmoshub-4'], module_address: '0x1', args: [] }),
}

it.each([
  ['hop', 'first', allowance],
  ['hop', 'last', allowance],
  ['hopAndSwap', 'first', allowance],
  ['hopAndSwap', 'last', allowance],
  ['send', 'first', allowance],
  ['hop', 'last', move],
])('%s: a call beside what the route does is refused (%s)', async (name, where, message) => {
  const plan = planned(name, (route, answer) => {
    const tx = answer.txs?.[0]?.cosmos_tx
    const msgs = tx?.msgs ?? []
    const all = where === 'first' ? [message, ...msgs] : [...msgs, message]
    return [route, { ...answer, txs: [{ ...answer.txs?.[0], cosmos_tx: { ...tx, msgs: all } }] }]
  })
  await expect(plan).rejects.toThrow('is a call that the route does not have')
  await expect(plan).rejects.toBeInstanceOf(PlanError)
})

it.each([
  ['goFast', '095ea7b3'],
  ['overStargate', '095EA7B3'],
  ['overLayerZero', '39509351'],
  ['burnAndMintFast', 'd73dd623'],
])('%s: an approval that is the transaction itself is refused (%s)', async (name, selector) => {
  const plan = planned(name, (route, answer) => {
    const [tx] = answer.txs ?? []
    const data = `${selector}${'1'.repeat(128)}`
    const evm_tx = { ...tx?.evm_tx, to: route.source_asset_denom, data }
    return [route, { ...answer, txs: [{ ...tx, evm_tx }] }]
  })
  await expect(plan).rejects.toThrow('is an approval')
})

const lastWith = (route: Route, more: object): Route => ({
  ...route,
  operations: route.operations.map((each, at, all) =>
    at === all.length - 1 ? { ...each, ...more } : each,
  ),
})

it.each<[string, string, (route: Route) => Route]>([
  ['hop', '/operations/0', (route) => ({ ...route, source_asset_denom: 'uworthless' })],
  ['hop', '/operations/0', (route) => ({ ...route, source_asset_chain_id: 'noble-1' })],
  ['hop', '/operations/0', (route) => ({ ...route, dest_asset_denom: 'ugold' })],
  ['hop', '/operations/0', (route) => ({ ...route, dest_asset_chain_id: 'stride-1' })],
  ['hopAndSwap', '/operations/1/amount_out', (route) => lastWith(route, { amount_out: '1' })],
  ['twoTransactions', '/operations/2/amount_in', (r) => lastWith(r, { amount_in: '998000000' })],
])(
  '%s: operations that do not lead from its beginning to its end are refused (%s)',
  async (...[name, pointer, change]) => {
    const error = await planned(name, (route, answer) => [change(route), answer]).catch(
      (reason: unknown) => reason,
    )
    const { findings } = error instanceof PlanError ? error : expect.unreachable(String(error))
    expect(findings.map((each) => each.pointer)).toContain(pointer)
  },
)

it.each(['hopAndSwap', 'swap'])('%s: funds that were not changed are no success', async (name) => {
  const denom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
  const release = { chain_id: 'osmosis-1', denom, amount: '1000000', released: true }
  const client: typeof routing = {
    ...routing,
    trackAndWait: async (...args) => ({
      ...(await routing.trackAndWait(...args)),
      transfers: [],
      transfer_asset_release: release,
    }),
  }
  const plan = await planRoute(routing, await routeOf(routing, name), { addresses, contracts })
  const result = await executePlan(plan, { ...wallets(), routing: client })
  expect(result).toMatchObject({ outcome: 'partial', reason: 'elsewhere', funds: { denom } })
})

it('a journal can be resumed after a new plan has another number of transactions', async () => {
  const two = await planRoute(routing, await routeOf(routing, 'twoTransactions'), {
    addresses,
    contracts,
  })
  const one = await planRoute(routing, await routeOf(routing, 'fromSolana'), {
    addresses,
    contracts,
  })
  const good = `${two.min_amount_out}0`
  const route = lastWith({ ...one.route, amount_out: good }, { amount_out: good })
  const own: Readonly<Record<string, string>> = addresses
  const address_list = route.required_chain_addresses.map((id) => own[id] ?? '')
  const client = {
    ...routing,
    route: async () => route,
    msgs: async () => ({
      ...(await routing.msgs({ ...one.route, address_list })),
      min_amount_out: good,
    }),
  }
  const [first, second] = two.transactions
  const old = first && second ? [{ ...first, expires: 1 }, second] : expect.unreachable()
  const watched = wallets({ approve: () => false })
  // The old plan goes where the new one goes: only its length differs.
  const { dest_asset_denom, dest_asset_chain_id } = route
  const plan = { ...two, route: { ...two.route, dest_asset_denom, dest_asset_chain_id } }
  const result = await executePlan({ ...plan, transactions: old }, { ...watched, routing: client })
  expect(result).toMatchObject({ outcome: 'rejected', reason: 'approval' })
  expect(result.journal.plan.transactions).toHaveLength(1)
  for (const saved of watched.saved) {
    const again = await resumeExecution(JSON.parse(saved), { ...wallets(), routing: client })
    expect(again.journal.sent).toHaveLength(again.journal.plan.transactions.length)
  }
})
