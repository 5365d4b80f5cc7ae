import { isApiError } from '@tagwire/routing'
import { firstSignature, sha256, toBase64 } from '../bytes.js'
import type { FoundByHash } from '../types.js'
import { agree, asked, estimated } from './agree.js'
import type { Context } from './context.js'
import { failed, fundsBefore, givenUp } from './end.js'

/**
 * Cosmos and Solana: what is signed is saved before anybody gets it, and the same bytes are sent again after a crash,
 * because a chain executes them once at most.
 */
export async function sendBytes(context: Context, index: number): Promise<void> {
  let isNew = false
  const { state } = context.sent(index)
  if (state === 'waiting' || state === 'signing') {
    await agree(context, index)
    const estimate = await estimated(context, index)
    context.alive()
    await context.set(index, { state: 'signing' })
    context.event('signing', index)
    const bytes = Uint8Array.from(await sign(context, index, estimate))
    const hash = context.tx(index).family === 'cosmos' ? await sha256(bytes) : firstSignature(bytes)
    await context.set(index, { state: 'signed', signed: toBase64(bytes), hash })
    context.event('signed', index)
    isNew = true
  }
  await submit(context, index, isNew)
}

async function sign(
  context: Context,
  index: number,
  estimate: Awaited<ReturnType<typeof estimated>>,
): Promise<Uint8Array> {
  const tx = context.tx(index)
  const { cosmos, svm } = context.callbacks
  const bytes = await asked(() =>
    tx.family === 'cosmos'
      ? cosmos?.sign(tx, estimate)
      : tx.family === 'svm'
        ? svm?.sign(tx, estimate)
        : undefined,
  )
  if (!bytes || bytes.length === 0) throw givenUp('wallet', new TypeError('sign returned no bytes'))
  return bytes
}

/** A refusal proves something only about bytes that were never sent before, and that the service does not find. */
async function submit(context: Context, index: number, isNew: boolean): Promise<void> {
  const sent = context.sent(index)
  const { chain_id } = context.tx(index)
  const { signed: tx = '', hash: tx_hash = '' } = sent
  let isFirst = isNew
  for (let attempt = 0; ; attempt++) {
    context.alive()
    try {
      await context.routing.submit({ tx, chain_id }, context.signal)
      break
    } catch (error) {
      context.alive()
      if (isRefusal(error)) {
        const known = await context.routing
          .track({ tx_hash, chain_id }, context.signal)
          .catch((reason: unknown) => (isRefusal(reason) ? undefined : 'unknown'))
        context.alive()
        if (known) break
        const found = await findByHash(context, index)
        if (isFirst && (!found || found.state === 'expired')) {
          throw failed(
            context.journal,
            index,
            'refused',
            fundsBefore(context.journal, index),
            error,
          )
        }
        break
      }
      isFirst = false
      if (attempt === 2) break
      await context.pause()
    }
  }
  if (sent.state !== 'sent') await context.set(index, { ...sent, state: 'sent' })
  context.event('sent', index)
}

function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status < 500 && error.status !== 408 && error.status !== 429
}

/** What the caller's node says, if there is one. */
export async function findByHash(
  context: Context,
  index: number,
): Promise<FoundByHash | undefined> {
  const { family, chain_id } = context.tx(index)
  const { hash = '' } = context.sent(index)
  const wallet = family === 'evm' ? undefined : context.callbacks[family]
  return wallet?.findTransaction?.({ chain_id, hash }).catch(() => undefined)
}
