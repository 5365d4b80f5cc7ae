import { element } from './elements.js'
import { matchOperation, type Operation, operationKind, type Route } from './routing.js'

/** A route as a person follows it: where it is, what carries it on, and where it arrives. */
export function drawRoute(route: Route): HTMLElement {
  const steps = route.operations.map((operation) => {
    const { by, to } = hopOf(operation)
    return element(
      'li',
      {},
      element('span', { class: 'carrier' }, by),
      element('span', { class: 'chain' }, to ?? 'stays'),
    )
  })
  const minutes = Math.max(1, Math.round(route.estimated_route_duration_seconds / 60))
  const fees = (route.estimated_fees ?? []).map((fee) => `${fee.amount} ${fee.origin_asset.denom}`)
  return element(
    'div',
    { class: 'route' },
    element(
      'ol',
      { 'aria-label': 'The way of the route' },
      element('li', {}, element('span', { class: 'chain' }, route.source_asset_chain_id)),
      ...steps,
    ),
    element(
      'p',
      {},
      `${route.amount_in} in, ${route.amount_out} out, ${route.txs_required} to sign, about ${minutes} min`,
      fees.length > 0 ? `, fees ${fees.join(', ')}` : '',
    ),
  )
}

interface Hop {
  readonly by: string
  readonly to: string | undefined
}

/** Every kind of step, and those that did not exist when this page was made. */
function hopOf(operation: Operation): Hop {
  const by = operationKind(operation) ?? 'a new kind of step'
  const to = matchOperation<string | undefined>(operation, {
    transfer: (hop) => hop.to_chain_id,
    axelar_transfer: (hop) => hop.to_chain_id,
    cctp_transfer: (hop) => hop.to_chain_id,
    cctp_transfer_v2: (hop) => hop.to_chain_id,
    hyperlane_transfer: (hop) => hop.to_chain_id,
    op_init_transfer: (hop) => hop.to_chain_id,
    go_fast_transfer: (hop) => hop.to_chain_id,
    stargate_transfer: (hop) => hop.to_chain_id,
    layer_zero_transfer: (hop) => hop.to_chain_id,
    eureka_transfer: (hop) => hop.to_chain_id,
    swap: () => undefined,
    evm_swap: () => undefined,
    bank_send: () => undefined,
    unknown: () => undefined,
  })
  return { by, to }
}
