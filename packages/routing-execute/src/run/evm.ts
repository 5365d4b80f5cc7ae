import type { EvmCall, EvmWallet, FoundByNonce, PlannedEvmTx, Sent } from '../types.js'
import { askCallback, askForAgreement, isExpired } from './agree.js'
import type { Context } from './context.js'
import { End, failed, fundsBefore, givenUp, isCertainNo } from './end.js'

/** A node may not know yet what another one took: so often it is asked before a nonce counts as free. */
const QUESTIONS = 5

/**
 * EVM wallets sign and send in one step, so a crash may leave a transaction that nobody has the hash of. Its nonce is
 * saved before: whatever is signed with the same one, only one of them can be executed.
 */
export async function sendEvm(context: Context, index: number, wallet: EvmWallet): Promise<void> {
  let isAgreed = false
  let approvals = 0
  for (;;) {
    const sent = context.sent(index)
    const tx = evmTx(context, index)
    if (sent.state === 'signing' || sent.state === 'sent') {
      if (await waitForNonce(context, index, wallet)) return
      continue
    }
    if (!isAgreed || isExpired(tx)) {
      await askForAgreement(context, index)
      isAgreed = true
      continue
    }
    const approval = await nextApproval(context, index, wallet)
    if (approval && ++approvals > 2 * tx.approvals.length) {
      throw givenUp(
        'wallet',
        new Error('the allowance stays too low, although its approvals succeeded'),
      )
    }
    await send(context, index, wallet, approval)
  }
}

function evmTx(context: Context, index: number): PlannedEvmTx {
  const tx = context.tx(index)
  if (tx.family !== 'evm') throw new TypeError(`transaction ${index} is not for an EVM chain`)
  return tx
}

async function send(
  context: Context,
  index: number,
  wallet: EvmWallet,
  approval: EvmCall | undefined,
): Promise<void> {
  const { chain_id, signer, to, data, value } = evmTx(context, index)
  const call = approval ?? { to, data, value }
  const { nonce = await askCallback(context, () => wallet.nonce({ chain_id, address: signer })) } =
    context.sent(index)
  const estimate = await askCallback(context, () =>
    wallet.estimate?.({ chain_id, signer, ...call }),
  )
  context.alive()
  const sending: Sent = { state: 'signing', nonce, ...(approval ? { approval } : {}) }
  await context.set(index, sending)
  context.event('signing', index)
  let hash: string
  try {
    const gas = estimate?.gas === undefined ? {} : { gas: estimate.gas }
    hash = await askCallback(context, () =>
      wallet.send({ chain_id, from: signer, nonce, ...call, ...gas }),
    )
  } catch (error) {
    // If the wallet failed instead of saying no, it may have sent it all the same: the journal says so. Words are no
    // proof, because nodes refuse requests with the same ones.
    if (error instanceof End && isCertainNo(error.cause))
      await context.set(index, { state: 'waiting' })
    throw error
  }
  if (!hash) throw givenUp('wallet', new TypeError('send has to return the hash'))
  await context.set(index, { ...sending, state: 'sent', hash })
  context.event('sent', index)
}

/** Waits for whatever has the nonce. `true` if this is the transaction itself, and it is in a block. */
async function waitForNonce(context: Context, index: number, wallet: EvmWallet): Promise<boolean> {
  const { chain_id, signer, ...tx } = evmTx(context, index)
  const { approval } = context.sent(index)
  const call = approval ?? tx
  const until = Date.now() + context.timeoutMs
  for (let question = 1; ; question++) {
    context.alive()
    const sent = context.sent(index)
    const { nonce = -1, hash, state } = sent
    const query = { chain_id, from: signer, nonce, ...(hash ? { hash } : {}) }
    const found = await context.tried(() => wallet.findTransaction(query))
    if (found === undefined && context.isResumed && question >= QUESTIONS) {
      await context.set(index, { state: 'waiting', nonce })
      return false
    }
    if (found && found.state !== 'pending') {
      const isOurs = isSame(found, call, hash)
      if (isOurs === undefined) throw givenUp('unknown')
      if (isOurs || state === 'sent') return mined(context, index, found, isOurs)
      const other = await nonceOf(context, wallet, query, call)
      if (other === undefined) {
        // Something else was signed with this nonce first, so this was not, and never can be.
        await context.set(index, { state: 'waiting' })
        return false
      }
      if (other !== null) await context.set(index, { ...sent, nonce: other })
    }
    if (Date.now() >= until) throw givenUp('unknown')
    await context.pause()
  }
}

/** A block has the nonce. */
async function mined(
  context: Context,
  index: number,
  found: FoundByNonce,
  isOurs: boolean,
): Promise<boolean> {
  const sent = context.sent(index)
  if (!isOurs && !sent.approval) throw fails(context, index, 'replaced')
  if (isOurs && found.state === 'failure') throw fails(context, index, 'reverted')
  if (sent.approval) {
    await context.set(index, { state: 'waiting' })
    return false
  }
  const hash = found.hash ?? sent.hash
  if (!hash) throw givenUp('unknown', new TypeError('findTransaction has no hash'))
  await context.set(index, { ...sent, state: 'sent', hash })
  return true
}

/**
 * Wallets exist that choose a nonce themselves, whatever they are asked for: the nonce of a later transaction that does
 * the same, if there is one; `null` if the node does not answer.
 */
async function nonceOf(
  context: Context,
  wallet: EvmWallet,
  { chain_id, from, nonce }: { chain_id: string; from: string; nonce: number },
  call: EvmCall,
): Promise<number | null | undefined> {
  const end = await context.tried(() => wallet.nonce({ chain_id, address: from }))
  if (end === null) return null
  for (let next = nonce + 1; next < end; next++) {
    const query = { chain_id, from, nonce: next }
    const found = await context.tried(() => wallet.findTransaction(query))
    if (found === null) return null
    const isOurs = found && isSame(found, call, undefined)
    if (isOurs) return next
    if (found && isOurs === undefined) return null
  }
  return undefined
}

function fails(context: Context, index: number, reason: 'replaced' | 'reverted'): Error {
  return failed(context.journal, index, reason, fundsBefore(context.journal, index))
}

/** Whether a transaction does what ours does, however much it pays for gas. `undefined` if nobody can say. */
function isSame(found: FoundByNonce, call: EvmCall, hash: string | undefined): boolean | undefined {
  if (hash && found.hash === hash) return true
  if (found.to === undefined || found.data === undefined || found.value === undefined)
    return undefined
  return (
    found.to.toLowerCase() === call.to.toLowerCase() &&
    found.data.toLowerCase() === call.data.toLowerCase() &&
    BigInt(found.value) === BigInt(call.value)
  )
}

interface Missing {
  readonly call: EvmCall
  /** What comes before, for tokens that only let an allowance change from or to 0. */
  readonly reset?: EvmCall
}

/** Approvals that are missing, each of exactly the amount that is needed. */
export async function approvalsOf(
  context: Context,
  { chain_id, signer, approvals }: PlannedEvmTx,
  wallet: EvmWallet,
): Promise<Missing[]> {
  const missing: Missing[] = []
  for (const { token, spender, amount } of approvals) {
    const of = { chain_id, token, owner: signer, spender }
    const has = BigInt(await askCallback(context, () => wallet.allowance(of)))
    if (has >= BigInt(amount)) continue
    const call = approve(token, spender, BigInt(amount))
    missing.push(has === 0n ? { call } : { call, reset: approve(token, spender, 0n) })
  }
  return missing
}

/** The next of them. Whether a token like USDT is one is tried out with `estimate`, and without it, it counts as one. */
async function nextApproval(
  context: Context,
  index: number,
  wallet: EvmWallet,
): Promise<EvmCall | undefined> {
  const tx = evmTx(context, index)
  const [first] = await approvalsOf(context, tx, wallet)
  if (!first) return undefined
  context.event('allowance', index)
  const { call, reset } = first
  if (!reset) return call
  const { chain_id, signer } = tx
  const works = await context.tried(() => wallet.estimate?.({ chain_id, signer, ...call }))
  return works ? call : reset
}

function approve(token: string, spender: string, amount: bigint): EvmCall {
  const words = [spender.slice(2).toLowerCase(), amount.toString(16)]
  const data = `0x095ea7b3${words.map((word) => word.padStart(64, '0')).join('')}`
  return { to: token, data, value: '0' }
}
