/**
 * A CometBFT node with an application that executes signed transactions as chains of the Cosmos SDK do: signature,
 * sequence, timeout height. Beside it, the routing service of the sandbox, which submits to this node.
 */
import path from 'node:path'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { createNodeRpcClient, http } from '@tagwire/node-rpc'
import { mockFailure, mockRouting } from '@tagwire/routing/mock'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { AuthInfo, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { startApplication } from '../../e2e/node/harness/application.js'
import { findBinary } from '../../e2e/node/harness/binary.js'
import { startNode } from '../../e2e/node/harness/node.js'

const CHAIN = 'cosmoshub-4'
/** The codes that the SDK gives to these faults. */
const codes = { unauthorized: 4, funds: 5, tooHigh: 30, sequence: 32 }

export interface Chain {
  readonly fetch: typeof fetch
  readonly url: string
  readonly height: () => number
  readonly executed: string[]
  sequence: number
  /** Transactions wait in the pool, and no block takes them. */
  isBusy: boolean
  /** Executing fails, as if the funds were gone. */
  isPoor: boolean
  close(): Promise<void>
}

async function fault(tx: Buffer, chain: Chain, height: number): Promise<number> {
  const { bodyBytes, authInfoBytes, signatures } = TxRaw.decode(tx)
  const body = TxBody.decode(bodyBytes)
  const [info] = AuthInfo.decode(authInfoBytes).signerInfos
  const [signature] = signatures
  if (!info?.publicKey || !signature) return codes.unauthorized
  if (body.timeoutHeight > 0n && BigInt(height) > body.timeoutHeight) return codes.tooHigh
  if (Number(info.sequence) !== chain.sequence) return codes.sequence
  if (info.modeInfo?.single?.mode !== SignMode.SIGN_MODE_DIRECT) return 0
  const doc = { bodyBytes, authInfoBytes, chainId: CHAIN, accountNumber: 0n }
  const hash = sha256(SignDoc.encode(SignDoc.fromPartial(doc)).finish())
  const key = PubKey.decode(info.publicKey.value).key
  const isValid = await Secp256k1.verifySignature(
    Secp256k1Signature.fromFixedLength(signature),
    hash,
    key,
  )
  return isValid ? 0 : codes.unauthorized
}

/** What libraries ask before they sign, as the SDK answers. */
function answerTo(of: string, data: Buffer, chain: Chain): Uint8Array {
  if (of === '/cosmos.auth.v1beta1.Query/Account') {
    const { address } = QueryAccountRequest.decode(data)
    const account = BaseAccount.fromPartial({
      ...{ address, accountNumber: 0n, sequence: BigInt(chain.sequence) },
    })
    const value = BaseAccount.encode(account).finish()
    return QueryAccountResponse.encode({
      account: { typeUrl: '/cosmos.auth.v1beta1.BaseAccount', value },
    }).finish()
  }
  if (of !== '/cosmos.tx.v1beta1.Service/Simulate') throw new Error(`no query ${of}`)
  const { txBytes } = SimulateRequest.decode(data)
  const { messages } = TxBody.decode(TxRaw.decode(txBytes).bodyBytes)
  const gasInfo = { gasWanted: 0n, gasUsed: 100_000n * BigInt(messages.length) }
  return SimulateResponse.encode(SimulateResponse.fromPartial({ gasInfo })).finish()
}

export async function startChain(say: (line: string) => void): Promise<Chain> {
  const found = await findBinary(path.resolve('.cache/go-bin'), say)
  // Without it, nothing would be shown, and nobody would notice.
  if ('missing' in found) throw new Error(found.missing)
  let height = 0
  const own: Chain = {
    fetch,
    url: '',
    height: () => height,
    executed: [],
    sequence: 0,
    isBusy: false,
    isPoor: false,
    close: async () => {},
  }
  const application = await startApplication({
    check: (tx) => fault(tx, own, height + 1),
    includes: () => !own.isBusy,
    execute: async (tx, at) => {
      const code = await fault(tx, own, at)
      if (code !== 0) return code
      own.sequence++
      own.executed.push(tx.toString('hex'))
      return own.isPoor ? codes.funds : 0
    },
    ofBlock: (at) => {
      height = at
      return {}
    },
    query: (of, data) => answerTo(of, data, own),
  })
  const node = await startNode(found.path, {
    app: application.app,
    genesis: (genesis) => ({ ...genesis, chain_id: CHAIN }),
    settings: { consensus: { timeout_commit: '"50ms"' } },
  })
  const client = createNodeRpcClient({ transport: http(node.url) })
  const mock = mockRouting()
  /** How often somebody asked for each. */
  const known = new Map<string, number>()

  /** What the service would say: it submits, tracks and looks at blocks. */
  const service: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/v2/tx/submit') {
      const { tx } = await request.json()
      const { code, hash, log } = await client.broadcastTxSync({ tx: Buffer.from(tx, 'base64') })
      if (code !== 0) return mockFailure({ status: 400, message: `code ${code} ${log}` })
      known.set(hash, 0)
      return Response.json({ tx_hash: hash, explorer_link: '' })
    }
    const find = (hash: string) =>
      client.tx({ hash: Buffer.from(hash, 'hex') }).catch(() => undefined)
    if (pathname === '/v2/tx/track') {
      const { tx_hash } = await request.json()
      if (!known.has(tx_hash) && !(await find(tx_hash)))
        return mockFailure({ status: 404, message: 'tx not found' })
      known.set(tx_hash, 0)
      return Response.json({ tx_hash, explorer_link: '' })
    }
    if (pathname !== '/v2/tx/status') return mock(request)
    const wanted = searchParams.get('tx_hash') ?? ''
    const asked = (known.get(wanted) ?? 0) + 1
    known.set(wanted, asked)
    const tx = await find(wanted)
    const state = tx
      ? `STATE_COMPLETED_${tx.tx_result.code === 0 ? 'SUCCESS' : 'ERROR'}`
      : asked > 100
        ? 'STATE_ABANDONED'
        : 'STATE_PENDING'
    const isFailure = state === 'STATE_COMPLETED_ERROR'
    const error = isFailure
      ? { type: 'STATUS_ERROR_TRANSACTION_EXECUTION', message: 'failed' }
      : null
    return Response.json({ state, transfers: [], transfer_asset_release: null, error })
  }
  const close = async (): Promise<void> => {
    await node.remove()
    await application.close()
  }
  return Object.assign(own, { fetch: service, url: node.url, close })
}
