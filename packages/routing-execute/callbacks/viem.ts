/**
 * Callbacks for viem's wallet client. Copy this file and `eip-1193.ts`.
 *
 *     const client = createWalletClient({ account, chain, transport: http() }).extend(publicActions)
 *     executePlan(plan, { evm: viemWallet(() => client), … })
 */
import type { EvmWallet } from '@tagwire/routing-execute'
import {
  type Account,
  type Chain,
  erc20Abi,
  getAddress,
  type Hex,
  type PublicActions,
  type Transport,
  type WalletClient,
} from 'viem'
import { type EvmOptions, findByNonce, nativeOf, type Provider } from './eip-1193.js'

type Client = WalletClient<Transport, Chain, Account> & PublicActions<Transport, Chain>

/** @param clientOf The client for a chain, by its id. */
export function viemWallet(
  clientOf: (chain_id: string) => Client,
  options: EvmOptions = {},
): EvmWallet {
  const on = (chain_id: string): Client => {
    const client = clientOf(chain_id)
    const { id } = client.chain
    if (String(id) !== chain_id) throw new Error(`the client is for chain ${id}, not ${chain_id}`)
    return client
  }
  return {
    nonce: ({ chain_id, address }) =>
      on(chain_id).getTransactionCount({ address: getAddress(address), blockTag: 'pending' }),
    allowance: ({ chain_id, token, owner, spender }) =>
      on(chain_id).readContract({
        abi: erc20Abi,
        address: getAddress(token),
        functionName: 'allowance',
        args: [getAddress(owner), getAddress(spender)],
      }),
    async estimate({ chain_id, signer, to, data, value }) {
      const client = on(chain_id)
      const call = { account: getAddress(signer), to: getAddress(to), data: hex(data) }
      const gas = await client.estimateGas({ ...call, value: BigInt(value) })
      const { maxFeePerGas } = await client.estimateFeesPerGas()
      const most = (gas * 5n) / 4n
      const fee = { denom: nativeOf(chain_id, options), amount: String(most * maxFeePerGas) }
      return { gas: String(most), fee: [fee] }
    },
    async send({ chain_id, from, to, data, value, nonce, gas }) {
      const client = on(chain_id)
      const { address } = client.account
      if (address.toLowerCase() !== from.toLowerCase())
        throw new Error(`the client signs for ${address}, not for ${from}`)
      return client.sendTransaction({
        to: getAddress(to),
        data: hex(data),
        value: BigInt(value),
        nonce,
        ...(gas === undefined ? {} : { gas: BigInt(gas) }),
      })
    },
    findTransaction: ({ chain_id, ...of }) => {
      const client = on(chain_id)
      const provider: Provider = { request: (call) => client.request(call as never) }
      return findByNonce(provider.request, of, options.confirmations)
    },
  }
}

const hex = (data: string): Hex => `0x${data.slice(2)}`
