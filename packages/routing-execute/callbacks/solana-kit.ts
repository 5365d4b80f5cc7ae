/**
 * Callbacks for `@solana/kit`: a key pair that signs what the service built. Copy this file.
 *
 *     executePlan(plan, { svm: solanaWallet(await createKeyPairSignerFromBytes(bytes), rpc), … })
 */
import {
  type Base64EncodedWireTransaction,
  type Blockhash,
  blockhash,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  partiallySignTransaction,
  type Rpc,
  type SolanaRpcApi,
  signature,
  type Transaction,
  type TransactionMessageBytesBase64,
} from '@solana/kit'
import type { Estimate, FoundByHash, SvmWallet } from '@tagwire/routing-execute'

/** @param rpc Simulates before the first signature, and says how a transaction ended when the service cannot. */
export function solanaWallet(signer: KeyPairSigner, rpc?: Rpc<SolanaRpcApi>): SvmWallet {
  return {
    async sign({ tx, signer: wanted }) {
      if (signer.address !== wanted) throw new Error(`${signer.address} cannot sign for ${wanted}`)
      // Signatures that are there stay: the service may have signed for accounts of its own.
      const signed = await partiallySignTransaction([signer.keyPair], transactionOf(tx))
      return Uint8Array.from(getTransactionEncoder().encode(signed))
    },
    ...(rpc
      ? {
          estimate: ({ tx }: { tx: string }) => feeOf(rpc, tx),
          findTransaction: ({ hash, signed }: { hash: string; signed: string }) =>
            found(rpc, hash, blockhashOf(signed)),
        }
      : {}),
  }
}

const transactionOf = (base64: string): Transaction =>
  getTransactionDecoder().decode(getBase64Encoder().encode(base64))

/** What it costs beside what it transfers. Rejects if it would fail. */
async function feeOf(rpc: Rpc<SolanaRpcApi>, tx: string): Promise<Estimate> {
  const options = { encoding: 'base64', sigVerify: false } as const
  const wire = tx as Base64EncodedWireTransaction
  const { value: simulated } = await rpc.simulateTransaction(wire, options).send()
  if (simulated.err) throw new Error(`would fail: ${errorText(simulated.err)}`)
  const message = getBase64Decoder().decode(transactionOf(tx).messageBytes)
  const { value: fee } = await rpc.getFeeForMessage(message as TransactionMessageBytesBase64).send()
  return { fee: [{ denom: 'solana-native', amount: String(fee ?? 0) }] }
}

const errorText = (error: unknown): string =>
  JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? String(value) : value))

async function found(
  rpc: Rpc<SolanaRpcApi>,
  hash: string,
  until: Blockhash,
): Promise<FoundByHash | undefined> {
  // Asked before: a block in between could contain it. A block that is too new is known to one of the two.
  const valid = await Promise.all(
    (['processed', 'finalized'] as const).map((commitment) =>
      rpc.isBlockhashValid(until, { commitment }).send(),
    ),
  )
  const options = { searchTransactionHistory: true }
  const { value } = await rpc.getSignatureStatuses([signature(hash)], options).send()
  const [status] = value
  if (!status) return valid.some((each) => each.value) ? undefined : { state: 'expired' }
  if (status.confirmationStatus !== 'finalized') return { state: 'pending' }
  return { state: status.err ? 'failure' : 'success' }
}

/** After this block has become old, no block can contain the transaction. */
function blockhashOf(signed: string): Blockhash {
  const { messageBytes } = transactionOf(signed)
  return blockhash(getCompiledTransactionMessageDecoder().decode(messageBytes).lifetimeToken)
}
