import { amountOf } from '../plan/operation.js'
import { planRoute } from '../plan/plan.js'
import { isExpired } from './agree.js'
import type { Context } from './context.js'
import { givenUp } from './end.js'

/** A new route for what is not sent, from where the funds are. It has to be as good as what was agreed to. */
export async function planAgain(context: Context, index: number): Promise<void> {
  const { plan } = context.journal
  const tx = context.tx(index)
  const [coin] = tx.spends
  if (!coin) throw givenUp('expired')
  const arrived = context.sent(index - 1).release
  const amount_in = arrived?.denom === coin.denom && arrived.amount ? arrived.amount : coin.amount
  let next: typeof plan
  try {
    const route = await context.routing.route(
      {
        allow_multi_tx: true,
        ...plan.options.routeRequest,
        source_asset_denom: coin.denom,
        source_asset_chain_id: tx.chain_id,
        dest_asset_denom: plan.route.dest_asset_denom,
        dest_asset_chain_id: plan.route.dest_asset_chain_id,
        amount_in,
      },
      context.signal,
    )
    next = await planRoute(context.routing, route, { ...plan.options, ...context.signal })
  } catch (error) {
    context.alive()
    throw givenUp('expired', error)
  }
  const [first] = next.transactions
  if (amountOf(next.route.amount_out) < amountOf(plan.min_amount_out))
    throw givenUp('changed', next)
  if (!first || isExpired(first)) throw givenUp('expired')
  await context.setPlan({
    ...next,
    origin: plan.origin,
    transactions: [...plan.transactions.slice(0, index), ...next.transactions],
  })
  context.event('planned-again', index)
}
