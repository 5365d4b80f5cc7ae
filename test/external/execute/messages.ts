/**
 * Messages that CosmJS does not know, signed with the ready-made callbacks: what is in the bytes is what independent
 * libraries write, and the signatures verify, direct and amino.
 */
import assert from 'node:assert/strict'
import { makeSignDoc, Secp256k1HdWallet, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { DirectSecp256k1HdWallet, type OfflineSigner } from '@cosmjs/proto-signing'
import { SigningStargateClient } from '@cosmjs/stargate'
import { warpTx } from '@hyperlane-xyz/cosmos-types'
import { MsgExecute } from '@initia/initia.proto/initia/move/v1/tx.js'
import { MsgInitiateTokenDeposit } from '@initia/opinit.proto/opinit/ophost/v1/tx.js'
import { createRoutingClient, parseExactJson } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { type PlannedCosmosTx, planRoute } from '@tagwire/routing-execute'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { cosmjsOptions, cosmjsWallet } from './.cache/callbacks/cosmjs.js'
import { bridgeAmino } from './.cache/callbacks/cosmjs-messages.js'

const MNEMONIC = 'test test test test test test test test test test test junk'
const routing = createRoutingClient({ fetch: mockRouting() })

const base64 = (text: string): Uint8Array => Buffer.from(text, 'base64')

/** Routes of the sandbox whose first message is of the kind, and the source address's prefix. */
const routes = {
  noble: ['uusdc', 'noble-1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '1', '100000000'],
  init: ['uinit', 'interwoven-1', 'l2/8f3c5a', 'rollup-7', '1000000'],
  celestia: ['utia', 'celestia', '0x6Fae4D9935E2fcb11fC79a64e917fb2BF14DaFaa', '169', '1000000'],
} as const

async function planned(prefix: keyof typeof routes, address: string): Promise<PlannedCosmosTx> {
  const [
    source_asset_denom,
    source_asset_chain_id,
    dest_asset_denom,
    dest_asset_chain_id,
    amount_in,
  ] = routes[prefix]
  const route = await routing.route({
    ...{ source_asset_denom, source_asset_chain_id, dest_asset_denom, dest_asset_chain_id },
    amount_in,
  })
  const own = '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29'
  const addresses = Object.fromEntries(
    route.required_chain_addresses.map((chain) => [chain, /^\d+$/.test(chain) ? own : address]),
  )
  const [tx] = (await planRoute(routing, route, { addresses })).transactions
  assert(tx?.family === 'cosmos')
  return tx
}

const zero = '0x0000000000000000000000000000000000000000000000000000000000000000'
const execute = {
  sender: 'init1sender',
  module_address: '0x1',
  module_name: 'dex',
  function_name: 'swap_script',
  type_args: ['0x1::native_uinit::Coin'],
  args: ['AQIDBAUGBwg=', 'QEIPAAAAAAA=', 'AA=='],
}

const remote = {
  sender: 'celestia1a',
  token_id: zero,
  destination_domain: 169,
  recipient: zero,
  amount: '9',
  gas_limit: '0',
  max_fee: { denom: 'utia', amount: '1500' },
}

/** What the service writes, and what somebody else's code makes of it. */
const independent: readonly (readonly [string, object, Uint8Array])[] = [
  [
    '/opinit.ophost.v1.MsgInitiateTokenDeposit',
    {
      ...{ sender: 'init1a', bridge_id: '18446744073709551615', to: 'init1b', data: 'AQI=' },
      amount: { denom: 'uinit', amount: '5' },
    },
    MsgInitiateTokenDeposit.encode(
      MsgInitiateTokenDeposit.fromPartial({
        ...{ sender: 'init1a', bridgeId: 18446744073709551615n, to: 'init1b' },
        ...{ data: base64('AQI='), amount: { denom: 'uinit', amount: '5' } },
      }),
    ).finish(),
  ],
  [
    '/initia.move.v1.MsgExecute',
    execute,
    MsgExecute.encode(
      MsgExecute.fromPartial({
        ...{ sender: 'init1sender', moduleAddress: '0x1', moduleName: 'dex' },
        ...{
          functionName: 'swap_script',
          typeArgs: execute.type_args,
          args: execute.args.map(base64),
        },
      }),
    ).finish(),
  ],
  [
    '/hyperlane.warp.v1.MsgRemoteTransfer',
    remote,
    warpTx.MsgRemoteTransfer.encode(warpTx.MsgRemoteTransfer.fromPartial(remote)).finish(),
  ],
  [
    '/circle.cctp.v1.MsgDepositForBurnWithCaller',
    {
      ...{ from: 'noble1a', amount: '1', destination_domain: 3, mint_recipient: 'AQI=' },
      ...{ burn_token: 'uusdc', destination_caller: 'AwQ=' },
    },
    // By the numbers of the fields in noble's description: 1 to 6.
    Buffer.from(
      '0a076e6f626c6531611201311803220201022a0575757364633202 0304'.replace(' ', ''),
      'hex',
    ),
  ],
]

function encoded(typeUrl: string, value: object): void {
  const [, , bytes] = independent.find(([url]) => url === typeUrl) ?? []
  assert(cosmjsOptions.registry && bytes)
  const own = cosmjsOptions.registry.encode({ typeUrl, value })
  assert.equal(Buffer.from(own).toString('hex'), Buffer.from(bytes).toString('hex'), typeUrl)
  assert.deepEqual(cosmjsOptions.registry.decode({ typeUrl, value: own }), value)
}

async function signed(prefix: keyof typeof routes, isAmino: boolean): Promise<string> {
  const signer: OfflineSigner = await (isAmino
    ? Secp256k1HdWallet.fromMnemonic(MNEMONIC, { prefix })
    : DirectSecp256k1HdWallet.fromMnemonic(MNEMONIC, { prefix }))
  const [account] = await signer.getAccounts()
  assert(account)
  const tx = await planned(prefix, account.address)
  const client = await SigningStargateClient.offline(signer, cosmjsOptions)
  const known = { accountNumber: 7n, sequence: 3, chainId: tx.chain_id }
  const wallet = cosmjsWallet(
    async () => client,
    { [tx.chain_id]: '0.1utoken' },
    async () => known,
  )
  const { bodyBytes, authInfoBytes, signatures } = TxRaw.decode(await wallet.sign(tx))
  const [message] = TxBody.decode(bodyBytes).messages
  const { fee, signerInfos } = AuthInfo.decode(authInfoBytes)
  const [info] = signerInfos
  const [written] = tx.msgs
  assert(message && info?.publicKey && signatures[0] && fee && written && cosmjsOptions.registry)
  assert.equal(message.typeUrl, written.msg_type_url)
  const wanted = Object.entries(parseExactJson<object>(written.msg)).filter(
    ([, value]) => value !== '' && value !== 0,
  )
  assert.deepEqual(Object.fromEntries(wanted), cosmjsOptions.registry.decode(message))
  const mode = isAmino ? SignMode.SIGN_MODE_LEGACY_AMINO_JSON : SignMode.SIGN_MODE_DIRECT
  assert.equal(info.modeInfo?.single?.mode, mode)
  const amino = bridgeAmino[message.typeUrl]
  assert(amino)
  const json = [{ type: amino.aminoType, value: Object.fromEntries(wanted) }]
  const stdFee = { gas: String(fee.gasLimit), amount: fee.amount }
  const document = isAmino
    ? serializeSignDoc(makeSignDoc(json, stdFee, tx.chain_id, '', '7', '3'))
    : SignDoc.encode(
        SignDoc.fromPartial({ bodyBytes, authInfoBytes, chainId: tx.chain_id, accountNumber: 7n }),
      ).finish()
  const { key } = PubKey.decode(info.publicKey.value)
  const signature = Secp256k1Signature.fromFixedLength(signatures[0])
  assert(await Secp256k1.verifySignature(signature, sha256(document), key))
  return message.typeUrl
}

export async function messageCases(say: (line: string) => void): Promise<void> {
  for (const [typeUrl, value] of independent) {
    encoded(typeUrl, value)
    say(`${typeUrl}: the bytes of another library, and back`)
  }
  const [, value] = independent[0] ?? []
  assert.throws(
    () => encoded('/opinit.ophost.v1.MsgInitiateTokenDeposit', { ...value, extra: '1' }),
    /has no extra/,
  )
  say('a member that a message does not have is refused, not lost')
  for (const prefix of ['noble', 'init', 'celestia'] as const) {
    for (const isAmino of [false, true]) {
      say(`${await signed(prefix, isAmino)}: signed, ${isAmino ? 'amino' : 'direct'}`)
    }
  }
}
