/** Executions on a node of Solana, signed with `@solana/kit`: executed, failed, expired, sent again, without enough. */
import assert from 'node:assert/strict'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { createRoutingClient } from '@tagwire/routing'
import { mockFailure, mockRouting } from '@tagwire/routing/mock'
import {
  type Callbacks,
  executePlan,
  type Journal,
  planRoute,
  type Routing,
  resumeExecution,
} from '@tagwire/routing-execute'
import { solanaWallet } from './.cache/callbacks/solana-kit.js'
import { type SolanaNode, startSolana } from './solana-node.js'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const NOBLE = 'noble186ey7txhhdqgra9xwdcydkr66ykzrt48wteh8d'
const SENT = 2_000_000n

/** What a bridge would build: here, the system program pays a stranger. */
function built(node: SolanaNode, from: Address, to: Address, amount: bigint): string {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, amount, true)
  const latest = { blockhash: blockhash(node.svm.latestBlockhash()), lastValidBlockHeight: 150n }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayer(from, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(latest, each),
    (each) =>
      appendTransactionMessageInstruction(
        {
          programAddress: '11111111111111111111111111111111' as Address,
          accounts: [
            { address: from, role: AccountRole.WRITABLE_SIGNER },
            { address: to, role: AccountRole.WRITABLE },
          ],
          data,
        },
        each,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

interface World {
  readonly node: SolanaNode
  readonly signer: KeyPairSigner
  readonly stranger: Address
  readonly routing: Routing
  readonly callbacks: Callbacks
  readonly saved: Journal[]
  readonly signatures: string[]
  readonly balance: (address: Address) => bigint
}

async function world({ amount = SENT } = {}): Promise<World> {
  const node = await startSolana()
  const signer = await generateKeyPairSigner()
  const { address: stranger } = await generateKeyPairSigner()
  node.svm.airdrop(signer.address, lamports(10_000_000_000n))
  const rpc = createSolanaRpc(node.url)
  const ask = async (
    method: string,
    params: unknown[],
  ): Promise<{ result?: unknown; error?: { message: string } }> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(node.url, { method: 'POST', body })
    return JSON.parse(await response.text())
  }
  const mock = mockRouting()
  const known = new Set<string>()
  /** The service submits to this node, and looks at it. */
  const service: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const statusOf = async (hash: string): Promise<{ err: unknown } | null> => {
      const { result } = await ask('getSignatureStatuses', [[hash]])
      return Object(result).value[0]
    }
    if (pathname === '/v2/fungible/msgs') {
      const response = await mock(request)
      const answer = JSON.parse(await response.text())
      answer.txs[0].svm_tx.tx = built(node, signer.address, stranger, amount)
      return Response.json(answer)
    }
    if (pathname === '/v2/info/balances') return Response.json({ chains: {} })
    if (pathname === '/v2/tx/submit') {
      const { result, error } = await ask('sendTransaction', [(await request.json()).tx])
      if (error) return mockFailure({ status: 400, message: error.message })
      known.add(String(result))
      return Response.json({ tx_hash: result, explorer_link: '' })
    }
    if (pathname === '/v2/tx/track') {
      const { tx_hash } = await request.json()
      if (!known.has(tx_hash)) return mockFailure({ status: 404, message: 'tx not found' })
      return Response.json({ tx_hash, explorer_link: '' })
    }
    if (pathname !== '/v2/tx/status') return mock(request)
    const found = await statusOf(searchParams.get('tx_hash') ?? '')
    const state = found ? `STATE_COMPLETED_${found.err ? 'ERROR' : 'SUCCESS'}` : 'STATE_ABANDONED'
    const error = found?.err
      ? { type: 'STATUS_ERROR_TRANSACTION_EXECUTION', message: 'failed' }
      : null
    return Response.json({ state, transfers: [], transfer_asset_release: null, error })
  }
  const routing = createRoutingClient({ fetch: service, retry: false })
  const wallet = solanaWallet(signer, rpc)
  const signatures: string[] = []
  const saved: Journal[] = []
  const callbacks: Callbacks = {
    routing,
    journal: { save: (journal) => void saved.push(JSON.parse(JSON.stringify(journal))) },
    approve: ({ unchecked }) => unchecked.length === 1,
    svm: {
      ...wallet,
      sign: async (tx) => {
        const bytes = await wallet.sign(tx)
        signatures.push(Buffer.from(bytes).toString('base64'))
        return bytes
      },
    },
    intervalMs: 10,
    timeoutMs: 3000,
  }
  const balance = (address: Address): bigint => node.svm.getBalance(address) ?? 0n
  return { node, signer, stranger, routing, callbacks, saved, signatures, balance }
}

async function planOf({ routing, signer }: World) {
  const route = await routing.route({
    source_asset_denom: MINT,
    source_asset_chain_id: 'solana',
    dest_asset_denom: 'uusdc',
    dest_asset_chain_id: 'noble-1',
    amount_in: '100000000',
  })
  return planRoute(routing, route, { addresses: { solana: signer.address, 'noble-1': NOBLE } })
}

const cases: Readonly<
  Record<string, readonly [Parameters<typeof world>[0], (world: World) => Promise<void>]>
> = {
  'signed and executed; the hash is its signature': [
    {},
    async (made) => {
      const result = await executePlan(await planOf(made), made.callbacks)
      assert.equal(result.outcome, 'success', String(result.cause))
      assert.equal(made.balance(made.stranger), SENT)
      assert.match(result.hashes[0] ?? '', /^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
    },
  ],
  'fails while it is executed: a failure, and the funds are where they were': [
    { amount: 50_000_000_000n },
    async (made) => {
      const { estimate: _, ...svm } = made.callbacks.svm ?? assert.fail()
      const result = await executePlan(await planOf(made), { ...made.callbacks, svm })
      assert.deepEqual([result.outcome, result.reason], ['failure', 'status'])
      assert.deepEqual([result.funds?.chain_id, result.funds?.denom], ['solana', MINT])
      assert.equal(made.balance(made.stranger), 0n)
    },
  ],
  'a simulation that fails: nothing is signed': [
    { amount: 50_000_000_000n },
    async (made) => {
      const result = await executePlan(await planOf(made), made.callbacks)
      assert.deepEqual([result.outcome, result.reason], ['given-up', 'wallet'])
      assert.deepEqual(made.signatures, [])
    },
  ],
  'not enough for the fee: nothing is signed, and it says what is missing': [
    {},
    async (made) => {
      const denom = { amount: '1', formatted_amount: '0', decimals: 9 }
      const balances = async () => ({ chains: { solana: { denoms: { 'solana-native': denom } } } })
      const routing = { ...made.routing, balances } as never
      const result = await executePlan(await planOf(made), { ...made.callbacks, routing })
      assert.deepEqual([result.outcome, result.reason], ['failure', 'missing-funds'])
      assert.deepEqual('missing' in result && result.missing, [
        { chain_id: 'solana', denom: 'solana-native', amount: '5000', available: '1' },
      ])
      assert.deepEqual(made.signatures, [])
    },
  ],
  'its block became old before it was sent: it can never be executed': [
    {},
    async (made) => {
      const save = (journal: Journal): void => {
        if (journal.sent[0]?.state === 'signed') {
          made.saved.push(journal)
          throw new Error('the process is gone')
        }
      }
      await executePlan(await planOf(made), { ...made.callbacks, journal: { save } })
      made.node.expire()
      const last = made.saved.at(-1) ?? assert.fail()
      const result = await resumeExecution(JSON.parse(JSON.stringify(last)), made.callbacks)
      assert.deepEqual([result.outcome, result.reason], ['failure', 'expired'])
      assert.equal(made.node.executed(), 0)
      assert.equal(made.signatures.length, 1)
    },
  ],
  'sent, and the process died before it was saved: the same bytes again, executed once': [
    {},
    async (made) => {
      const save = (journal: Journal): void => {
        if (journal.sent[0]?.state === 'sent') throw new Error('the process is gone')
        made.saved.push(journal)
      }
      await executePlan(await planOf(made), { ...made.callbacks, journal: { save } })
      const last = made.saved.at(-1) ?? assert.fail()
      assert.equal(last.sent[0]?.state, 'signed')
      const result = await resumeExecution(JSON.parse(JSON.stringify(last)), made.callbacks)
      assert.equal(result.outcome, 'success', String(result.cause))
      assert.equal(made.node.executed(), 1)
      assert.equal(made.balance(made.stranger), SENT)
      assert.equal(made.signatures.length, 1)
    },
  ],
  'another key pair signs nothing, and a transaction of somebody else is not planned': [
    {},
    async (made) => {
      const other = await generateKeyPairSigner()
      const svm = solanaWallet(other)
      const result = await executePlan(await planOf(made), { ...made.callbacks, svm })
      assert.deepEqual([result.outcome, result.reason], ['given-up', 'wallet'])
      await assert.rejects(planOf({ ...made, signer: other }), /is paid for by/)
      assert.equal(made.node.executed(), 0)
    },
  ],
}

export async function svmCases(say: (line: string) => void): Promise<void> {
  for (const [what, [options, run]] of Object.entries(cases)) {
    const made = await world(options)
    try {
      await run(made)
      say(what)
    } catch (error) {
      throw new Error(what, { cause: error })
    } finally {
      made.node.close()
    }
  }
}
