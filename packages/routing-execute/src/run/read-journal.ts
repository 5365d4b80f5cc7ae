import { fromBase64, hashOf } from '../bytes.js'
import type { Journal, PlannedTx, Sent } from '../types.js'

const STATES = ['waiting', 'signing', 'signed', 'sent', 'success', 'failure']

/** What another version or a person wrote is refused, rather than signed or sent again. */
export async function checkJournal(journal: Journal): Promise<void> {
  const { version, revision, plan, sent, result } = Object(journal)
  check(version === 1, `version is ${JSON.stringify(version)}, and this version reads 1`)
  check(Number.isSafeInteger(revision) && revision >= 0, 'revision has to be an integer')
  const txs: unknown = plan?.transactions
  check(Array.isArray(txs) && txs.length > 0, 'plan/transactions has to be a list')
  check(
    Array.isArray(sent) && sent.length === txs.length,
    'sent has to have one for each transaction',
  )
  let isOpen = false
  for (const [index, tx] of journal.plan.transactions.entries()) {
    const one = journal.sent[index]
    const at = `sent/${index}`
    check(
      one !== undefined && STATES.includes(one.state),
      `${at}/state is not one of ${STATES.join(', ')}`,
    )
    check(!isOpen || one.state === 'waiting', `${at} has begun before the one before it succeeded`)
    await checkSent(at, tx, one)
    isOpen ||= one.state !== 'success'
  }
  check(
    result?.outcome !== 'success' || !isOpen,
    'result says success, and not every transaction succeeded',
  )
}

async function checkSent(at: string, { family }: PlannedTx, sent: Sent): Promise<void> {
  const { state, nonce, hash, signed } = sent
  const isOut = ['signed', 'sent', 'success'].includes(state)
  check(!isOut || hash, `${at}/hash is missing, although its state is ${state}`)
  if (family === 'evm') {
    const needsNonce = state === 'signing' || state === 'sent'
    check(
      !needsNonce || (Number.isSafeInteger(nonce) && Number(nonce) >= 0),
      `${at}/nonce has to be an integer`,
    )
  } else if (isOut) {
    const real = signed && (await hashOf({ family }, fromBase64(signed)))
    check(real === hash, `${at}/hash is not that of what was signed`)
  }
}

function check(holds: unknown, fault: string): asserts holds {
  if (!holds) throw new TypeError(`this journal cannot be resumed: ${fault}`)
}
