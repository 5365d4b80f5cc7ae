/**
 * Callbacks for `@solana/kit`: a key pair that signs what the service built. Copy this file.
 *
 *     executePlan(plan, { svm: solanaWallet(await createKeyPairSignerFromBytes(bytes), rpc), … })
 */
import {
  getBase64Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  partiallySignTransaction,
  type Rpc,
  type SolanaRpcApi,
  signature,
} from '@solana/kit'
import type { SvmWallet } from '@tagwire/routing-execute'

/** @param rpc Asked about outcomes when the service cannot say. */
export function solanaWallet(signer: KeyPairSigner, rpc?: Rpc<SolanaRpcApi>): SvmWallet {
  return {
    async sign({ tx, signer: wanted }) {
      if (signer.address !== wanted) throw new Error(`${signer.address} cannot sign for ${wanted}`)
      const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(tx))
      // Signatures that are there stay: the service may have signed for accounts of its own.
      const signed = await partiallySignTransaction([signer.keyPair], transaction)
      return Uint8Array.from(getTransactionEncoder().encode(signed))
    },
    ...(rpc
      ? {
          async findTransaction({ hash }: { hash: string }) {
            const options = { searchTransactionHistory: true }
            const { value } = await rpc.getSignatureStatuses([signature(hash)], options).send()
            const [status] = value
            if (!status) return undefined
            if (status.err) return { state: 'failure' as const }
            const isFinal = status.confirmationStatus === 'finalized'
            return { state: isFinal ? ('success' as const) : ('pending' as const) }
          },
        }
      : {}),
  }
}
