import { element } from './elements.js'
import { type Fee, matchOperation, type Operation, operationKind, type Route } from './routing.js'

/**
 * A route as a path: where the asset is, what moves it on and at what price, and where it arrives.
 */
export function drawRoute(route: Route): HTMLElement {
  const steps = route.operations.map((operation, at) => {
    const { carrier, to } = hopOf(operation)
    const fees = (route.estimated_fees ?? []).filter((fee) => fee.operation_index === at)
    const paid = fees.length > 0 ? `, fee ${fees.map(feeText).join(' and ')}` : ''
    const amounts = `${operation.amount_in} → ${operation.amount_out}`
    return element(
      'li',
      {},
      element(
        'span',
        { class: 'carrier' },
        element('b', {}, carrier),
        element('small', {}, `${amounts}${paid}`),
      ),
      ...(to === undefined ? [] : [element('span', { class: 'chain' }, to)]),
    )
  })
  const start = element('span', { class: 'chain' }, route.source_asset_chain_id)
  const last = route.operations.at(-1)
  // What ends on the chain that it was on arrives as another asset.
  const stays = last !== undefined && hopOf(last).to === undefined
  const end = stays
    ? [element('li', {}, element('span', { class: 'chain' }, route.dest_asset_denom))]
    : []
  return element(
    'div',
    { class: 'route' },
    element(
      'ol',
      { 'aria-label': 'The steps of the route' },
      element('li', {}, start),
      ...steps,
      ...end,
    ),
    element('p', {}, summaryOf(route)),
  )
}

function summaryOf(route: Route): string {
  const of = (amount: string, dollars: string | undefined): string =>
    dollars === undefined ? amount : `${amount} ($${dollars})`
  const fees = (route.estimated_fees ?? []).map(feeText)
  return [
    `${of(route.amount_in, route.usd_amount_in)} in, ${of(route.amount_out, route.usd_amount_out)} out`,
    `${route.txs_required} to sign`,
    `about ${durationText(route.estimated_route_duration_seconds)}`,
    fees.length > 0 ? `fees: ${fees.join(', ')}` : 'no fees',
  ].join(' · ')
}

function feeText({ amount = '?', bridge_id, origin_asset, usd_amount }: Fee): string {
  const dollars = usd_amount === undefined ? '' : ` ($${usd_amount})`
  return `${amount} ${origin_asset.symbol ?? origin_asset.denom}${dollars}${bridge_id ? ` by ${bridge_id}` : ''}`
}

function durationText(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

interface Hop {
  /** What moves the asset: the kind of step, and its bridge, if there is one. */
  readonly carrier: string
  /** Where it arrives; nothing where it stays on its chain. */
  readonly to: string | undefined
}

/** Every kind of step, and those that are newer than this page. */
function hopOf(operation: Operation): Hop {
  const kind = operationKind(operation) ?? 'a new kind of step'
  const over = (hop: { bridge_id?: string; to_chain_id?: string }): Hop => {
    return { carrier: hop.bridge_id ? `${kind} by ${hop.bridge_id}` : kind, to: hop.to_chain_id }
  }
  const stays = (where?: string): Hop => {
    return { carrier: where === undefined ? kind : `${kind} on ${where}`, to: undefined }
  }
  return matchOperation<Hop>(operation, {
    transfer: over,
    axelar_transfer: over,
    cctp_transfer: over,
    cctp_transfer_v2: over,
    hyperlane_transfer: over,
    op_init_transfer: over,
    go_fast_transfer: over,
    stargate_transfer: over,
    layer_zero_transfer: over,
    eureka_transfer: over,
    swap: (swap) => stays(swap.chain_id),
    evm_swap: (swap) => stays(swap.from_chain_id),
    bank_send: (send) => stays(send.chain_id),
    unknown: () => stays(),
  })
}
