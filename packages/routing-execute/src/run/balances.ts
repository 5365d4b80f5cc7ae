import { amountOf, isToken } from '../plan/operation.js'
import { estimated } from './agree.js'
import type { Context } from './context.js'
import { End } from './end.js'

/** Compares what the wallets say that everything costs with what there is, before the first signature. */
export async function checkBalances(context: Context): Promise<void> {
  const { transactions, options } = context.journal.plan
  const needs = new Map<string, Map<string, bigint>>()
  let isEstimated = false
  for (const [index, tx] of transactions.entries()) {
    // What comes later cannot always be simulated yet, and neither can what needs an approval.
    const estimate = await estimated(context, index).catch((error: unknown) => {
      if (index === 0 && !(tx.family === 'evm' && tx.approvals.length > 0)) throw error
      return undefined
    })
    if (estimate) isEstimated = true
    for (const { denom, amount } of [...(index === 0 ? tx.spends : []), ...(estimate?.fee ?? [])]) {
      const chain = needs.get(tx.chain_id) ?? new Map<string, bigint>()
      needs.set(tx.chain_id, chain.set(denom, (chain.get(denom) ?? 0n) + amountOf(amount)))
    }
  }
  if (!isEstimated) return
  const chains = Object.fromEntries(
    [...needs].map(([id, denoms]) => [
      id,
      { address: options.addresses[id] ?? '', denoms: [...denoms.keys()] },
    ]),
  )
  const answer = await context.routing.balances({ chains }, context.signal).catch(() => undefined)
  context.alive()
  const missing = [...needs].flatMap(([chain_id, denoms]) =>
    [...denoms].flatMap(([denom, amount]) => {
      const available = balanceOf(answer?.chains[chain_id]?.denoms, denom)
      if (available === undefined) context.event('balances-unknown', 0, { chain_id })
      const isEnough = available === undefined || amountOf(available) >= amount
      return isEnough ? [] : [{ chain_id, denom, amount: String(amount), available }]
    }),
  )
  if (missing.length > 0) throw new End({ outcome: 'failure', reason: 'missing-funds', missing })
}

/** The service may write addresses of tokens in another case. */
function balanceOf(
  denoms: Readonly<Record<string, { readonly amount: string }>> | undefined,
  denom: string,
): string | undefined {
  const lower = denom.toLowerCase()
  const found = Object.entries(denoms ?? {}).find(
    ([name]) => name === denom || (isToken(denom) && name.toLowerCase() === lower),
  )
  return found?.[1].amount
}
