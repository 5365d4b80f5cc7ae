import { amountOf } from '../plan/amounts.js'
import { record, same, text } from '../plan/operation.js'
import { planRoute } from '../plan/plan.js'
import { isExpired } from './agree.js'
import type { Context } from './context.js'
import { End, givenUp } from './end.js'

/**
 * A new route for what is not sent, from where the funds are. However often that happens, it has to give at least what
 * was agreed to first: of the slippage only what is left is used.
 */
export async function planAgain(context: Context, index: number): Promise<void> {
  const { plan } = context.journal
  const tx = context.tx(index)
  const [coin] = tx.spends
  if (!coin) throw givenUp('expired')
  const arrived = context.sent(index - 1).release
  const amount_in = arrived?.denom === coin.denom && arrived.amount ? arrived.amount : coin.amount
  const { agreed = plan.min_amount_out, options } = plan
  let next: typeof plan
  try {
    const wanted = {
      source_asset_denom: coin.denom,
      source_asset_chain_id: tx.chain_id,
      dest_asset_denom: plan.route.dest_asset_denom,
      dest_asset_chain_id: plan.route.dest_asset_chain_id,
      amount_in,
    }
    const route = await context.routing.route(
      { allow_multi_tx: true, ...options.routeRequest, ...wanted },
      context.signal,
    )
    // Nobody chose this route, so it is not trusted.
    for (const [name, each] of Object.entries(wanted)) {
      if (!same(text(record(route)[name]), each)) throw givenUp('changed', route)
    }
    if (amountOf(route.amount_out) < amountOf(agreed)) throw givenUp('changed', route)
    const slippage = leftOf(options.slippage ?? 1, route.amount_out, agreed)
    next = await planRoute(context.routing, route, { ...options, slippage, ...context.signal })
  } catch (error) {
    context.alive()
    throw error instanceof End ? error : givenUp('expired', error)
  }
  const [first] = next.transactions
  if (amountOf(next.min_amount_out) < amountOf(agreed)) throw givenUp('changed', next)
  if (!first || isExpired(first)) throw givenUp('expired')
  await context.setPlan({
    ...next,
    options,
    agreed,
    origin: plan.origin,
    transactions: [...plan.transactions.slice(0, index), ...next.transactions],
  })
  context.event('planned-again', index)
}

/** In percent, rounded so that never less arrives. */
function leftOf(slippage: number, amount: string, least: string): number {
  const left = 100 - (Number(least) / Number(amount)) * 100
  return Math.max(0, Math.min(slippage, Math.floor(left * 1e4) / 1e4))
}
