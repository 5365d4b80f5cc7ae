import type { Estimate, PlannedTx } from '../types.js'
import type { Context } from './context.js'
import { End, givenUp, isNo } from './end.js'

/** Quotes are not used in their last seconds: a person still has to sign. */
const MARGIN_MS = 5000

export const isExpired = ({ expires }: PlannedTx, margin: number = MARGIN_MS): boolean =>
  expires !== undefined && expires < Date.now() + margin

/** Asks the user for a transaction, and before that the service, if its quote has expired. People may take long. */
export async function askForAgreement(context: Context, index: number): Promise<void> {
  do {
    context.alive()
    const plannedAgain = isExpired(context.tx(index))
    if (plannedAgain) await (await import('./plan-again.js')).planAgain(context, index)
    const { plan } = context.journal
    const transaction = context.tx(index)
    context.event('approving', index)
    const { unchecked } = transaction
    const said = await askCallback(context, () =>
      context.callbacks.approve({ index, transaction, plan, unchecked, plannedAgain }),
    )
    if (said !== true) throw new End({ outcome: 'rejected', reason: 'approval' })
    context.alive()
  } while (isExpired(context.tx(index)))
}

/** Calls a callback of the user's or the wallet's, of which nothing has been sent if it fails. */
export async function askCallback<Value>(
  context: Context,
  call: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await context.unlessAborted(call)
  } catch (error) {
    if (error instanceof End) throw error
    throw isNo(error)
      ? new End({ outcome: 'rejected', reason: 'approval' }, error)
      : givenUp('wallet', error)
  }
}

/** What a wallet says about gas, right before it signs. */
export async function askForEstimate(
  context: Context,
  index: number,
): Promise<Estimate | undefined> {
  const tx = context.tx(index)
  const { cosmos, evm, svm } = context.callbacks
  return askCallback(context, async () =>
    tx.family === 'cosmos'
      ? cosmos?.estimate?.(tx)
      : tx.family === 'evm'
        ? evm?.estimate?.(tx)
        : svm?.estimate?.(tx),
  )
}
