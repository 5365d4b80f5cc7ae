/**
 * Callbacks for signers of CosmJS 0.39, direct and amino: Keplr, Leap, a ledger, a mnemonic. Copy this file and
 * `cosmjs-messages.ts`.
 *
 *     const clientOf = (chain_id) => SigningStargateClient.connectWithSigner(rpcs[chain_id], signer, cosmjsOptions)
 *     executePlan(plan, { cosmos: cosmjsWallet(clientOf, { 'osmosis-1': '0.03uosmo' }), … })
 */
import { type EncodeObject, Registry } from '@cosmjs/proto-signing'
import {
  type AminoConverters,
  AminoTypes,
  type Coin,
  calculateFee,
  createDefaultAminoConverters,
  defaultRegistryTypes,
  GasPrice,
  type SignerData,
  type SigningStargateClient,
  type SigningStargateClientOptions,
} from '@cosmjs/stargate'
import { parseExactJson, stringifyExactJson } from '@tagwire/routing'
import type { CosmosMessage, CosmosWallet, PlannedCosmosTx } from '@tagwire/routing-execute'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { bridgeAmino, bridgeTypes, isBridgeMessage } from './cosmjs-messages.js'

/** How much more gas than a simulation used. */
const MULTIPLIER = 1.5

/**
 * @param clientOf The client of a chain, made with {@link cosmjsOptions}.
 * @param gasPrices By chain; the service has them in `chains` too.
 * @param accountOf Account number and sequence, if the node of the client is not to be asked.
 */
export function cosmjsWallet(
  clientOf: (chain_id: string) => Promise<SigningStargateClient>,
  gasPrices: Readonly<Record<string, string>>,
  accountOf?: (tx: PlannedCosmosTx) => Promise<SignerData & { timeoutHeight?: bigint }>,
): CosmosWallet {
  const feeFor = (chain_id: string, gas: number) => {
    const price = gasPrices[chain_id]
    if (!price) throw new Error(`no gas price for ${chain_id}`)
    return calculateFee(gas, GasPrice.fromString(price))
  }
  /** A client of another chain would have another sequence, and simulate something else. */
  const connected = async (chain_id: string): Promise<SigningStargateClient> => {
    const client = await clientOf(chain_id)
    const id = await client.getChainId()
    if (id !== chain_id) throw new Error(`the client is for ${id}, not ${chain_id}`)
    return client
  }
  return {
    async estimate({ chain_id, signer, msgs }) {
      const client = await connected(chain_id)
      const used = await client.simulate(signer, msgs.map(encodeObjectOf), '')
      const { gas, amount } = feeFor(chain_id, Math.ceil(used * MULTIPLIER))
      return { gas, fee: amount }
    },
    async sign(tx, estimate) {
      const client = await (accountOf ? clientOf : connected)(tx.chain_id)
      const fee = estimate?.gas
        ? { gas: estimate.gas, amount: estimate.fee }
        : feeFor(tx.chain_id, 500_000)
      const { timeoutHeight, ...account } = (await accountOf?.(tx)) ?? {
        ...(await client.getSequence(tx.signer)),
        chainId: tx.chain_id,
      }
      const messages = tx.msgs.map(encodeObjectOf)
      const signed = await client.sign(tx.signer, messages, fee, '', account, timeoutHeight)
      return TxRaw.encode(signed).finish()
    },
    async findTransaction({ chain_id, hash, signed }) {
      const client = await connected(chain_id)
      // Asked before: a block in between could contain it.
      const height = await client.getHeight()
      const found = await client.getTx(hash)
      if (found) return { state: found.code === 0 ? 'success' : 'failure' }
      const { bodyBytes } = TxRaw.decode(fromBase64(signed))
      const { timeoutHeight } = TxBody.decode(bodyBytes)
      return timeoutHeight > 0n && BigInt(height) > timeoutHeight ? { state: 'expired' } : undefined
    },
  }
}

interface Send {
  readonly from_address: string
  readonly to_address: string
  readonly amount: Coin[]
}

interface Transfer {
  readonly source_port: string
  readonly source_channel: string
  readonly token: Coin
  readonly sender: string
  readonly receiver: string
  readonly timeout_height?: { revision_number?: string; revision_height?: string }
  readonly timeout_timestamp?: number | bigint | string
  readonly memo?: string
}

interface Execute {
  readonly sender: string
  readonly contract: string
  readonly msg: unknown
  readonly funds?: Coin[]
}

/** What a message is to CosmJS. Integers of 64 bits are exact: `JSON.parse` would round a timeout in nanoseconds. */
function encodeObjectOf({ msg, msg_type_url: typeUrl }: CosmosMessage): EncodeObject {
  switch (typeUrl) {
    case '/cosmos.bank.v1beta1.MsgSend': {
      const { from_address, to_address, amount } = parseExactJson<Send>(msg)
      const value = { fromAddress: from_address, toAddress: to_address, amount }
      return { typeUrl, value: MsgSend.fromPartial(value) }
    }
    case '/ibc.applications.transfer.v1.MsgTransfer':
      return { typeUrl, value: transferOf(parseExactJson<Transfer>(msg)) }
    case '/cosmwasm.wasm.v1.MsgExecuteContract': {
      const { msg: call, funds = [], ...rest } = parseExactJson<Execute>(msg)
      const value = { ...rest, funds, msg: utf8(stringifyExactJson(call)) }
      return { typeUrl, value: MsgExecuteContract.fromPartial(value) }
    }
    default:
      if (isBridgeMessage(typeUrl)) return { typeUrl, value: parseExactJson<object>(msg) }
      throw new Error(`${typeUrl}: add its type to cosmjsOptions and its value here`)
  }
}

function transferOf({
  timeout_height = {},
  timeout_timestamp = 0,
  ...json
}: Transfer): MsgTransfer {
  return MsgTransfer.fromPartial({
    sourcePort: json.source_port,
    sourceChannel: json.source_channel,
    token: json.token,
    sender: json.sender,
    receiver: json.receiver,
    timeoutHeight: {
      revisionNumber: BigInt(timeout_height.revision_number ?? 0),
      revisionHeight: BigInt(timeout_height.revision_height ?? 0),
    },
    timeoutTimestamp: BigInt(timeout_timestamp),
    memo: json.memo ?? '',
  })
}

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const utf8 = (text = ''): Uint8Array => new TextEncoder().encode(text)

const contracts: AminoConverters = {
  '/cosmwasm.wasm.v1.MsgExecuteContract': {
    aminoType: 'wasm/MsgExecuteContract',
    toAmino: ({ sender, contract, msg, funds }: MsgExecuteContract) => ({
      sender,
      contract,
      msg: parseExactJson(new TextDecoder().decode(msg)),
      funds,
    }),
    fromAmino: ({ sender, contract, msg, funds }) => ({
      sender,
      contract,
      msg: utf8(stringifyExactJson(msg)),
      funds,
    }),
  },
}

/** For the clients: what else is signed goes into both. */
export const cosmjsOptions: SigningStargateClientOptions = {
  registry: new Registry([
    ...defaultRegistryTypes,
    ['/cosmwasm.wasm.v1.MsgExecuteContract', MsgExecuteContract],
    ...bridgeTypes,
  ]),
  aminoTypes: new AminoTypes({ ...createDefaultAminoConverters(), ...contracts, ...bridgeAmino }),
}
