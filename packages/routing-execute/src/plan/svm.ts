import type { SvmTx } from '@tagwire/routing'
import { fromBase64, toBase58, toHex } from '../bytes.js'
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
  const { signers, isDurable } = readTransaction(base64) ?? {}
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
    if (isDurable) check.find(`${at}/tx`, 'has a durable nonce, and so never expires')
    check.note(`${at}/tx`, 'what the programs of the transaction do')
  }
  return { family: 'svm', tx: base64, spends: step ? [step.input] : [] }
}

const SYSTEM = '1'.repeat(32)

interface Signer {
  readonly address: string
  /** Somebody has already signed for it. */
  readonly signed: boolean
}

/** `AdvanceNonceAccount` of the system program. As the first instruction it keeps a transaction alive for ever. */
const ADVANCES = '04000000'

/** The required signers of a message, legacy or of version 0, of whom the first one pays. */
function readTransaction(base64: string): { signers: Signer[]; isDurable: boolean } | undefined {
  try {
    const bytes = fromBase64(base64)
    const at = (index: number): number => bytes[index] ?? 0
    // More than 127 signatures, keys or accounts of an instruction do not fit into a transaction.
    const count = at(0)
    const message = 1 + count * 64
    const version = at(message)
    const header = message + (version & 0x80 ? 1 : 0)
    const keys = header + 4
    const all = at(header + 3)
    const end = keys + all * 32 + 32
    if (version > 0x80 || count === 0 || count !== at(header) || count > all || bytes.length < end)
      return undefined
    const key = (index: number): string =>
      toBase58(bytes.slice(keys + index * 32, keys + index * 32 + 32))
    const signers = Array.from({ length: count }, (_, index) => ({
      address: key(index),
      signed: bytes.slice(1 + index * 64, 65 + index * 64).some((byte) => byte !== 0),
    }))
    // After the number of instructions, which takes two bytes if there are many.
    const first = end + (at(end) & 0x80 ? 2 : 1)
    const data = first + 2 + at(first + 1)
    const isDurable =
      key(at(first)) === SYSTEM && toHex(bytes.slice(data + 1, data + 5)) === ADVANCES
    return { signers, isDurable }
  } catch {
    return undefined
  }
}
