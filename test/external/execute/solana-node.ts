/**
 * A node of Solana on loopback: the runtime is the real one (LiteSVM), the few methods before it answer as the
 * documentation of JSON-RPC says. A test validator needs a binary that no registry has.
 */
import { createServer } from 'node:http'
import {
  address,
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  lamports,
  signature,
  type Transaction,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'

export interface SolanaNode {
  readonly url: string
  readonly svm: LiteSVM
  /** How many transactions were executed, well or not. */
  readonly executed: () => number
  /** Blocks go by until no transaction of now can be executed. */
  readonly expire: () => void
  close(): void
}

const decoded = (base64: string): Transaction =>
  getTransactionDecoder().decode(getBase64Encoder().encode(base64))

export async function startSolana(): Promise<SolanaNode> {
  const svm = new LiteSVM()
  const valid = new Set<string>([svm.latestBlockhash()])
  let executed = 0
  const expire = (): void => {
    valid.clear()
    svm.expireBlockhash()
    valid.add(svm.latestBlockhash())
  }
  const context = { slot: 1, apiVersion: '2.0.0' }
  const errorOf = (result: object): string | null =>
    result instanceof FailedTransactionMetadata ? String(result.err()) : null
  const methods: Readonly<Record<string, (first: unknown) => unknown>> = {
    getLatestBlockhash: () => ({
      context,
      value: { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 150 },
    }),
    getBalance: (of) => ({
      context,
      value: Number(svm.getBalance(address(String(of))) ?? 0n),
    }),
    isBlockhashValid: (hash) => ({ context, value: valid.has(String(hash)) }),
    getFeeForMessage: (message) => {
      const compiled = getCompiledTransactionMessageDecoder().decode(
        getBase64Encoder().encode(String(message)),
      )
      return { context, value: 5000 * compiled.header.numSignerAccounts }
    },
    simulateTransaction: (tx) => {
      const unsigned = new LiteSVM().withSigverify(false)
      const transaction = decoded(String(tx))
      for (const each of Object.keys(transaction.signatures).map(address)) {
        const balance = svm.getBalance(each)
        if (balance) unsigned.airdrop(each, lamports(balance))
      }
      const result = unsigned.withBlockhashCheck(false).simulateTransaction(transaction)
      return { context, value: { err: errorOf(result), logs: [] } }
    },
    sendTransaction: (tx) => {
      const transaction = decoded(String(tx))
      const [bytes] = Object.values(transaction.signatures)
      const hash = getBase58Decoder().decode(bytes ?? new Uint8Array(64))
      // What is in a block already, or fails before it is executed, is refused; what fails while it is executed is in one.
      const isIn = (): boolean => svm.getTransaction(signature(hash)) !== null
      if (isIn()) throw new Error('This transaction has already been processed')
      const error = errorOf(svm.sendTransaction(transaction))
      if (error !== null && !isIn()) throw new Error(error)
      executed++
      return hash
    },
    getSignatureStatuses: (hashes) => ({
      context,
      value: (Array.isArray(hashes) ? hashes : []).map((hash) => {
        const found = svm.getTransaction(signature(String(hash)))
        if (!found) return null
        const err = errorOf(found)
        return { slot: 1, confirmations: null, confirmationStatus: 'finalized', err }
      }),
    }),
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    const answer = (): object => {
      const run = methods[method]
      if (!run) return { error: { code: -32601, message: `Method not found: ${method}` } }
      try {
        return { result: run(params?.[0]) }
      } catch (error) {
        return { error: { code: -32002, message: String(error) } }
      }
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (typeof at !== 'object' || !at) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${at.port}`,
    svm,
    executed: () => executed,
    expire,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
