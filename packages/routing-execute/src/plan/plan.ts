import { msgsRequestFrom, type Route } from '@tagwire/routing'
import type { Plan, PlanOptions, Routing } from '../types.js'
import { keepRouting } from './clients.js'

/**
 * Asks for the transactions of a route, and checks them before anybody signs. Rejects with {@link PlanError}, which
 * lists everything that is not as the route says.
 */
export async function planRoute(
  routing: Routing,
  route: Route,
  options: PlanOptions & { readonly signal?: AbortSignal },
): Promise<Plan> {
  const { signal, ...kept } = options
  const { addresses, slippage = 1 } = kept
  if (typeof slippage !== 'number' || !(slippage >= 0 && slippage <= 100)) {
    throw new TypeError(`slippage has to be a percentage from 0 to 100, not ${slippage}`)
  }
  const without = route.required_chain_addresses.filter((chain) => !addresses?.[chain])
  if (without.length > 0) {
    throw new TypeError(`addresses lacks ${without.join(', ')}: the route needs one on each`)
  }
  // Loaded here, because a page shows many routes before one of them is carried out.
  const { checkedPlan, refuseUnknown } = await import('./checked-plan.js')
  refuseUnknown(route)
  const request = msgsRequestFrom(route, {
    ...kept.request,
    addresses,
    slippage,
    ...(kept.feePayer ? { fee_payer_address: kept.feePayer } : {}),
  })
  const plan = await checkedPlan(route, await routing.msgs(request, signal ? { signal } : {}), kept)
  keepRouting(plan, routing)
  return plan
}
