import type { MsgsResponse, Route } from '@tagwire/routing'
import { executePlan, PlanError, planRoute } from '@tagwire/routing-execute'
import { describe, expect, it } from 'vitest'
import { addresses, contracts, routeOf, wallets, worldClient } from './world.fixture.js'

// What the service says twice, and what it does not say.

const routing = worldClient({ solana: 'cctp_transfer', '*': 'ibc_transfer' })

describe('a fee', () => {
  /** A route over LayerZero that pays a value, with estimated fees of the service. */
  async function paying(value: string, fees: readonly object[]): Promise<unknown> {
    const asked = await routeOf(routing, 'overLayerZero')
    const [operation] = asked.operations
    const origin_asset = operation?.layer_zero_transfer?.messaging_fee_asset
    const fee_behavior = 'FEE_BEHAVIOR_ADDITIONAL'
    const named = operation?.layer_zero_transfer?.messaging_fee_amount
    const estimated_fees = fees.map((fee) => ({
      fee_behavior,
      origin_asset,
      tx_index: 0,
      operation_index: 0,
      amount: named,
      ...fee,
    }))
    const route = { ...asked, estimated_fees } as unknown as Route
    const msgs = async (...args: Parameters<typeof routing.msgs>): Promise<MsgsResponse> => {
      const answer = structuredClone(await routing.msgs(...args))
      Object.assign(answer.txs?.[0]?.evm_tx ?? {}, { value })
      return answer
    }
    return planRoute({ ...routing, msgs }, route, { addresses, contracts }).catch(
      (error: unknown) => error,
    )
  }

  it('that the operation names and the route estimates is one fee', async () => {
    const named = (await routeOf(routing, 'overLayerZero')).operations[0]?.layer_zero_transfer
      ?.messaging_fee_amount
    const once = String(BigInt(named ?? 0))
    const twice = String(BigInt(named ?? 0) * 2n)
    for (const fees of [[], [{}], [{ operation_index: null }]]) {
      expect(await paying(once, fees), JSON.stringify(fees)).not.toBeInstanceOf(PlanError)
      expect(await paying(twice, fees), JSON.stringify(fees)).toBeInstanceOf(PlanError)
    }
    // Of two estimates of one operation, one is not what the operation names; a larger one is the more careful one.
    expect(await paying(twice, [{}, {}])).not.toBeInstanceOf(PlanError)
    expect(await paying(twice, [{ amount: twice }])).not.toBeInstanceOf(PlanError)
    expect(await paying(String(BigInt(twice) + 1n), [{ amount: twice }])).toBeInstanceOf(PlanError)
    expect(await paying(twice, [{ operation_index: 7 }])).not.toBeInstanceOf(PlanError)
  })
})

describe('a success that does not say where the funds are', () => {
  const silent = (from: string): typeof routing => ({
    ...routing,
    trackAndWait: async (input, options) => {
      const status = await routing.trackAndWait(input, options)
      return input.chain_id === from
        ? { ...status, transfers: [], transfer_asset_release: null }
        : status
    },
  })

  it('is a success without funds', async () => {
    const plan = await planRoute(routing, await routeOf(routing, 'hop'), { addresses })
    const result = await executePlan(plan, wallets({ routing: silent('cosmoshub-4') }))
    expect(result.outcome).toBe('success')
    expect(result.funds).toBeUndefined()
  })

  it('leaves the amount open where the next transaction is refused', async () => {
    const world = worldClient({ solana: 'cctp_transfer', 'noble-1': 'rejected' })
    const client = { ...world, trackAndWait: silent('solana').trackAndWait }
    const plan = await planRoute(client, await routeOf(routing, 'twoTransactions'), { addresses })
    const result = await executePlan(plan, wallets({ routing: client }))
    expect(result).toMatchObject({ outcome: 'partial', reason: 'refused', index: 1 })
    // What was asked for is not what arrived.
    expect(result.funds).toEqual({
      chain_id: 'noble-1',
      denom: 'uusdc',
      address: addresses['noble-1'],
      released: true,
    })
  })
})
