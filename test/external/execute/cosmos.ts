/** Executions on a chain of the Cosmos kind, signed with CosmJS: executed, failed, timed out, sent again. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { Secp256k1HdWallet } from '@cosmjs/amino'
import { DirectSecp256k1HdWallet, type OfflineSigner } from '@cosmjs/proto-signing'
import { SigningStargateClient } from '@cosmjs/stargate'
import { createRoutingClient } from '@tagwire/routing'
import {
  type Callbacks,
  executePlan,
  type Journal,
  type Plan,
  planRoute,
  resumeExecution,
} from '@tagwire/routing-execute'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { cosmjsOptions, cosmjsWallet } from './.cache/callbacks/cosmjs.js'
import { type Chain, startChain } from './cosmos-chain.js'

const MNEMONIC = 'test test test test test test test test test test test junk'
const signers: Readonly<Record<string, () => Promise<OfflineSigner>>> = {
  direct: () => DirectSecp256k1HdWallet.fromMnemonic(MNEMONIC),
  amino: () => Secp256k1HdWallet.fromMnemonic(MNEMONIC),
}

interface Prepared {
  readonly plan: Plan
  readonly callbacks: Callbacks
  readonly saved: Journal[]
  readonly timeoutHeight: bigint | undefined
}

export async function cosmosCases(say: (line: string) => void): Promise<void> {
  const chain = await startChain(say)
  try {
    for (const kind of Object.keys(signers)) {
      const { plan, callbacks }: Prepared = await prepared(chain, kind)
      const before: number = chain.sequence
      const result = await executePlan(plan, callbacks)
      assert.equal(result.outcome, 'success', String(result.cause))
      assert.equal(chain.sequence, before + 1)
      await readable(chain)
      say(`${kind}: executed`)
    }
    await failing(chain)
    say('executed and failed: the funds are where they were')
    await refused(chain)
    say('refused by the node: a failure')
    await timedOut(chain)
    say('in the pool until its timeout: can no longer be executed')
    await twice(chain)
    say('sent, and the process died before it was saved: the same bytes again, executed once')
    await connected(chain)
    say(
      'a client of the node: simulated, multiplied, compared with balances; sequences and outcomes from the node',
    )
  } finally {
    await chain.close()
  }
}

async function prepared(
  chain: Chain,
  kind = 'direct',
  own: { timeoutIn?: number; skips?: number } = {},
): Promise<Prepared> {
  const signer = await signers[kind]?.()
  assert(signer)
  const [account] = await signer.getAccounts()
  assert(account)
  const routing = createRoutingClient({ fetch: chain.fetch, retry: false })
  const route = await routing.route({
    source_asset_denom: 'uatom',
    source_asset_chain_id: 'cosmoshub-4',
    dest_asset_denom: 'uosmo',
    dest_asset_chain_id: 'osmosis-1',
    amount_in: '1000000',
  })
  const osmo = 'osmo186ey7txhhdqgra9xwdcydkr66ykzrt48wnl0f3'
  const plan: Plan = await planRoute(routing, route, {
    addresses: { 'cosmoshub-4': account.address, 'osmosis-1': osmo },
  })
  const client = await SigningStargateClient.offline(signer, cosmjsOptions)
  const timeoutHeight = own.timeoutIn ? BigInt(chain.height() + own.timeoutIn) : undefined
  const made = cosmjsWallet(
    async () => client,
    { 'cosmoshub-4': '0.01uatom' },
    async () => ({
      accountNumber: 0n,
      sequence: chain.sequence + (own.skips ?? 0),
      chainId: 'cosmoshub-4',
      ...(timeoutHeight ? { timeoutHeight } : {}),
    }),
  )
  const saved: Journal[] = []
  const callbacks: Callbacks = {
    routing,
    journal: { save: (journal) => void saved.push(journal) },
    approve: () => true,
    // Simulations need an account module, which this chain does not have.
    cosmos: { sign: made.sign },
    intervalMs: 20,
    timeoutMs: 20_000,
  }
  return { plan, callbacks, saved, timeoutHeight }
}

/** The callbacks as they are copied, without anything of ours. */
async function connected(chain: Chain): Promise<void> {
  const { plan, callbacks } = await prepared(chain)
  const signer = await signers.direct?.()
  assert(signer)
  const client = await SigningStargateClient.connectWithSigner(chain.url, signer, cosmjsOptions)
  const cosmos = cosmjsWallet(async () => client, { 'cosmoshub-4': '0.01uatom' })
  const balances = (amount: string) => async () => ({
    chains: { 'cosmoshub-4': { denoms: { uatom: { amount, formatted_amount: '' } } } },
  })
  const has = (amount: string): Callbacks => {
    const routing = { ...callbacks.routing, balances: balances(amount) } as never
    return { ...callbacks, cosmos, routing }
  }
  // 100000 were used, 1.5 times as much is paid for.
  const poor = await executePlan(plan, has('1001499'))
  assert.deepEqual('missing' in poor && poor.missing, [
    { chain_id: 'cosmoshub-4', denom: 'uatom', amount: '1001500', available: '1001499' },
  ])
  const before = chain.sequence
  const result = await executePlan(plan, has('1001500'))
  assert.equal(result.outcome, 'success', String(result.cause))
  assert.equal(chain.sequence, before + 1)
  const [sent] = result.journal.sent
  assert(sent?.hash && sent.signed)
  const { authInfoBytes } = TxRaw.decode(Buffer.from(sent.signed, 'base64'))
  assert.equal(AuthInfo.decode(authInfoBytes).fee?.gasLimit, 150_000n)
  const of = { chain_id: 'cosmoshub-4', hash: sent.hash, signed: sent.signed }
  assert.deepEqual(await cosmos.findTransaction?.(of), { state: 'success' })
  const late = await prepared(chain, 'direct', { timeoutIn: 1, skips: 9 })
  const [tx] = late.plan.transactions
  assert(tx?.family === 'cosmos' && late.timeoutHeight)
  const signed = Buffer.from((await late.callbacks.cosmos?.sign(tx)) ?? []).toString('base64')
  const never = { ...of, hash: 'AB'.repeat(32), signed }
  while (BigInt(await client.getHeight()) <= late.timeoutHeight) await pause(20)
  assert.deepEqual(await cosmos.findTransaction?.(never), { state: 'expired' })
  const [first] = plan.transactions
  assert(first?.family === 'cosmos')
  const strange = { ...first, chain_id: 'osmosis-1' }
  const elsewhere = await executePlan(
    { ...plan, transactions: [strange] },
    { ...callbacks, cosmos },
  )
  assert.match(String(elsewhere.cause), /the client is for cosmoshub-4, not osmosis-1/)
  const other = { ...first, signer: 'cosmos1qpzry9x8gf2tvdw0s3jn54khce6mua7l89rqvt' }
  const nobody = await executePlan({ ...plan, transactions: [other] }, { ...callbacks, cosmos })
  assert.deepEqual([nobody.outcome, nobody.reason], ['given-up', 'wallet'])
  assert.equal(nobody.hashes[0], undefined)
  client.disconnect()
}

/** What was executed is what was planned, to the last digit of its timeout. */
async function readable(chain: Chain): Promise<void> {
  const { bodyBytes, authInfoBytes } = TxRaw.decode(Buffer.from(chain.executed.at(-1) ?? '', 'hex'))
  const [message] = TxBody.decode(bodyBytes).messages
  assert.equal(message?.typeUrl, '/ibc.applications.transfer.v1.MsgTransfer')
  const transfer = MsgTransfer.decode(message.value)
  assert.equal(transfer.timeoutTimestamp, 1777889100123456789n)
  assert.deepEqual(transfer.token, { denom: 'uatom', amount: '1000000' })
  assert.equal(AuthInfo.decode(authInfoBytes).fee?.amount[0]?.denom, 'uatom')
}

async function failing(chain: Chain): Promise<void> {
  const { plan, callbacks } = await prepared(chain)
  chain.isPoor = true
  const result = await executePlan(plan, callbacks)
  chain.isPoor = false
  assert.deepEqual([result.outcome, result.reason], ['failure', 'status'])
  assert.equal(result.funds?.denom, 'uatom')
}

async function refused(chain: Chain): Promise<void> {
  const { plan, callbacks } = await prepared(chain, 'direct', { skips: 5 })
  const result = await executePlan(plan, callbacks)
  assert.deepEqual([result.outcome, result.reason], ['failure', 'refused'])
}

async function timedOut(chain: Chain): Promise<void> {
  const { plan, callbacks, timeoutHeight } = await prepared(chain, 'direct', { timeoutIn: 3 })
  const executed = chain.executed.length
  chain.isBusy = true
  const sign = callbacks.cosmos?.sign
  assert(sign && timeoutHeight)
  const findTransaction = async () =>
    BigInt(chain.height()) > timeoutHeight ? { state: 'expired' as const } : undefined
  const result = await executePlan(plan, { ...callbacks, cosmos: { sign, findTransaction } })
  chain.isBusy = false
  assert.deepEqual([result.outcome, result.reason], ['failure', 'expired'])
  assert.equal(chain.executed.length, executed)
}

async function twice(chain: Chain): Promise<void> {
  const { plan, callbacks, saved } = await prepared(chain)
  const executed = chain.executed.length
  const save = (journal: Journal): void => {
    if (journal.sent[0]?.state === 'sent') throw new Error('the process is gone')
    saved.push(journal)
  }
  await executePlan(plan, { ...callbacks, journal: { save } })
  const last = saved.at(-1)
  assert(last?.sent[0]?.state === 'signed')
  const result = await resumeExecution(JSON.parse(JSON.stringify(last)), callbacks)
  assert.equal(result.outcome, 'success', String(result.cause))
  assert.equal(chain.executed.length, executed + 1)
}
