import type { Plan } from '../types.js'
import { printable } from './errors.js'

/** A plan for a person who decides whether to sign. */
export function planText({ route, min_amount_out, transactions, options }: Plan): string {
  const lines = transactions.flatMap((tx, index) => [
    `${index + 1}. ${tx.signer} signs on ${tx.chain_id}: ${tx.operations.join(', ')}`,
    ...tx.spends.map(({ amount, denom }) => `   pays ${amount} ${denom}`),
    ...(tx.family === 'evm'
      ? tx.approvals.map(
          ({ amount, token, spender }) => `   lets ${spender} take ${amount} of ${token}`,
        )
      : []),
    ...tx.unchecked.map((each) => `   not checked: ${each.what} (${each.pointer})`),
  ])
  const { dest_asset_chain_id: chain, dest_asset_denom: denom } = route
  return [
    `${route.amount_in} ${route.source_asset_denom} on ${route.source_asset_chain_id}`,
    ...lines,
    `At least ${min_amount_out} ${denom} arrive at ${options.addresses[chain]} on ${chain}`,
  ]
    .map(printable)
    .join('\n')
}
