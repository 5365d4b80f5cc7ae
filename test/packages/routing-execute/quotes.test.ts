import type { MsgsRequest, Route } from '@tagwire/routing'
import { executePlan, type Plan, planRoute, resumeExecution } from '@tagwire/routing-execute'
import { describe, expect, it } from 'vitest'
import { addresses, routeOf, wallets, worldClient } from './world.fixture.js'

const routing = worldClient({ '*': 'ibc_transfer' })

/** A service whose price falls with every route, and that takes the slippage it is asked for. */
function falling(prices: readonly number[], isObedient = true) {
  const asked: Partial<MsgsRequest>[] = []
  let round = 0
  const client = {
    ...routing,
    route: async (): Promise<Route> => {
      const route = await routeOf(routing, 'hop')
      const amount_out = String(prices[Math.min(round++, prices.length - 1)])
      return {
        ...route,
        amount_out,
        operations: route.operations.map((each) => ({ ...each, amount_out })),
      }
    },
    msgs: async (request: MsgsRequest) => {
      asked.push(request)
      const percent = isObedient ? Number(request.slippage_tolerance_percent) : 1
      const least = Math.ceil((Number(request.amount_out) * (100 - percent)) / 100)
      return { ...(await routing.msgs(request)), min_amount_out: String(least) }
    },
  }
  return { client, asked }
}

const over = (plan: Plan): Plan => ({
  ...plan,
  transactions: plan.transactions.map((tx) => ({ ...tx, expires: 1 })),
})

/** Plans, and lets the quote end each time that somebody is asked, as often as there are prices. */
async function again(client: ReturnType<typeof falling>['client'], times: number) {
  const approved: string[] = []
  let plan = await planRoute(client, await client.route(), { addresses })
  const [first = ''] = [plan.min_amount_out]
  let journal: Awaited<ReturnType<typeof executePlan>>['journal'] | undefined
  for (let time = 0; time < times; time++) {
    const callbacks = wallets({
      routing: client,
      approve: (request) => {
        approved.push(request.plan.min_amount_out)
        return time === times - 1
      },
    })
    const result = journal
      ? await resumeExecution({ ...journal, plan: over(journal.plan) }, callbacks)
      : await executePlan(over(plan), callbacks)
    journal = JSON.parse(JSON.stringify(result.journal))
    plan = result.journal.plan
    if (result.outcome !== 'rejected')
      return { result, approved, first, signatures: callbacks.signatures }
  }
  return expect.unreachable('it has neither ended nor been given up')
}

describe('a quote that is planned again', () => {
  it('never gives less than what was agreed to first, however often', async () => {
    // Each is within 1 % of the one before, and the last is not within 1 % of the first.
    const { client } = falling([1_000_000, 995_000, 991_000, 985_000, 980_000])
    const { result, approved, first, signatures } = await again(client, 5)
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'changed' })
    expect(signatures).toEqual([])
    expect(approved.length).toBe(2)
    for (const least of approved) expect(Number(least)).toBeGreaterThanOrEqual(Number(first))
  })

  it('leaves what is left of the slippage, and keeps the options', async () => {
    const { client, asked } = falling([1_000_000, 995_000])
    const { result, approved } = await again(client, 1)
    expect(result.outcome).toBe('success')
    expect(approved.map(Number)[0]).toBeGreaterThanOrEqual(990_000)
    expect(Number(asked.at(-1)?.slippage_tolerance_percent)).toBeCloseTo(0.5025, 4)
    expect(result.journal.plan.options).toEqual({ addresses })
  })

  it('may get better and worse again, down to what was agreed to first', async () => {
    const { client } = falling([1_000_000, 1_100_000, 1_000_000])
    const { result, approved } = await again(client, 2)
    expect(result.outcome).toBe('success')
    expect(approved.map(Number)).toEqual([1_089_000, 990_000])
  })

  it('is not signed if the service takes more than the slippage that it was asked for', async () => {
    const { client } = falling([1_000_000, 995_000], false)
    const { result, signatures } = await again(client, 1)
    expect(result).toMatchObject({ outcome: 'given-up' })
    expect(signatures).toEqual([])
  })

  it('leads from where the funds are to where they should be, or is not approved', async () => {
    const { client } = falling([1_000_000])
    const more = (own: Partial<Route>, inside: object) => async (): Promise<Route> => {
      const route = await client.route()
      const operations = route.operations.map((each) => ({
        ...each,
        ...(own.amount_in ? { amount_in: own.amount_in } : {}),
        ...(each.transfer ? { transfer: { ...each.transfer, ...inside } } : {}),
      }))
      return { ...route, ...own, operations } as Route
    }
    for (const [own, inside] of [
      [{ dest_asset_denom: 'uworthless' }, { denom_out: 'uworthless' }],
      [{ dest_asset_chain_id: 'stride-1' }, { to_chain_id: 'stride-1' }],
      [{ source_asset_denom: 'ubtc' }, { denom_in: 'ubtc' }],
      [{ source_asset_chain_id: 'noble-1' }, { from_chain_id: 'noble-1' }],
      [{ amount_in: '2000000' }, {}],
    ] as const) {
      const plan = await planRoute(client, await client.route(), { addresses })
      const asked: unknown[] = []
      const other = { ...client, route: more(own, inside) }
      const approve = (request: unknown) => asked.push(request) > 0
      const result = await executePlan(over(plan), wallets({ routing: other, approve }))
      expect(result, JSON.stringify(own)).toMatchObject({
        outcome: 'given-up',
        reason: 'changed',
      })
      expect(asked).toEqual([])
    }
  })
})
