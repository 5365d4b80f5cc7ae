import { bytesOf, fromBase64, toBase64, toHex } from '../bytes.js'
import type { Coin } from '../types.js'
import type { Check } from './check.js'
import type { Nested } from './nested.js'
import { amountOf, contractsOf, feeOf, record, type Step, text } from './operation.js'

/** One message, while it is read. */
export interface Reading {
  readonly check: Check
  readonly nested: Nested
  /** Where it is. */
  readonly at: string
  readonly msg: Readonly<Record<string, unknown>>
  /** The steps that a message of this kind can carry out; there is always a first. */
  readonly step: Step
}

/** Checks a message, and returns what it takes. `undefined` if that cannot be read. */
export interface Reader {
  /** The member with the signer. */
  readonly sender: string
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
  else check.equal(`${at}/destination_domain`, String(msg.destination_domain), String(domain))
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
  const address = check.address(step.to)
  if (!/^0x|^[a-z]+1[a-z\d]{38,}$/.test(address))
    check.note(`${at}/${name}`, `whether this is ${address}`)
  else if (hex !== bytesOf(address).padStart(64, '0'))
    check.find(`${at}/${name}`, `has to be ${address}`)
}

export const readers: Readonly<Record<string, Reader>> = {
  '/cosmos.bank.v1beta1.MsgSend': {
    sender: 'from_address',
    read: ({ check, at, msg, step }) => {
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
      if (!isFee) check.equal(`${at}/to_address`, msg.to_address, check.address(step.to))
      return sent
    },
  },
  '/ibc.applications.transfer.v1.MsgTransfer': {
    sender: 'sender',
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
    read: ({ check, nested, at, msg, step }) => {
      const contract = text(msg.contract)
      const { send } = record(msg.msg)
      if (send && contract === step.input.denom.slice('cw20:'.length)) {
        const { amount, contract: next } = record(send)
        check.contract(`${at}/msg/send/contract`, step.from, text(next), contractsOf(check.steps))
        nested.call(`${at}/msg/send`, send)
        return [{ denom: step.input.denom, amount: text(amount) }, ...coins(msg.funds)]
      }
      check.contract(`${at}/contract`, step.from, contract, contractsOf(check.steps))
      nested.call(`${at}/msg`, msg.msg)
      return coins(msg.funds)
    },
  },
  '/circle.cctp.v1.MsgDepositForBurn': { sender: 'from', read: depositForBurn },
  '/circle.cctp.v1.MsgDepositForBurnWithCaller': { sender: 'from', read: depositForBurn },
  '/opinit.ophost.v1.MsgInitiateTokenDeposit': {
    sender: 'sender',
    read: ({ check, at, msg, step }) => {
      check.equal(`${at}/bridge_id`, String(msg.bridge_id), String(step.payload.op_init_bridge_id))
      check.equal(`${at}/to`, msg.to, check.address(step.to))
      if (msg.data) check.note(`${at}/data`, 'a call on the other chain')
      return [coin(msg.amount)]
    },
  },
  '/hyperlane.warp.v1.MsgRemoteTransfer': {
    sender: 'sender',
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
    read: ({ check, at, msg }) => {
      check.note(
        `${at}/args`,
        `the arguments of ${text(msg.module_name)}::${text(msg.function_name)}`,
      )
      return undefined
    },
  },
}
