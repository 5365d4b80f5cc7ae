/** A transaction of the sandbox's form, signed with `@solana/kit`: the bytes verify, and the hash is its signature. */
import assert from 'node:assert/strict'
import {
  generateKeyPairSigner,
  getAddressEncoder,
  getBase58Decoder,
  getTransactionDecoder,
  signatureBytes,
  verifySignature,
} from '@solana/kit'
import { createRoutingClient } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { executePlan, planRoute } from '@tagwire/routing-execute'
import { solanaWallet } from './.cache/callbacks/solana-kit.js'

export async function svmCases(say: (line: string) => void): Promise<void> {
  const signer = await generateKeyPairSigner()
  const own = '5DjyYXrHFLVma6jwaYmteivo3owoDHfKJKAjVLxLTE6Z'
  const mock = mockRouting()
  const sent: string[] = []
  const routing = createRoutingClient({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.url.endsWith('/tx/submit')) sent.push((await request.clone().json()).tx)
      const response = await mock(request)
      return response
    },
    headers: { 'x-tagwire-outcome': 'cctp_transfer' },
  })
  const route = await routing.route({
    source_asset_denom: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    source_asset_chain_id: 'solana',
    dest_asset_denom: 'uusdc',
    dest_asset_chain_id: 'noble-1',
    amount_in: '100000000',
  })
  const addresses = {
    solana: signer.address,
    'noble-1': 'noble186ey7txhhdqgra9xwdcydkr66ykzrt48wteh8d',
  }
  // The sandbox names its own account in the bytes; here they name the one that signs.
  const msgs: typeof routing.msgs = async (...args) => {
    const answer = await routing.msgs(...args)
    const [tx] = answer.txs ?? []
    if (!tx?.svm_tx) throw new Error('no transaction for Solana')
    const bytes = Buffer.from(tx.svm_tx.tx ?? '', 'base64')
    Buffer.from(getAddressEncoder().encode(signer.address)).copy(bytes, 69)
    return { ...answer, txs: [{ ...tx, svm_tx: { ...tx.svm_tx, tx: bytes.toString('base64') } }] }
  }
  const client = { ...routing, msgs }
  const plan = await planRoute(client, route, { addresses })
  const result = await executePlan(plan, {
    journal: { save: () => {} },
    approve: ({ unchecked }) => unchecked.length === 1,
    svm: solanaWallet(signer),
    intervalMs: 1,
  })
  assert.equal(result.outcome, 'success', String(result.cause))
  const { messageBytes, signatures } = getTransactionDecoder().decode(
    Buffer.from(sent[0] ?? '', 'base64'),
  )
  const bytes = signatures[signer.address]
  assert(bytes)
  assert(await verifySignature(signer.keyPair.publicKey, signatureBytes(bytes), messageBytes))
  assert.deepEqual(result.hashes, [getBase58Decoder().decode(bytes)])
  await assert.rejects(
    planRoute(client, route, { addresses: { ...addresses, solana: own } }),
    /is not signed by|is paid for by/,
  )
  say('signed, submitted, and known by its signature')
}
