/*
 * The official client against the sandbox: its main calls work, and it sees what ours sees. It
 * renames every member (`chain_id` to `chainId`) and takes lists out of their wrappers, so ours is
 * renamed in the same way before the two are compared.
 */
import assert from 'node:assert/strict'
import * as theirs from '@skip-go/client'
import { createRoutingClient, isApiError } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { startRoutingSandbox } from '@tagwire/routing-sandbox'
import { listedNames, namesOf } from './names.mjs'

const say = (line) => void process.stderr.write(`[skip-go] ${line}\n`)
const calls = []
const { url, close } = await startRoutingSandbox({ log: (line) => calls.push(line) })
theirs.setApiOptions({ apiUrl: url })
// A mock of its own for ours, because each follows the steps of a lifecycle by itself.
const ours = createRoutingClient({ fetch: mockRouting() })
// It prints every failure; only what we print shall be read here.
console.error = () => {}
let compared = 0

function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [camel(key), renamed(each)]))
}

function camel(key) {
  return key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())
}

function same(what, left, right) {
  assert.deepEqual(left, renamed(right), what)
  compared++
}

const COSMOS = 'cosmos1qpzry9x8gf2tvdw0s3jn54khce6mua7l89rqvt'
const OSMO = 'osmo1qpzry9x8gf2tvdw0s3jn54khce6mua7l07ss6e'
const pair = {
  source_asset_denom: 'uatom',
  source_asset_chain_id: 'cosmoshub-4',
  dest_asset_denom: 'uosmo',
  dest_asset_chain_id: 'osmosis-1',
  amount_in: '1000000',
}
const theirPair = {
  sourceAssetDenom: 'uatom',
  sourceAssetChainId: 'cosmoshub-4',
  destAssetDenom: 'uosmo',
  destAssetChainId: 'osmosis-1',
  amountIn: '1000000',
}

async function compareLookups() {
  const families = { include_evm: true, include_svm: true }
  same('chains', await theirs.chains(), (await ours.chains()).chains)
  same(
    'chains of all families',
    await theirs.chains({ includeEvm: true, includeSvm: true }),
    (await ours.chains(families)).chains,
  )
  same(
    'chains by id',
    await theirs.chains({ chainIds: ['osmosis-1', 'noble-1'] }),
    (await ours.chains({ chain_ids: ['osmosis-1', 'noble-1'] })).chains,
  )
  same('bridges', await theirs.bridges(), (await ours.bridges()).bridges)
  same('venues', await theirs.venues(), (await ours.venues()).venues)
  const assets = await ours.assets({ include_evm_assets: true })
  const listed = Object.entries(assets.chain_to_assets_map).map(([id, each]) => [id, each.assets])
  const theirAssets = await theirs.assets({ includeEvmAssets: true })
  same('assets', theirAssets, Object.fromEntries(listed))
  const { dest_assets } = await ours.assetsFromSource(pair)
  const reachable = Object.entries(dest_assets).map(([id, each]) => [id, each.assets])
  const fromSource = await theirs.assetsFromSource({
    sourceAssetDenom: 'uatom',
    sourceAssetChainId: 'cosmoshub-4',
  })
  same('assetsFromSource', fromSource, Object.fromEntries(reachable))
  const denoms = [{ denom: 'uosmo', chain_id: 'osmosis-1' }]
  same(
    'ibcOriginAssets',
    await theirs.ibcOriginAssets({ assets: [{ denom: 'uosmo', chainId: 'osmosis-1' }] }),
    (await ours.ibcOriginAssets({ assets: denoms })).origin_assets,
  )
  const chains = { 'osmosis-1': { address: OSMO } }
  same('balances', await theirs.balances({ chains }), await ours.balances({ chains }))
}

async function comparePlans() {
  const route = await ours.route(pair)
  const theirRoute = await theirs.route(theirPair)
  same('route', theirRoute, route)
  const addresses = [COSMOS, OSMO]
  same(
    'messages',
    await theirs.messages({
      ...theirPair,
      amountOut: theirRoute?.amountOut,
      addressList: addresses,
      operations: theirRoute?.operations,
      estimatedAmountOut: theirRoute?.estimatedAmountOut,
    }),
    await ours.msgs({ ...pair, address_list: addresses, operations: route.operations }),
  )
  const wallets = { 'cosmoshub-4': COSMOS, 'osmosis-1': OSMO }
  same(
    'messagesDirect',
    await theirs.messagesDirect({ ...theirPair, chainIdsToAddresses: wallets }),
    await ours.msgsDirect({ ...pair, chain_ids_to_addresses: wallets }),
  )
}

async function compareRefusals() {
  const lossy = 'factory/osmo186ey7txhhdqgra9xwdcydkr66ykzrt48wnl0f3/lossy'
  const osmo = { sourceAssetDenom: 'uosmo', sourceAssetChainId: 'osmosis-1' }
  const theirError = await theirs
    .route({ ...theirPair, ...osmo, destAssetDenom: lossy })
    .catch((error) => error)
  const ourError = await ours
    .route({
      ...pair,
      source_asset_denom: 'uosmo',
      source_asset_chain_id: 'osmosis-1',
      dest_asset_denom: lossy,
    })
    .catch((error) => error)
  assert(isApiError(ourError, 'HIGH_LOSS_ERROR'))
  assert(theirError instanceof Error && ourError.message.endsWith(theirError.message))
  compared++
}

async function compareTransactions() {
  const sent = { tx: 'AAAA', chainId: 'cosmoshub-4' }
  const theirSent = await theirs.submitTransaction(sent)
  const ourSent = await ours.submit({ tx: 'AAAA', chain_id: 'cosmoshub-4' })
  same('submitTransaction', theirSent, ourSent)
  const hash = ourSent.tx_hash
  for (let step = 1; step <= 5; step++) {
    same(
      `transactionStatus, step ${step}`,
      await theirs.transactionStatus({ txHash: hash, chainId: 'cosmoshub-4' }),
      await ours.status({ tx_hash: hash, chain_id: 'cosmoshub-4' }),
    )
  }
  same(
    'trackTransaction',
    await theirs.trackTransaction({ txHash: 'AB', chainId: 'osmosis-1' }),
    await ours.track({ tx_hash: 'AB', chain_id: 'osmosis-1' }),
  )
  const waited = await theirs.waitForTransaction({
    txHash: 'go_fast_transfer',
    chainId: '42161',
  })
  const last = await ours.waitForStatus(
    { tx_hash: 'go_fast_transfer', chain_id: '42161' },
    { intervalMs: 1 },
  )
  assert.equal(last.state, 'STATE_COMPLETED_SUCCESS')
  if (waited && 'state' in waited) assert.equal(waited.state, last.state)
  compared++
}

/** Bugs of the official client. If a release fixes one of them, this fails. */
async function compareFaults() {
  calls.length = 0
  const between = { sourceChainId: 'cosmoshub-4', destChainId: 'osmosis-1' }
  await theirs.assetsBetweenChains(between).catch(() => undefined)
  assert.match(calls.join('\n'), /^GET \/v2\/fungible\/assets_between_chains\S* 405/m)
  say('its assetsBetweenChains sends GET; the service takes POST only')
  const found = await ours.assetsBetweenChains({
    source_chain_id: 'cosmoshub-4',
    dest_chain_id: 'osmosis-1',
  })
  assert.equal(found.assets_between_chains.length, 1)
}

/** A test of the guide of moving goes through this list. */
function compareNames() {
  assert.deepEqual(namesOf(), listedNames())
  compared++
}

try {
  compareNames()
  await compareLookups()
  await comparePlans()
  await compareRefusals()
  await compareTransactions()
  await compareFaults()
  say(`${compared} comparisons, no difference`)
} finally {
  await close()
}
// Its dependencies keep the program alive.
process.exit(0)
