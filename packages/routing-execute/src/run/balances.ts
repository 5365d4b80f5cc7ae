import { amountOf, isToken } from '../plan/amounts.js'
import type { Coin, Estimate, PlannedTx } from '../types.js'
import { askForEstimate } from './agree.js'
import type { Context } from './context.js'
import { End } from './end.js'

/** Compares what the wallets say that everything costs with what there is, before the first signature. */
export async function checkBalances(context: Context): Promise<void> {
  const { transactions, options } = context.journal.plan
  const needs = new Map<string, Map<string, bigint>>()
  let isEstimated = false
  for (const [index, tx] of transactions.entries()) {
    const approvals = await approvalFees(context, tx)
    // What comes later cannot always be simulated yet, and neither can what needs an approval.
    const estimate = await askForEstimate(context, index).catch((error: unknown) => {
      context.alive()
      if (index === 0 && approvals.length === 0) throw error
      return undefined
    })
    const estimates = [...approvals, ...(estimate ? [estimate] : [])]
    if (estimates.length > 0) isEstimated = true
    // Somebody else pays, whose balance is no business of ours.
    const fees = paidByOther(context, tx) ? [] : estimates.flatMap(({ fee }) => fee)
    for (const { denom, amount } of [...(index === 0 ? tx.spends : []), ...fees]) {
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
  const answer = await context.tried(() => context.routing.balances({ chains }, context.signal))
  context.alive()
  const missing = [...needs].flatMap(([chain_id, denoms]) =>
    [...denoms].flatMap(([denom, amount]) => {
      const available = balanceOf(answer?.chains[chain_id]?.denoms, denom)
      if (available === undefined) context.event('balances-unknown', 0, { chain_id, denom })
      const isEnough = available === undefined || amountOf(available) >= amount
      return isEnough ? [] : [{ chain_id, denom, amount: String(amount), available }]
    }),
  )
  if (missing.length > 0) throw new End({ outcome: 'failure', reason: 'missing-funds', missing })
}

function paidByOther({ journal }: Context, { family, signer }: PlannedTx): boolean {
  const { feePayer = signer } = journal.plan.options
  return family === 'svm' && feePayer !== signer
}

/** What approvals that are missing cost, which are transactions too. */
async function approvalFees(context: Context, tx: PlannedTx): Promise<Estimate[]> {
  const { evm } = context.callbacks
  if (tx.family !== 'evm' || !evm?.estimate) return []
  const { approvalsOf } = await import('./evm.js')
  const fees: Estimate[] = []
  for (const { call } of await approvalsOf(context, tx, evm)) {
    const estimate = await context.tried(() =>
      evm.estimate?.({ chain_id: tx.chain_id, signer: tx.signer, ...call }),
    )
    fees.push(estimate ?? { fee: [] })
  }
  return fees
}

interface Balance extends Omit<Coin, 'denom'> {
  readonly error?: unknown
}

/** The service may write addresses of tokens in another case. What it could not find out is not 0. */
function balanceOf(
  denoms: Readonly<Record<string, Balance>> | undefined,
  denom: string,
): string | undefined {
  const lower = denom.toLowerCase()
  const [, found] =
    Object.entries(denoms ?? {}).find(
      ([name]) => name === denom || (isToken(denom) && name.toLowerCase() === lower),
    ) ?? []
  return found && !found.error && amountOf(found.amount) >= 0n ? found.amount : undefined
}
