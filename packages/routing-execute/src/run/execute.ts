import { isWaitFailedError, type StatusTxResponse } from '@tagwire/routing'
import type { Callbacks, ExecutionResult, FinalResult, Journal, Plan } from '../types.js'
import { findByHash, sendBytes } from './by-bytes.js'
import { Context } from './context.js'
import { End, failed, fundsBefore, givenUp, isElsewhere, releaseOf, resumeText } from './end.js'

/**
 * Carries out a plan, one transaction after the other, and stops at the first that does not succeed. It resolves
 * whatever happens, and says what: only options that cannot be used throw.
 */
export async function executePlan(plan: Plan, callbacks: Callbacks): Promise<ExecutionResult> {
  if (!Array.isArray(plan?.transactions)) throw new TypeError('plan has to be one of planRoute')
  const sent = plan.transactions.map(() => ({ state: 'waiting' }) as const)
  return run({ version: 1, revision: 0, plan, sent }, callbacks, false)
}

/** Goes on where a journal ends: after a crash, after giving up, or after the user said no. */
export async function resumeExecution(
  journal: Journal,
  callbacks: Callbacks,
): Promise<ExecutionResult> {
  await (await import('./read-journal.js')).checkJournal(journal)
  if (journal.result) return finished(journal, journal.result)
  return run(journal, callbacks, true)
}

async function run(
  journal: Journal,
  callbacks: Callbacks,
  isResumed: boolean,
): Promise<ExecutionResult> {
  const context = new Context(journal, callbacks, isResumed)
  let index = 0
  try {
    if (!isResumed) await context.save(journal)
    if (context.journal.sent.every(({ state }) => state === 'waiting') && hasEstimates(callbacks)) {
      await (await import('./balances.js')).checkBalances(context)
    }
    for (; index < context.journal.plan.transactions.length; index++) await carryOut(context, index)
    const last = index - 1
    const funds = context.sent(last).release
    return await finish(context, { outcome: 'success', index: last, ...(funds ? { funds } : {}) })
  } catch (error) {
    return await ended(context, index, error)
  }
}

function hasEstimates({ cosmos, evm, svm }: Callbacks): boolean {
  return [cosmos, evm, svm].some((wallet) => wallet?.estimate)
}

async function carryOut(context: Context, index: number): Promise<void> {
  if (context.sent(index).state !== 'success') await arrive(context, index)
  // Also after a crash that came between: the next one would take what is not there.
  const { release } = context.sent(index)
  if (release && isElsewhere(context.journal, index, release)) {
    throw new End({ outcome: 'partial', reason: 'elsewhere', funds: release })
  }
}

async function arrive(context: Context, index: number): Promise<void> {
  const { evm } = context.callbacks
  if (context.tx(index).family === 'evm' && evm) {
    await (await import('./evm.js')).sendEvm(context, index, evm)
  } else await sendBytes(context, index)
  const status = await outcome(context, index)
  const release = releaseOf(status, context.journal)
  const sent = {
    ...context.sent(index),
    state: 'success',
    ...(release ? { release } : {}),
  } as const
  await context.set(index, sent)
  context.event('done', index, { status })
}

/** Waits until the service says how it ended; resolves if it went well. */
async function outcome(context: Context, index: number): Promise<StatusTxResponse> {
  const { chain_id } = context.tx(index)
  const { hash: tx_hash = '' } = context.sent(index)
  const { timeoutMs, intervalMs } = context
  try {
    return await context.routing.trackAndWait(
      { tx_hash, chain_id },
      {
        timeoutMs,
        intervalMs,
        ...context.signal,
        onUpdate: (status) => context.event('status', index, { status }),
      },
    )
  } catch (error) {
    context.alive()
    if (isWaitFailedError(error) && error.outcome === 'failure') {
      const status = error.last
      const isOwn = status.error?.type === 'STATUS_ERROR_TRANSACTION_EXECUTION'
      const funds =
        releaseOf(status, context.journal) ??
        (isOwn ? fundsBefore(context.journal, index) : undefined)
      throw failed(context.journal, index, 'status', funds, error)
    }
    const found = await findByHash(context, index)
    const reason = found?.state === 'failure' ? 'reverted' : found?.state
    if (reason !== 'reverted' && reason !== 'expired') throw givenUp('unknown', error)
    throw failed(context.journal, index, reason, fundsBefore(context.journal, index), error)
  }
}

/** The result for whatever was thrown. What is not an {@link End} is a fault of a callback. */
async function ended(context: Context, index: number, error: unknown): Promise<ExecutionResult> {
  const end = error instanceof End ? error : givenUp('unknown', error)
  const { ending, cause } = end
  if (ending.outcome !== 'given-up' && ending.outcome !== 'rejected') {
    return finish(context, { ...ending, outcome: ending.outcome, index }, cause)
  }
  const { journal } = context
  const funds = index > 0 ? context.sent(index - 1).release : undefined
  return {
    outcome: ending.outcome,
    reason: ending.reason,
    index,
    ...(funds ? { funds } : {}),
    resume: resumeText(journal, index),
    journal,
    hashes: hashesOf(journal),
    ...(cause === undefined ? {} : { cause }),
  }
}

async function finish(
  context: Context,
  result: FinalResult,
  cause?: unknown,
): Promise<ExecutionResult> {
  try {
    await context.save({ ...context.journal, result })
  } catch {
    // It is true nevertheless, and whoever resumes finds it out again.
  }
  return { ...finished(context.journal, result), ...(cause === undefined ? {} : { cause }) }
}

function finished(journal: Journal, result: FinalResult): ExecutionResult {
  return { ...result, journal, hashes: hashesOf(journal) }
}

const hashesOf = ({ sent }: Journal): (string | undefined)[] => sent.map(({ hash }) => hash)
