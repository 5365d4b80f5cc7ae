/*
 * A route of two transactions, carried out by the official client and by ours, with a wallet that signs everything: what
 * each of them does after the first one, for every outcome of the sandbox. The chain is a table of answers, the service is the sandbox with two steps.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import * as theirs from '@skip-go/client'
import { createRoutingClient } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { executePlan, planRoute } from '@tagwire/routing-execute'
import { world } from '@tagwire/routing-sandbox/world'
import { createWalletClient, custom } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { arbitrum } from 'viem/chains'

const say = (line) => void process.stderr.write(`[skip-go] ${line}\n`)
console.error = console.warn = console.log = console.info = () => {}
const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const CONTRACT = '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29'
const CHAIN = '42161'

const operation = (tx_index) => ({
  tx_index,
  amount_in: '1000000',
  amount_out: '1000000',
  evm_swap: {
    input_token: '',
    amount_in: '1000000',
    swap_calldata: '',
    amount_out: '1000000',
    from_chain_id: CHAIN,
    denom_in: 'arbitrum-native',
    denom_out: 'arbitrum-native',
    swap_venues: [],
  },
})
const route = {
  amount_in: '1000000',
  amount_out: '1000000',
  estimated_amount_out: '1000000',
  chain_ids: [CHAIN],
  required_chain_addresses: [CHAIN],
  source_asset_denom: 'arbitrum-native',
  source_asset_chain_id: CHAIN,
  dest_asset_denom: 'arbitrum-native',
  dest_asset_chain_id: CHAIN,
  does_swap: true,
  txs_required: 2,
  estimated_route_duration_seconds: 1,
  operations: [operation(0), operation(1)],
}
const tx = (index) => ({
  operations_indices: [index],
  evm_tx: {
    chain_id: CHAIN,
    to: CONTRACT,
    data: 'a9059cbb',
    value: '1000000',
    required_erc20_approvals: [],
    signer_address: account.address,
  },
})
const msgs = { txs: [tx(0), tx(1)], msgs: [], min_amount_out: '1000000', estimated_fees: [] }

const plenty = {
  'arbitrum-native': { amount: '9000000000000000000', decimals: 18, formatted_amount: '9' },
}

/** The sandbox's transfers end on several chains; what arrives here arrives where the second transaction begins. */
function atHome(text) {
  const body = JSON.parse(text)
  if (body.state !== 'STATE_COMPLETED_SUCCESS') return text
  const release = { chain_id: CHAIN, denom: 'arbitrum-native', amount: '1000000', released: true }
  const transfers = body.transfers?.map((each) => ({ ...each, transfer_asset_release: release }))
  return JSON.stringify({ ...body, transfers, transfer_asset_release: release })
}

/** The service: this route, and an outcome for each transaction in the order in which they are tracked. */
async function startService(outcomes) {
  const mock = mockRouting()
  let tracked = 0
  const server = createServer(async (incoming, outgoing) => {
    const chunks = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { method, url } = incoming
    const answer = (value) =>
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (url.endsWith('/msgs')) return answer(msgs)
    if (url.endsWith('/balances')) return answer({ chains: { [CHAIN]: { denoms: plenty } } })
    const headers = { 'content-type': 'application/json' }
    if (url.endsWith('/track')) headers['x-tagwire-outcome'] = outcomes[tracked++] ?? 'ibc_transfer'
    const init = { method, headers, ...(method === 'GET' ? {} : { body }) }
    const response = await mock(new Request(`http://service.invalid${url}`, init))
    outgoing.writeHead(response.status, { 'content-type': 'application/json' })
    outgoing.end(atHome(await response.text()))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${server.address().port}` }
}

/** A node that takes everything, in a block at once. */
function startWallet() {
  const sent = []
  const block = { number: '0x10', baseFeePerGas: '0x1', timestamp: '0x1', transactions: [] }
  const hashOf = (index) => `0x${String(index + 1).padStart(64, '0')}`
  const methods = {
    eth_chainId: () => '0xa4b1',
    eth_blockNumber: () => '0x10',
    eth_getTransactionCount: () => `0x${sent.length.toString(16)}`,
    eth_estimateGas: () => '0x5208',
    eth_gasPrice: () => '0x1',
    eth_maxPriorityFeePerGas: () => '0x1',
    eth_getBalance: () => '0xffffffffffffffff',
    eth_getBlockByNumber: () => block,
    eth_sendRawTransaction: ([raw]) => hashOf(sent.push(raw) - 1),
    eth_getTransactionReceipt: ([hash]) => ({
      transactionHash: hash,
      status: '0x1',
      blockNumber: '0x10',
      blockHash: hashOf(99),
      from: account.address,
      to: CONTRACT,
      gasUsed: '0x1',
      cumulativeGasUsed: '0x1',
      effectiveGasPrice: '0x1',
      logs: [],
      logsBloom: '0x',
      transactionIndex: '0x0',
      type: '0x2',
      contractAddress: null,
    }),
    eth_getTransactionByHash: () => null,
  }
  const request = async ({ method, params }) => {
    if (!methods[method]) throw new Error(`the node has no ${method}`)
    return methods[method](params)
  }
  return {
    sent,
    client: createWalletClient({ account, chain: arbitrum, transport: custom({ request }) }),
  }
}

async function theirOutcome(url) {
  const wallet = startWallet()
  theirs.setApiOptions({ apiUrl: url, allowOptionsUpdateAfterApiCall: true })
  const statuses = []
  const camel = JSON.parse(
    JSON.stringify(route).replace(
      /"(\w+)":/g,
      (_, name) => `"${name.replace(/_(\w)/g, (__, each) => each.toUpperCase())}":`,
    ),
  )
  const running = theirs.executeRoute({
    route: camel,
    userAddresses: [{ chainId: CHAIN, address: account.address }],
    getEvmSigner: async () => wallet.client,
    bypassApprovalCheck: true,
    simulate: false,
    onRouteStatusUpdated: ({ status }) => statuses.push(status),
  })
  const limit = new Promise((resolve) => setTimeout(resolve, 15_000, 'has no end'))
  const settled = running.then(
    () => 'resolves',
    (error) => `rejects: ${error.message.slice(0, 120)}`,
  )
  const text = await Promise.race([settled, limit])
  return { text, signatures: wallet.sent.length, last: statuses.at(-1) }
}

async function ourOutcome(url) {
  const wallet = startWallet()
  const routing = createRoutingClient({ baseUrl: url })
  const plan = await planRoute(routing, route, { addresses: { [CHAIN]: account.address } })
  const calls = []
  const result = await executePlan(plan, {
    journal: { save: () => {} },
    approve: () => true,
    intervalMs: 10,
    timeoutMs: 3000,
    evm: {
      nonce: async () => wallet.sent.length,
      allowance: async () => 0n,
      send: ({ to, data, value, nonce }) => {
        calls.push({ to, data, value })
        return wallet.client.sendTransaction({ to, data, value: BigInt(value), nonce })
      },
      findTransaction: async ({ nonce, hash }) => ({ ...calls[nonce], hash, state: 'success' }),
    },
  })
  return { text: result.outcome, signatures: wallet.sent.length }
}

/** What the guide of moving says of theirs: if a release fixes this, the guide has to say so. */
const FAILING = /fail|refu|timeout|abandoned|never_seen/
/** Those of which nobody hears an end. */
const ENDLESS = ['stuck', 'not_found']

for (const first of Object.keys(world.outcomes)) {
  for (const side of ['theirs', 'ours']) {
    const { server, url } = await startService([first])
    try {
      const seen = await (side === 'theirs' ? theirOutcome(url) : ourOutcome(url))
      const last = seen.last ? `, its last status is ${seen.last}` : ''
      say(`first ${first}: ${side} ${seen.text}, ${seen.signatures} signatures${last}`)
      if (side === 'ours') {
        assert.equal(seen.signatures, seen.text === 'success' ? 2 : 1)
        assert(seen.text !== 'success' || !(FAILING.test(first) || ENDLESS.includes(first)))
      } else if (FAILING.test(first)) {
        assert.equal(seen.signatures, 2)
        assert.equal(seen.text, 'resolves')
      }
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }
}
// Its dependencies keep the program alive.
process.exit(0)
