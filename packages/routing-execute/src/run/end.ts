import type { StatusTxResponse } from '@tagwire/routing'
import { same, stepOf } from '../plan/operation.js'
import type { FinalResult, Funds, Journal, OpenResult, Reason } from '../types.js'

type Ending = Pick<FinalResult, 'outcome' | 'funds' | 'missing'> | Pick<OpenResult, 'outcome'>

/** Ends an execution from wherever it is. */
export class End extends Error {
  readonly ending: Ending & { readonly reason: Reason }

  constructor(ending: Ending & { readonly reason: Reason }, cause?: unknown) {
    super(ending.reason, { cause })
    this.ending = ending
  }
}

export const givenUp = (reason: Reason, cause?: unknown): End =>
  new End({ outcome: 'given-up', reason }, cause)

/** Wallets say no with a code of EIP-1193, which libraries wrap. */
export function isCertainNo(error: unknown, depth = 5): boolean {
  const { code, name, cause } = Object(error)
  return (
    code === 4001 ||
    code === 'ACTION_REJECTED' ||
    /UserRejected/.test(String(name)) ||
    (depth > 0 && cause !== undefined && isCertainNo(cause, depth - 1))
  )
}

/** Some say no in words. */
export function isNo(error: unknown): boolean {
  const { message } = Object(error)
  return (
    isCertainNo(error) ||
    /\b(?:request|user) (?:was )?(?:rejected|denied)|\b(?:rejected|denied) by (?:the )?user/i.test(
      String(message),
    )
  )
}

/** Where a status says that the funds are. If several transfers began, those that failed come first. */
export function releaseOf(status: StatusTxResponse, { plan }: Journal): Funds | undefined {
  const transfers = status.transfers ?? []
  const [release] = [
    ...transfers.filter(({ state }) => state !== 'STATE_COMPLETED_SUCCESS'),
    status,
    ...transfers,
  ].flatMap((each) => each.transfer_asset_release ?? [])
  if (!release?.chain_id || !release.denom) return undefined
  const address = plan.options.addresses[release.chain_id]
  return {
    chain_id: release.chain_id,
    denom: release.denom,
    // Published statuses have words here too.
    ...(/^\d+$/.test(release.amount ?? '') ? { amount: String(release.amount) } : {}),
    ...(address ? { address } : {}),
    released: release.released === true,
  }
}

/** What the signer of a transaction had before it, and still has if it was not executed. */
export function fundsBefore({ plan, sent }: Journal, index: number): Funds | undefined {
  const tx = plan.transactions[index]
  const [coin] = tx?.spends ?? []
  const earlier = sent[index - 1]?.release
  if (earlier) return earlier
  if (!tx || !coin) return undefined
  // What an earlier transaction was expected to bring is not what it brought.
  const { denom, amount } = coin
  const own = { chain_id: tx.chain_id, denom, address: tx.signer, released: true }
  return index > 0 ? own : { ...own, amount }
}

/** Whether a transaction succeeded and left the funds elsewhere than where the next one, or the route, needs them. */
export function isElsewhere({ plan }: Journal, index: number, release: Funds): boolean {
  const next = plan.transactions[index + 1]
  if (!next) {
    const { route } = plan
    if (release.chain_id !== route.dest_asset_chain_id) return true
    // Native tokens have several names, so another denom proves nothing: that of something the route had to change does.
    return (
      !same(release.denom, route.dest_asset_denom) &&
      route.operations.some((_, at) => {
        const { from, input } = stepOf(route, at) ?? {}
        return from === release.chain_id && same(input?.denom ?? '', release.denom)
      })
    )
  }
  const [coin] = next.spends
  return (
    release.chain_id !== next.chain_id || (coin !== undefined && !same(release.denom, coin.denom))
  )
}

/** What to do with a journal that is open, and what may have happened to its transaction. */
export function resumeText({ plan, sent }: Journal, index: number): string {
  const tx = plan.transactions[index]
  const { state, hash, nonce } = sent[index] ?? {}
  const told =
    state === 'signing' && tx?.family === 'evm'
      ? `which may have been sent with nonce ${nonce}`
      : state === 'signed'
        ? `${hash}, which may have been sent`
        : hash
          ? `${hash}, which was sent`
          : 'which was not sent'
  return `resumeExecution(journal, callbacks) goes on with transaction ${index} on ${tx?.chain_id}, ${told}`
}

/** A failure, or a part of a success: whether the funds are still, or again, what they were. */
export function failed(
  journal: Journal,
  index: number,
  reason: Reason,
  funds: Funds | undefined,
  cause?: unknown,
): End {
  const { chain_id, denom } = journal.plan.origin
  const isBack = funds ? funds.chain_id === chain_id && same(funds.denom, denom) : index === 0
  const outcome = isBack ? 'failure' : 'partial'
  return new End({ outcome, reason, ...(funds ? { funds } : {}) }, cause)
}
