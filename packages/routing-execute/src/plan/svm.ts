import type { SvmTx } from '@tagwire/routing'
import { fromBase64, toBase58 } from '../bytes.js'
import type { PlannedSvmTx } from '../types.js'
import type { Check } from './check.js'
import { text } from './operation.js'

/** Who signs and who pays. What the programs do is not read. */
export function readSvm(
  check: Check,
  tx: SvmTx,
  at: string,
): Pick<PlannedSvmTx, 'family' | 'tx' | 'spends'> {
  const [step] = check.steps
  const base64 = text(tx.tx)
  const signers = signersOf(base64)
  const you = text(tx.signer_address)
  const payer = check.options.feePayer ?? you
  if (!signers) check.find(`${at}/tx`, 'is not a Solana transaction')
  else {
    if (signers[0]?.address !== payer) {
      check.find(`${at}/tx`, `is paid for by ${signers[0]?.address}, not by ${payer}`)
    }
    if (!signers.some(({ address }) => address === you)) {
      check.find(`${at}/tx`, `is not signed by ${you}`)
    }
    for (const { address, signed } of signers) {
      if (!signed && address !== you && address !== payer) {
        check.find(`${at}/tx`, `has to be signed by ${address}, which is not you`)
      }
    }
    check.note(`${at}/tx`, 'what the programs of the transaction do')
  }
  return { family: 'svm', tx: base64, spends: step ? [step.input] : [] }
}

interface Signer {
  readonly address: string
  /** Somebody has already signed for it. */
  readonly signed: boolean
}

/** The required signers of a message, legacy or versioned; the first one pays. */
function signersOf(base64: string): Signer[] | undefined {
  try {
    const bytes = fromBase64(base64)
    // More than 127 signatures do not fit into a transaction.
    const count = bytes[0] ?? 0
    const message = 1 + count * 64
    const header = message + ((bytes[message] ?? 0) & 0x80 ? 1 : 0)
    const keys = header + 4 + ((bytes[header + 3] ?? 0) & 0x80 ? 1 : 0)
    if (count === 0 || count !== bytes[header] || bytes.length < keys + count * 32) return undefined
    return Array.from({ length: count }, (_, index) => ({
      address: toBase58(bytes.slice(keys + index * 32, keys + index * 32 + 32)),
      signed: bytes.slice(1 + index * 64, 65 + index * 64).some((byte) => byte !== 0),
    }))
  } catch {
    return undefined
  }
}
