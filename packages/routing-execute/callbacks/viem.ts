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
import { findByNonce, type Provider } from './eip-1193.js'

type Client = WalletClient<Transport, Chain, Account> & PublicActions<Transport, Chain>

/**
 * @param on The client for a chain, by its id.
 * @param confirmations How many blocks have to contain or follow a transaction.
 */
export function viemWallet(on: (chain_id: string) => Client, confirmations = 1): EvmWallet {
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
      // The name that the service has for the native token is in `chains`, and in your route.
      const fee = {
        denom: `${client.chain.name.toLowerCase()}-native`,
        amount: String(most * maxFeePerGas),
      }
      return { gas: String(most), fee: [fee] }
    },
    send: ({ chain_id, to, data, value, nonce, gas }) =>
      on(chain_id).sendTransaction({
        to: getAddress(to),
        data: hex(data),
        value: BigInt(value),
        nonce,
        ...(gas === undefined ? {} : { gas: BigInt(gas) }),
      }),
    findTransaction: ({ chain_id, ...of }) => {
      const provider: Provider = { request: (call) => on(chain_id).request(call as never) }
      return findByNonce(provider.request, of, confirmations)
    },
  }
}

const hex = (data: string): Hex => `0x${data.slice(2)}`
