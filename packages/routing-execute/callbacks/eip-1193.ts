/**
 * Callbacks for a wallet in the browser (EIP-1193). Copy this file; it needs nothing.
 *
 *     executePlan(plan, { evm: eip1193Wallet(window.ethereum), … })
 */
import type { EvmCall, EvmWallet, FoundByNonce } from '@tagwire/routing-execute'

type Request = (call: { method: string; params: unknown[] }) => Promise<unknown>

export interface Provider {
  request: Request
}

/** The transaction of a node, as far as it is read here. */
interface NodeTransaction {
  readonly hash: string
  readonly from: string
  readonly nonce: string
  readonly to: string | null
  readonly input: string
  readonly value: string
  readonly blockNumber: string | null
}

export interface EvmOptions {
  /** How many blocks have to contain or follow a transaction. More protect against reorganisations. @default 1 */
  readonly confirmations?: number
  /** What the service calls the native token of a chain, beside those that are known here: `assets` lists them. */
  readonly natives?: Readonly<Record<string, string>>
}

const NATIVES: Readonly<Record<string, string>> = {
  '1': 'ethereum-native',
  '10': 'optimism-native',
  '137': 'polygon-native',
  '8453': 'base-native',
  '42161': 'arbitrum-native',
  '43114': 'avalanche-native',
}

/** The denom in which gas is paid, so that it can be compared with a balance. */
export function nativeOf(chain_id: string, { natives }: EvmOptions): string {
  const denom = natives?.[chain_id] ?? NATIVES[chain_id]
  if (!denom)
    throw new Error(`no name for the native token of chain ${chain_id}: add it to natives`)
  return denom
}

const hex = (value: bigint | number): string => `0x${BigInt(value).toString(16)}`

export function eip1193Wallet(provider: Provider, options: EvmOptions = {}): EvmWallet {
  const request: Request = (call) => provider.request(call)
  const on = async (chain_id: string): Promise<void> => {
    const chainId = hex(BigInt(chain_id))
    if ((await request({ method: 'eth_chainId', params: [] })) === chainId) return
    await request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    // Some resolve before the user has decided.
    const now = await request({ method: 'eth_chainId', params: [] })
    if (now !== chainId) throw new Error(`the wallet is on chain ${now}, not ${chainId}`)
  }
  const isAccount = async (address: string): Promise<void> => {
    const accounts = await request({ method: 'eth_accounts', params: [] })
    const own = Array.isArray(accounts) ? accounts.map((each) => String(each).toLowerCase()) : []
    if (!own.includes(address.toLowerCase()))
      throw new Error(`the wallet has no account ${address}`)
  }
  const transactionOf = (from: string, { to, data, value }: EvmCall) => ({
    from,
    to,
    data,
    value: hex(BigInt(value)),
  })
  return {
    async nonce({ chain_id, address }) {
      await on(chain_id)
      return count(request, address, 'pending')
    },
    async allowance({ chain_id, token, owner, spender }) {
      await on(chain_id)
      const words = [owner, spender].map((each) => each.slice(2).padStart(64, '0'))
      const call = { to: token, data: `0xdd62ed3e${words.join('')}` }
      return BigInt(String(await request({ method: 'eth_call', params: [call, 'latest'] })))
    },
    async estimate({ chain_id, signer, ...call }) {
      await on(chain_id)
      const params = [transactionOf(signer, call)]
      const gas = BigInt(String(await request({ method: 'eth_estimateGas', params })))
      const price = BigInt(String(await request({ method: 'eth_gasPrice', params: [] })))
      const most = (gas * 5n) / 4n
      const fee = { denom: nativeOf(chain_id, options), amount: String(most * price) }
      return { gas: String(most), fee: [fee] }
    },
    async send({ chain_id, from, nonce, gas, ...call }) {
      await on(chain_id)
      await isAccount(from)
      const limit = gas === undefined ? {} : { gas: hex(BigInt(gas)) }
      const params = [{ ...transactionOf(from, call), nonce: hex(nonce), ...limit }]
      return String(await request({ method: 'eth_sendTransaction', params }))
    },
    async findTransaction({ chain_id, ...of }) {
      await on(chain_id)
      return findByNonce(request, of, options.confirmations)
    },
  }
}

async function count(request: Request, address: string, block: string): Promise<number> {
  const params = [address, block]
  return Number(await request({ method: 'eth_getTransactionCount', params }))
}

/** The transaction of an address with a nonce, in the pool or in a block. */
export async function findByNonce(
  request: Request,
  { from, nonce, hash }: { from: string; nonce: number; hash?: string },
  confirmations = 1,
): Promise<FoundByNonce | undefined> {
  const isWanted = (tx: NodeTransaction): boolean =>
    tx.from.toLowerCase() === from.toLowerCase() && Number(tx.nonce) === nonce
  const inBlock = async (block: string): Promise<NodeTransaction | undefined> => {
    const params = [block, true]
    const found = await request({ method: 'eth_getBlockByNumber', params })
    const { transactions = [] }: { transactions?: NodeTransaction[] } = Object(found)
    return transactions.find(isWanted)
  }
  if ((await count(request, from, 'latest')) <= nonce) {
    const params = [hash]
    const known = hash ? await request({ method: 'eth_getTransactionByHash', params }) : null
    // A wallet may have chosen another account or nonce: then this is not the transaction that is looked for.
    const own = known && isWanted(Object(known)) ? Object(known) : undefined
    const tx: NodeTransaction | undefined = own ?? (await inBlock('pending'))
    return tx && { ...callOf(tx), state: 'pending' }
  }
  // The first block after which the nonce is used has the transaction.
  const head = Number(await request({ method: 'eth_blockNumber', params: [] }))
  let [low, high] = [0, head]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await count(request, from, hex(middle))) > nonce) high = middle
    else low = middle + 1
  }
  const tx = await inBlock(hex(low))
  if (!tx) throw new Error(`block ${low} has no transaction with nonce ${nonce}`)
  if (head - low + 1 < confirmations) return { ...callOf(tx), state: 'pending' }
  const receipt = await request({ method: 'eth_getTransactionReceipt', params: [tx.hash] })
  const state = Object(receipt).status === '0x1' ? 'success' : 'failure'
  return { ...callOf(tx), state }
}

function callOf({ hash, to, input, value }: NodeTransaction): EvmCall & { hash: string } {
  return { hash, to: to ?? '', data: input, value: String(BigInt(value)) }
}
