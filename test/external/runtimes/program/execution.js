// Routes that are carried out in the runtime itself: no servers, the service is the mock of the package.
import { createRoutingClient } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { executePlan, planRoute, resumeExecution } from '@tagwire/routing-execute'

const evm = '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29'
const addresses = {
  'cosmoshub-4': 'cosmos186ey7txhhdqgra9xwdcydkr66ykzrt48xgvllr',
  'osmosis-1': 'osmo186ey7txhhdqgra9xwdcydkr66ykzrt48wnl0f3',
  'noble-1': 'noble186ey7txhhdqgra9xwdcydkr66ykzrt48wteh8d',
  1: evm,
  8453: evm,
  solana: '5DjyYXrHFLVma6jwaYmteivo3owoDHfKJKAjVLxLTE6Z',
}
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
/** Source, its chain, destination, its chain, amount. */
const routes = {
  swap: ['uatom', 'cosmoshub-4', 'uosmo', 'osmosis-1', '1000000'],
  evm: [USDC, '1', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '8453', '100000000'],
  solana: [
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'solana',
    'uusdc',
    'noble-1',
    '100000000',
  ],
}

/** `[route, outcome of the sandbox, own callbacks]`, by what is tried. */
const cases = {
  'a swap arrives': ['swap', 'ibc_transfer'],
  'a swap is refunded': ['swap', 'ibc_timeout'],
  'the service says nothing': ['swap', 'internal_error'],
  'a node refuses it': ['swap', 'rejected'],
  'an approval, then a call': ['evm', 'cctp_transfer_v2'],
  'a transaction for Solana fails': ['solana', 'execution_failure'],
  'the user says no': ['swap', 'ibc_transfer', { approve: () => false }],
  'a dialog that stays open, and a signal': [
    'swap',
    'ibc_transfer',
    () => ({ approve: () => new Promise(() => {}), signal: soon() }),
  ],
  'a crash after it was signed': ['swap', 'ibc_transfer', {}, 'signed'],
  'a crash after it was sent': ['evm', 'cctp_transfer_v2', {}, 'sent'],
}

/** The platform's own does not keep a program alive. */
function soon() {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 20)
  return controller.signal
}

export async function executionTable() {
  const table = {}
  for (const [title, [name, outcome, own = {}, crash]] of Object.entries(cases)) {
    table[title] = await carriedOut(name, outcome, typeof own === 'function' ? own() : own, crash)
  }
  return table
}

async function carriedOut(name, outcome, own, crash) {
  const mock = mockRouting()
  const routing = createRoutingClient({
    retry: false,
    fetch: (input, init) => {
      const request = new Request(input, init)
      if (/\/tx\/(?:submit|track)$/.test(request.url)) {
        request.headers.set('x-tagwire-outcome', outcome)
      }
      return mock(request)
    },
  })
  const [
    source_asset_denom,
    source_asset_chain_id,
    dest_asset_denom,
    dest_asset_chain_id,
    amount_in,
  ] = routes[name]
  const route = await routing.route({
    source_asset_denom,
    source_asset_chain_id,
    dest_asset_denom,
    dest_asset_chain_id,
    amount_in,
  })
  // CCTP names no contract: who takes the tokens is for the caller to say.
  const plan = await planRoute(routing, route, { addresses, contracts: { 1: [evm] } })
  const saved = []
  let hasCrashed = false
  let signatures = 0
  const sign = async () => {
    signatures++
    return new Uint8Array(100).fill(7)
  }
  const calls = []
  const callbacks = {
    routing,
    journal: {
      save(journal) {
        saved.push(JSON.stringify(journal))
        if (hasCrashed || journal.sent[0].state !== crash) return
        hasCrashed = true
        throw new Error('the process is gone')
      },
    },
    approve: () => true,
    cosmos: { sign },
    svm: { sign },
    evm: {
      nonce: async () => calls.length,
      allowance: async () => (calls.length > 0 ? 10n ** 20n : 0n),
      send: async ({ to, data, value }) => {
        signatures++
        const hash = `0x${calls.length}`
        calls.push({ to, data, value, hash, state: 'success' })
        return hash
      },
      findTransaction: async ({ nonce }) => calls[nonce],
    },
    intervalMs: 5,
    timeoutMs: 500,
    ...own,
  }
  const first = await executePlan(plan, callbacks)
  const result = crash ? await resumeExecution(JSON.parse(saved.at(-1)), callbacks) : first
  const { reason, index, funds, hashes } = result
  return {
    outcome: result.outcome,
    ...(reason ? { reason } : {}),
    index,
    ...(funds ? { funds: `${funds.amount} ${funds.denom} on ${funds.chain_id}` } : {}),
    hashes,
    signatures,
  }
}
