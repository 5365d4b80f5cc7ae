/**
 * Messages of CCTP, OPinit, Hyperlane and Initia for CosmJS, which knows only those of the SDK and of IBC. Copy this file
 * together with `cosmjs.ts`. Values are what the service writes: bytes are base64, integers of 64 bits are exact.
 */
import type { GeneratedType } from '@cosmjs/proto-signing'
import type { AminoConverters } from '@cosmjs/stargate'
import { BinaryReader, BinaryWriter } from 'cosmjs-types/binary'
import { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin'

type Kind = 'string' | 'strings' | 'bytes' | 'byteses' | 'uint32' | 'uint64' | 'coin'
type Value = Readonly<Record<string, unknown>>

interface Message {
  readonly aminoType: string
  /** In the order of their numbers, which begin at 1. */
  readonly fields: Readonly<Record<string, Kind>>
}

const burn = {
  from: 'string',
  amount: 'string',
  destination_domain: 'uint32',
  mint_recipient: 'bytes',
  burn_token: 'string',
} as const

const messages: Readonly<Record<string, Message>> = {
  '/circle.cctp.v1.MsgDepositForBurn': { aminoType: 'cctp/DepositForBurn', fields: burn },
  '/circle.cctp.v1.MsgDepositForBurnWithCaller': {
    aminoType: 'cctp/DepositForBurnWithCaller',
    fields: { ...burn, destination_caller: 'bytes' },
  },
  '/opinit.ophost.v1.MsgInitiateTokenDeposit': {
    aminoType: 'ophost/MsgInitiateTokenDeposit',
    fields: { sender: 'string', bridge_id: 'uint64', to: 'string', amount: 'coin', data: 'bytes' },
  },
  '/hyperlane.warp.v1.MsgRemoteTransfer': {
    aminoType: 'hyperlane/warp/v1/MsgRemoteTransfer',
    fields: {
      sender: 'string',
      token_id: 'string',
      destination_domain: 'uint32',
      recipient: 'string',
      amount: 'string',
      custom_hook_id: 'string',
      gas_limit: 'string',
      max_fee: 'coin',
      custom_hook_metadata: 'string',
    },
  },
  '/initia.move.v1.MsgExecute': {
    aminoType: 'move/MsgExecute',
    fields: {
      sender: 'string',
      module_address: 'string',
      module_name: 'string',
      function_name: 'string',
      type_args: 'strings',
      args: 'byteses',
    },
  },
}

const bytesOf = (base64: unknown): Uint8Array =>
  Uint8Array.from(atob(String(base64)), (character) => character.charCodeAt(0))
const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** How a kind of field is written, and read again. */
const kinds: Readonly<
  Record<
    Kind,
    {
      readonly wire: 0 | 2
      write(writer: BinaryWriter, value: unknown): void
      read(reader: BinaryReader): unknown
    }
  >
> = {
  string: {
    wire: 2,
    write: (to, value) => to.string(String(value)),
    read: (from) => from.string(),
  },
  strings: {
    wire: 2,
    write: (to, value) => to.string(String(value)),
    read: (from) => from.string(),
  },
  bytes: {
    wire: 2,
    write: (to, value) => to.bytes(bytesOf(value)),
    read: (from) => base64Of(from.bytes()),
  },
  byteses: {
    wire: 2,
    write: (to, value) => to.bytes(bytesOf(value)),
    read: (from) => base64Of(from.bytes()),
  },
  uint32: {
    wire: 0,
    write: (to, value) => to.uint32(Number(value)),
    read: (from) => from.uint32(),
  },
  uint64: {
    wire: 0,
    write: (to, value) => to.uint64(BigInt(String(value))),
    read: (from) => String(from.uint64()),
  },
  coin: {
    wire: 2,
    write: (to, value) => Coin.encode(Coin.fromPartial(Object(value)), to.fork()).ldelim(),
    read: (from) => Coin.decode(from.bytes()),
  },
}

const isList = (kind: Kind): boolean => kind === 'strings' || kind === 'byteses'

/** What protobuf and amino leave out. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  String(value) === '0' ||
  String(value) === ''

/** The fields that are not empty, in order. What the message does not have would be lost, so it is an error. */
function present(
  typeUrl: string,
  { fields }: Message,
  value: Value,
): [string, Kind, number, unknown][] {
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name))
  if (unknown.length > 0) throw new Error(`${typeUrl} has no ${unknown.join(', ')}`)
  return Object.entries(fields).flatMap<[string, Kind, number, unknown]>(([name, kind], index) => {
    const each = value[name]
    const isNumber = kind === 'uint32' || kind === 'uint64'
    const isAbsent = isNumber || isList(kind) ? isEmpty(each) : each === '0' ? false : isEmpty(each)
    return isAbsent ? [] : [[name, kind, index + 1, each]]
  })
}

function typeOf(typeUrl: string, message: Message): GeneratedType {
  const names = Object.entries(message.fields)
  return {
    typeUrl,
    fromPartial: (value: Value) => value,
    encode(value: Value, writer: BinaryWriter = BinaryWriter.create()) {
      for (const [, kind, number, each] of present(typeUrl, message, value)) {
        const { wire, write } = kinds[kind]
        for (const one of Array.isArray(each) ? each : [each]) {
          writer.uint32((number << 3) | wire)
          write(writer, one)
        }
      }
      return writer
    },
    decode(input: Uint8Array): Value {
      const reader = new BinaryReader(input)
      const value: Record<string, unknown> = {}
      while (reader.pos < reader.len) {
        const [number, wire] = reader.tag()
        const [name, kind] = names[number - 1] ?? []
        if (name === undefined || kind === undefined) reader.skipType(wire)
        else {
          const each = kinds[kind].read(reader)
          value[name] = isList(kind) ? [...[value[name] ?? []].flat(), each] : each
        }
      }
      return value
    },
  }
}

/** In JSON of amino, integers of 64 bits are text. */
function aminoOf(typeUrl: string, message: Message, value: Value): Value {
  return Object.fromEntries(
    present(typeUrl, message, value).map(([name, kind, , each]) => [
      name,
      kind === 'uint64' ? String(each) : each,
    ]),
  )
}

export const isBridgeMessage = (typeUrl: string): boolean => Object.hasOwn(messages, typeUrl)

/** For the registry of the clients. */
export const bridgeTypes: readonly [string, GeneratedType][] = Object.entries(messages).map(
  ([typeUrl, message]) => [typeUrl, typeOf(typeUrl, message)],
)

/** For their `AminoTypes`: Ledger and some wallets sign JSON. */
export const bridgeAmino: AminoConverters = Object.fromEntries(
  Object.entries(messages).map(([typeUrl, message]) => [
    typeUrl,
    {
      aminoType: message.aminoType,
      toAmino: (value: Value) => aminoOf(typeUrl, message, value),
      fromAmino: (value: Value) => value,
    },
  ]),
)
