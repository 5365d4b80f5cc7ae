import { isApiError } from '@tagwire/routing'
import { hashOf, toBase64 } from '../bytes.js'
import type { FoundByHash } from '../types.js'
import { askCallback, askForAgreement, askForEstimate, isExpired } from './agree.js'
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
    const bytes = await signed(context, index)
    const hash = await hashOf(context.tx(index), bytes)
    await context.set(index, { state: 'signed', signed: toBase64(bytes), hash })
    context.event('signed', index)
    isNew = true
  }
  await submit(context, index, isNew)
}

/** Bytes whose quote expired while somebody looked at the wallet are thrown away: nobody else has them. */
async function signed(context: Context, index: number): Promise<ReturnType<Uint8Array['slice']>> {
  for (;;) {
    await askForAgreement(context, index)
    const estimate = await askForEstimate(context, index)
    context.alive()
    await context.set(index, { state: 'signing' })
    context.event('signing', index)
    const bytes = Uint8Array.from(await sign(context, index, estimate))
    if (!isExpired(context.tx(index), 0)) return bytes
  }
}

async function sign(
  context: Context,
  index: number,
  estimate: Awaited<ReturnType<typeof askForEstimate>>,
): Promise<Uint8Array> {
  const tx = context.tx(index)
  const { cosmos, svm } = context.callbacks
  const bytes: unknown = await askCallback(context, () =>
    tx.family === 'cosmos'
      ? cosmos?.sign(tx, estimate)
      : tx.family === 'svm'
        ? svm?.sign(tx, estimate)
        : undefined,
  )
  if (!isBytes(bytes) || bytes.length === 0)
    throw givenUp('wallet', new TypeError('sign has to return bytes: a Uint8Array'))
  if (tx.family === 'svm' && !bytes.subarray(1, 65).some((byte) => byte !== 0))
    throw givenUp('wallet', new TypeError('sign has to return a transaction that its payer signed'))
  return bytes
}

/** Those of another window, too. */
const isBytes = (value: unknown): value is Uint8Array =>
  Object.prototype.toString.call(value) === '[object Uint8Array]'

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
  const { hash = '', signed = '' } = context.sent(index)
  const wallet = family === 'evm' ? undefined : context.callbacks[family]
  return (
    (await context.tried(() => wallet?.findTransaction?.({ chain_id, hash, signed }))) ?? undefined
  )
}
