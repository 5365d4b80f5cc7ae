import { fromBase64, toBase64, toHex } from '../bytes.js'
import type { Coin } from '../types.js'
import { bytesOf } from './addresses.js'
import { amountOf, integerText } from './amounts.js'
import type { Check } from './check.js'
import { contractsOf, feeOf } from './fees.js'
import type { Nested } from './nested.js'
import { record, type Step, text } from './operation.js'

/** One message, while it is read. */
export interface Reading {
  readonly check: Check
  readonly nested: Nested
  /** Where it is. */
  readonly at: string
  readonly msg: Readonly<Record<string, unknown>>
  /** The step that the message carries out; the first one, if its kind does not say. */
  readonly step: Step
}

/** Checks a message, and returns what it takes. `undefined` if that cannot be read. */
export interface Reader {
  /** The member with the signer. */
  readonly sender: string
  /** All members that are read, or do no harm. */
  readonly members: readonly string[]
  /** The kind of operation that each such message carries out. */
  readonly carries?: string
  readonly read: (reading: Reading) => readonly Coin[] | undefined
}

const coin = (value: unknown): Coin => {
  const { denom, amount } = record(value)
  return { denom: text(denom), amount: text(amount) }
}

const coins = (value: unknown): Coin[] => (Array.isArray(value) ? value.map(coin) : [])

function isWithin(amount: string, most: string): boolean {
  return amountOf(amount) >= 0n && amountOf(amount) <= amountOf(most)
}

/** The numbers that CCTP gives to chains. */
const CCTP_DOMAINS: Readonly<Record<string, number>> = {
  '1': 0,
  '43114': 1,
  '10': 2,
  '42161': 3,
  'noble-1': 4,
  solana: 5,
  '8453': 6,
  '137': 7,
}

function depositForBurn(reading: Reading): readonly Coin[] {
  const { check, at, msg, step } = reading
  const { to, payload } = step
  const domain = payload.destination_domain ?? CCTP_DOMAINS[to]
  if (domain === undefined) check.note(`${at}/destination_domain`, `whether this is ${to}`)
  else check.equal(`${at}/destination_domain`, integerText(msg.destination_domain), String(domain))
  check.equal(`${at}/burn_token`, msg.burn_token, text(payload.burn_token))
  word(reading, 'mint_recipient', hexOf(msg.mint_recipient))
  if (msg.destination_caller) {
    check.note(`${at}/destination_caller`, 'who completes the transfer on the other chain')
  }
  return [{ denom: text(msg.burn_token), amount: text(msg.amount) }]
}

/** 32 bytes in base64, in hex; empty if they would be written otherwise. */
function hexOf(value: unknown): string {
  try {
    const bytes = fromBase64(text(value))
    return toBase64(bytes) === value ? toHex(bytes) : ''
  } catch {
    return ''
  }
}

/** An address that fills 32 bytes. On Solana it is an account for the token, which only its programs can derive. */
function word({ check, at, step }: Reading, name: string, hex: string): void {
  const address = check.options.addresses[step.to] ?? ''
  if (!address) check.mineOn(step.to, `${at}/${name}`, '')
  else if (!/^0x|^[a-z]+1[a-z\d]{38,}$/.test(address))
    check.note(`${at}/${name}`, `whether this is ${address}`)
  else if (hex !== bytesOf(address).padStart(64, '0'))
    check.find(`${at}/${name}`, `has to be ${address}`)
}

const deposit: Reader = {
  sender: 'from',
  members: [
    ...['from', 'amount', 'destination_domain', 'mint_recipient', 'burn_token'],
    'destination_caller',
  ],
  carries: 'cctp_transfer',
  read: depositForBurn,
}

export const readers: Readonly<Record<string, Reader>> = {
  '/cosmos.bank.v1beta1.MsgSend': {
    sender: 'from_address',
    members: ['from_address', 'to_address', 'amount'],
    read: ({ check, at, msg }) => {
      const sent = coins(msg.amount)
      const quotes = check.steps.map(({ payload }) => record(payload.smart_relay_fee_quote))
      const isFee = quotes.some(
        (quote) =>
          (quote.fee_payment_address ?? quote.relayer_address) === msg.to_address &&
          sent.every(
            ({ denom, amount }) =>
              denom === quote.fee_denom && amountOf(amount) <= amountOf(quote.fee_amount),
          ),
      )
      if (isFee) return sent
      const step = check.carried('bank_send')
      if (step) check.mineOn(step.to, `${at}/to_address`, msg.to_address)
      else check.find(at, 'is a payment that the route does not have')
      return sent
    },
  },
  '/ibc.applications.transfer.v1.MsgTransfer': {
    sender: 'sender',
    members: [
      ...['source_port', 'source_channel', 'token', 'sender', 'receiver', 'memo'],
      ...['timeout_height', 'timeout_timestamp'],
    ],
    read: ({ nested, at, msg }) => {
      nested.transfer(at, {
        names: ['source_port', 'source_channel'],
        port: msg.source_port ?? '',
        channel: msg.source_channel,
        receiver: msg.receiver,
        memo: msg.memo,
      })
      return [coin(msg.token)]
    },
  },
  '/cosmwasm.wasm.v1.MsgExecuteContract': {
    sender: 'sender',
    members: ['sender', 'contract', 'msg', 'funds'],
    read: ({ check, nested, at, msg, step }) => {
      const contract = text(msg.contract)
      const { send } = record(msg.msg)
      if (send && contract === step.input.denom.slice('cw20:'.length)) {
        const { amount, contract: next } = record(send)
        check.contract(`${at}/msg/send/contract`, step.from, text(next), contractsOf(check.steps))
        check.members(`${at}/msg`, record(msg.msg), ['send'])
        check.call(at, () => nested.call(`${at}/msg/send`, send))
        return [{ denom: step.input.denom, amount: text(amount) }, ...coins(msg.funds)]
      }
      check.contract(`${at}/contract`, step.from, contract, contractsOf(check.steps))
      check.call(at, () => nested.call(`${at}/msg`, msg.msg))
      return coins(msg.funds)
    },
  },
  '/circle.cctp.v1.MsgDepositForBurn': deposit,
  '/circle.cctp.v1.MsgDepositForBurnWithCaller': deposit,
  '/opinit.ophost.v1.MsgInitiateTokenDeposit': {
    sender: 'sender',
    members: ['sender', 'bridge_id', 'to', 'amount', 'data'],
    carries: 'op_init_transfer',
    read: ({ check, at, msg, step }) => {
      const bridge = integerText(step.payload.op_init_bridge_id)
      check.equal(`${at}/bridge_id`, integerText(msg.bridge_id), bridge)
      check.mineOn(step.to, `${at}/to`, msg.to)
      if (msg.data) check.note(`${at}/data`, 'a call on the other chain')
      return [coin(msg.amount)]
    },
  },
  '/hyperlane.warp.v1.MsgRemoteTransfer': {
    sender: 'sender',
    members: [
      ...['sender', 'token_id', 'destination_domain', 'recipient', 'amount', 'gas_limit'],
      'max_fee',
    ],
    carries: 'hyperlane_transfer',
    read: (reading) => {
      const { check, at, msg, step } = reading
      check.equal(`${at}/token_id`, msg.token_id, text(step.payload.hyperlane_contract_address))
      word(reading, 'recipient', text(msg.recipient).replace(/^0x/, '').toLowerCase())
      check.note(`${at}/destination_domain`, `whether this is ${step.to}`)
      const fee = feeOf(step.payload, 'fee')
      const most = coin(msg.max_fee)
      if (most.denom !== fee.denom || !isWithin(most.amount, fee.amount)) {
        check.find(`${at}/max_fee`, `has to be at most ${fee.amount} ${fee.denom}`)
      }
      return [{ denom: step.input.denom, amount: text(msg.amount) }]
    },
  },
  '/initia.move.v1.MsgExecute': {
    sender: 'sender',
    members: ['sender', 'module_address', 'module_name', 'function_name', 'type_args', 'args'],
    read: ({ check, at, msg }) => {
      const called = [msg.module_address, msg.module_name, msg.function_name].map(text).join('::')
      check.call(at, () => {})
      check.note(`${at}/args`, `what ${called} does, and how much it takes`)
      return undefined
    },
  },
}
